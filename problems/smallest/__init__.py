"""The smallest tree that fits the data: Kobourov et al., and Ordyniak & Szeider.

- ``examples``: labelled points, the cuts of a feature, contradictions
- ``boxes``: the box dynamic program as a problem; few leaves of one class
- ``thresholds``: Algorithms 1 and 2, thresholds by binary search, in corrected form
- ``support``: hitting sets, minimal support sets, useful features, branching sets
- ``shapes``: thresholds for a tree of features, and the smallest tree from support sets
- ``bounds``: the parameters of a data set, and which algorithm has which bound

Size is the number of branches, depth that of the longest path. These are the definitions; what runs on
large data is ``derive.kernels.smallest``, and laws tie the two together.
"""
