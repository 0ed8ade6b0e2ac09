"""Equations between programs, and their checking."""
