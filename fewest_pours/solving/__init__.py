"""One request and its answer: request, race, programs from outside, and the makers of certificates."""
