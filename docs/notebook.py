# %% [markdown]
# # Asking a season of games
#
# A notebook as a plain Python file: VS Code, PyCharm and Spyder run its cells, Jupytext makes a Jupyter
# notebook of it, and `python docs/notebook.py` runs all of it. Figures need the extra `figures`:
# `pip install "wcreplay[figures]"`.

# %%
from collections import Counter

import wcreplay
from wcreplay.bundled import records_dir
from wcreplay.store.loader import import_records

# %% [markdown]
# ## A database
#
# Here it is made of the sample records. `wcreplay import my-records --db games.duckdb` makes one of yours.
# Opening takes a private copy, so imports can go on while the notebook is open; open it again to see what
# they brought.

# %%
import_records("games.duckdb", [records_dir()])
db = wcreplay.open("games.duckdb")

for game in db.games("players = 3"):
    print(game.played_on, game.event, game.title, sep="  ")

# %% [markdown]
# ## Questions in SQL
#
# `query` gives rows, `arrow` a `pyarrow.Table`, `pandas` a data frame if pandas is installed. docs/tables.md
# has all tables and views. Which starting pair does better than the rest of its table?

# %%
pairs = db.query("""
    SELECT start_resource AS resource, start_action AS action, sum(games) AS games,
        round(sum(games * mean_lead) / sum(games), 1) AS lead
    FROM start_pairs GROUP BY ALL ORDER BY lead DESC LIMIT 5
""")
for pair in pairs.dicts():
    print("{resource} with {action}: {lead:+} points in {games} games".format(**pair))

# %% [markdown]
# Ten games say little: the column `games` is there to be looked at. An answer as an Arrow table, with the
# types of the database:

# %%
turns = db.arrow("SELECT die_space, die_coins, score_gain FROM turn_summary WHERE die_space IS NOT NULL")
print(turns.schema)

# %% [markdown]
# ## One game, turn by turn
#
# A replay has every posting: who got or paid how much of what, why, and which component did it. What did one
# player pay coins for?

# %%
game = db.games("event = 'Winter duel'")[0]
done = db.replay(game.game_id)
paid: Counter[str] = Counter()
for turn in done.turns:
    for change in wcreplay.changes(done, turn):
        if change.account == "coin" and change.seat == "A" and change.delta < 0:
            paid[change.cause] -= change.delta
print(game.title, dict(paid))

# %% [markdown]
# ## Figures
#
# The charts of the dashboard, as Plotly figures.

# %%
print(db.charts())
figure = db.figure(game.game_id, "coins")
figure.update_layout(height=480)
figure

# %% [markdown]
# ## Records without a database
#
# `read` takes files, archives and folders. What is wrong is never raised but told, with its place.

# %%
for record in wcreplay.read(records_dir()):
    print(record.source.rpartition("/")[2], record.number, wcreplay.replay(record).state)

wrong = wcreplay.replay(db.text(game.game_id).replace("1.1 ", "1.1 Q ", 1))
for finding in wrong.diagnostics:
    print(f"line {finding.line}, column {finding.column}: {finding.code}: {finding.message}")

# %%
db.close()
