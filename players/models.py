"""Placeholder of the first minutes; replaced by the real model of people."""
