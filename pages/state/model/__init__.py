"""An experiment trained, and what there is to draw of the model."""
