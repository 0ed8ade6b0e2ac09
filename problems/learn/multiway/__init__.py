"""Optimal trees with a part for every value of a column: Branches for data.

Only ``estimator.py`` knows scikit-learn.
"""
