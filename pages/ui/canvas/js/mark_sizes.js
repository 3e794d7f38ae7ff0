// Sizes of what the server draws and what is painted here in its place: pixels across, as in
// pages/plots/layout_sizes.py. A test compares the two.
export const PLAIN_MARK = 9; // of a point that is no support vector
export const SUPPORT_MARK = 10; // of a support vector,
export const SUPPORT_GROWTH = 4; // which grows with alpha by as much
export const CROSS_ARMS = 10; // by which the cross of a misclassified point is larger than its mark
export const INSIDE_RING = 18; // the ring around a point inside the margin of a drawn line
export const HANDLE = 18; // what can be dragged
export const LONGEST_NORMAL = 0.3; // of the picture's smaller side, as in pages/state/model/scene.py
