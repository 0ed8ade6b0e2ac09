"""How fast the project is, beside other solvers, as ratios measured in one run: ``python -m benchmarks``."""
