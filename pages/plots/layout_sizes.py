"""Sizes of the layout that Python decides, in pixels: the heights of all charts, and what several
drawings share: margins, type, marks.

A size of a single drawing stands beside that drawing. The browser draws marks of points, too: its
sizes are in `pages/ui/canvas/js/mark_sizes.js`, and a test compares the two.
"""

# Heights of charts. What stands beside a picture, with its controls and cards, shall be on the
# first screen, of 1280 x 720.
CHART = 190  # the usual one
UPPER_CHART = 195  # with a longer legend, and another chart below it
LOWER_CHART = 170  # below another one
BARS_BELOW = 150  # the bars of a film below its chart
TWO_CHARTS = 200  # each of two that are as important
NUMBERED_CHART = 210  # with a legend or numbers of two rows
ROWS_CHART = 230  # rows with a name each
TALL_CHART = 250  # the only one of a view
LARGE_CHART = 330  # what a view is about
SQUARE_CHART = 380  # as high as wide, beside a picture
COST_CHART = 245  # the cost, and below it the gap
PATH_CHART = 240  # the multipliers along a path
RESIDUAL_CHART = 196  # each of two of a regression
COURSE_CHART, SLIDER_ROW = 230, 78  # of a regression's descent, less for each row of sliders
LOSS_CHART = 360
RANKING_CHART = 180  # each of two side by side
PROBABILITY_CHART = 165  # each of three
SPECTRUM_CHART = 204
BLOCKS_CHART = 420  # three matrices
LIFT_CHART, SPACE_CHART = 470, 520  # in two and in three dimensions
SMALL_PICTURE, THUMBNAIL = 190, 138  # of two and of three side by side

# Heights of what is not drawn by plotly.js
TABLE, EDITOR = 200, 440
PASTED_TEXT, WORD_LIST = 80, 130

# Room below a picture that fills the window
SENTENCE = 67  # for a sentence in two lines
LONG_SENTENCE = 88  # in three

# Pictures and their margins
PICTURE = (740.0, 590.0)  # the main picture of a page, about
BOARD_MARGIN = {"l": 34, "r": 6, "t": 6, "b": 26}
PLANE_MARGIN = {"l": 40, "r": 8, "t": 8, "b": 30}  # of axes with large numbers
NO_MARGIN = {"l": 0, "r": 0, "t": 0, "b": 0}
CHART_MARGIN = {"l": 44, "r": 8, "t": 50, "b": 36}
TITLE_ALONE = 30  # above a chart without a legend
SMALL_TITLE = 28  # the same where room is short
TITLE_AND_LEGEND = 56  # above a chart of a training run
LEGEND_ROW = 18  # a further row of a legend
EPOCHS_BELOW = 30  # below a chart over epochs

# Type
TICK_TYPE = 12  # of numbers along an axis, of units and legends
NOTE_TYPE = 13  # of notes in a chart
LABEL_TYPE = 14  # of titles, and of words in a picture
LARGE_TYPE = 16  # of letters in a picture of few strokes

# Marks, across
PLAIN_MARK = 9.0  # of a point that is no support vector
SUPPORT_MARK = 10.0  # of a support vector,
SUPPORT_GROWTH = 4.0  # which grows with alpha by as much
RINGED_MARK = 11.0  # of a support vector where all are alike
CROSS_ARMS = 10.0  # by which the cross of a misclassified point is larger than its mark
INSIDE_RING = 18.0  # the ring around a point inside the margin of a drawn line
ASKED_RING = 22.0  # the ring around the point that was asked about
LIT_RING = 24.0  # the ring around a point that a formula or a moment is about
HANDLE = 18  # what can be dragged
