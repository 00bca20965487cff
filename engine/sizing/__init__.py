"""What a model takes before it is loaded, what earlier loads took, and sizes in words."""
