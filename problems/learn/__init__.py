"""Optimal trees for data: columns become rules, the search picks among them, a model comes back.

- ``table``, ``target``: what may be given as data, and the one sentence said where it cannot be used
- ``rules``: columns to named rules, so that "optimal" always says over which rules
- ``geometry``: rules over several columns, made from the rows (``problems.rules``)
- ``limits``, ``fitting``, ``progress``: the limits of the search, the search, and how far it is
- ``model``, ``schema``: a fitted tree that predicts and is kept as JSON
- ``csv_file``: tables from files
- ``export``, ``picture``, ``bridge``: text, Python, SQL; SVG; scikit-learn
- ``estimator``: scikit-learn's estimators; nothing else here needs scikit-learn
"""
