"""How much of the rules do the tests hold? ``make mutation`` changes them and looks whether a test fails.

A mutant is the package with one small change in one file. ``mutants`` draws them with a seed, ``trial`` runs
the tests on one, ``work`` copies the checkout and runs the trials, ``results`` keeps and shows what came out,
and ``judged`` knows the mutants that change nothing.
"""
