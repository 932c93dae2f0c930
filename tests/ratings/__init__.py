"""Ratings: the order of rating and what follows."""
