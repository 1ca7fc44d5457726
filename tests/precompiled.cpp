// Nothing of its own: the unit for which each kind of test has its precompiled header made.
