"""What is predicted on the page Predict, and what is right."""
