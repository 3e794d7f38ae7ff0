"""What leaves the browser, as text: code, notebooks, data and experiments."""
