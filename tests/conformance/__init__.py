"""What every registered game must hold to, checked at every decision of whole games.

``laws`` says what is checked; ``games`` holds a small module per game with what only that game knows.
``python -m tests.conformance`` plays and checks games by the thousand;
``python -m tests.conformance.covering`` finds a few games that together show everything.
"""
