"""Whole periods at once: flat arrays of players and games, computed in exact integers with numpy.

The second of two speeds. `ratings.engine` explains one event or one player with every step; this package gives
the same numbers, and nothing else, for all events of a period. Tests hold both to equality on generated periods.
"""
