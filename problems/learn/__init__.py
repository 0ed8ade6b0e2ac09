"""Optimal trees for data: columns become rules, the search picks among them, a model comes back.

- ``table``: what may be given as data, and the one sentence said where it cannot be used
- ``rules``: columns to named rules, so that "optimal" always says over which rules
- ``fitting``: the limits of the search, and the search
- ``model``, ``schema``: a fitted tree that predicts and is kept as JSON
- ``export``, ``picture``, ``bridge``: text, Python, SQL; SVG; scikit-learn
- ``estimator``: scikit-learn's estimators; nothing else here needs scikit-learn
"""
