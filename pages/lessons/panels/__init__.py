"""The Streamlit part of lessons."""
