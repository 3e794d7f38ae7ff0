"""The methods of training: each is a generator of steps towards the optimum of a task."""
