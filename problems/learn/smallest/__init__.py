"""The smallest tree that fits a table: columns become codes, the search runs on these, a model comes back.

- ``coding``: columns to codes and back to rules; contradictions
- ``search``: the search, its verdict in words
- ``estimator``: ``SmallestTreeClassifier`` for scikit-learn
"""
