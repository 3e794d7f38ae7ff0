"""What all pages share of Streamlit: the session, the link, widgets, canvas and timeline."""
