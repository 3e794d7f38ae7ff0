"""A Plotly figure one can click on."""
