"""Which capture a picture was taken from, and which patches of two pictures show the same thing."""
