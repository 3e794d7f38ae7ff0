"""Figures that several pages share: Plotly dictionaries drawn from records."""
