"""Hypothesis profiles, in one place: ``--hypothesis-profile=NAME`` or the variable CI choose."""

import os

from hypothesis import settings

pytest_plugins = ["pytester"]

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # else scikit-learn skips one of its checks

settings.register_profile("dev", max_examples=30, deadline=None)
settings.register_profile("default", max_examples=100, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("nightly", max_examples=5000, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")
