"""The pages of the app and what they share."""
