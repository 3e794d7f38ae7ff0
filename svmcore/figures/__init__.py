"""The painter: records in, Plotly figures out; no mathematics in between."""
