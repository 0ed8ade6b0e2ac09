"""Rules made from points: thresholds, hyperplanes, polynomial surfaces, mixtures, functions of yours.

- ``places``, ``lift``, ``signs``: exact points, products of coordinates, sides without rounding
- ``dichotomies``: every way in which flats part points, in any position
- ``surface``, ``separate``: a rule in words, and how a cut is put into them
- ``cuts``, ``family``: rules merged by what they cut; families that make them
"""
