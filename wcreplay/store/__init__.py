"""The store: games as tables in a DuckDB file. The only floor that imports duckdb and pyarrow.

Importing this package loads neither; take what you need from its modules: ``errors``, ``database``
(open a file, serve a snapshot), ``loader`` (import records), ``query`` (run and print a query),
``checks`` (look for contradictions), ``sources`` (files and records among what the user named).
"""
