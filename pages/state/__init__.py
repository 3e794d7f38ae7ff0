"""What all pages share without Streamlit: boards, experiments, runs, verdicts, links."""
