"""What the page Playground says."""

HINT = "Drag a ringed point. Move C. Can you make the model overfit?"
TEST_LINK = "Does it overfit? Test it on new points"
