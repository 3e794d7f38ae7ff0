"""Sizes of the layout that Python decides, in pixels: the heights of all charts."""

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
