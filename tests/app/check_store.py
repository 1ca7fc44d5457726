"""Compares what coterie.py reads of a run store with the exports of it.

    check_store.py STORE FOLDER

The folder has TABLE.csv for each table, and models-RUN with the models of a run. Prints what was
compared; a difference ends it.
"""

import csv
import json
import math
import pathlib
import struct
import sys

import coterie


SINGLE = ("collaboration", "collaborationRow", "similarity")  # kinds of matrices


def is_same(cell, value, kind):
    if cell == "" or value is None:
        return cell == "" and value in (None, "")
    if isinstance(value, str):
        return cell == value
    if isinstance(value, bool):
        return cell == {True: "true", False: "false"}[value]
    number = {"NaN": math.nan, "Inf": math.inf, "-Inf": -math.inf}.get(cell)
    if number is None:
        number = float(cell) if isinstance(value, float) else int(cell)
    if isinstance(value, float) and kind in SINGLE:  # stored and written in single precision
        number = struct.unpack("f", struct.pack("f", number))[0]
    return number == value or (math.isnan(number) and math.isnan(value))


def check_table(name, table, file):
    rows = list(csv.reader(file.open(encoding="utf-8", newline="")))
    columns = [column for column in table.columns if column != "run"]
    header = [column for column in rows[0] if column != "run"]
    assert columns == header, (name, columns, header)
    place = table.columns.index("run")
    own = rows[0].index("run") if "run" in rows[0] else None
    assert len(table) == len(rows) - 1, (name, len(table), len(rows) - 1)
    for number, (values, cells) in enumerate(zip(table, rows[1:])):
        values, cells = list(values), list(cells)
        run = values.pop(place)
        if own is not None:
            assert int(cells.pop(own)) == run
        kind = values[columns.index("kind")] if name == "matrices" else None
        for column, value, cell in zip(columns, values, cells):
            assert is_same(cell, value, kind), (name, number, column, value, cell)
    print(name, len(table), "rows")


def check_frame(name, frame, file):
    import numpy
    import pandas

    expected = pandas.read_csv(file, float_precision="round_trip")
    assert len(frame) == len(expected)
    for column in expected.columns:
        ours, theirs = frame[column], expected[column]
        if theirs.isna().all():
            assert ours.isin([""]).all() or ours.isna().all(), (name, column)
        elif pandas.api.types.is_numeric_dtype(theirs):
            single = frame["kind"].isin(SINGLE) if name == "matrices" else False
            ours, theirs = ours.to_numpy(float), theirs.to_numpy(float)
            theirs = numpy.where(single, theirs.astype(numpy.float32), theirs) if column == "value" else theirs
            assert numpy.array_equal(ours, theirs, equal_nan=True), (name, column)
        else:
            assert (ours.fillna("").astype(str) == theirs.fillna("").astype(str)).all(), (name, column)


def from_safetensors(file):
    """Name to (shape, numbers)."""
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name != "__metadata__":
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            letter = {"F32": "f", "F64": "d", "I64": "q"}[entry["dtype"]]
            numbers = struct.unpack(f"<{(end - begin) // struct.calcsize(letter)}{letter}", data[begin:end])
            tensors[name] = (letter, entry["shape"], list(numbers))
    return tensors


def taken_apart(tensor):
    """The same of a tensor as the store gives it."""
    if coterie.numpy is not None:
        return {"float32": "f", "float64": "d", "int64": "q"}[str(tensor.dtype)], list(tensor.shape), tensor.ravel().tolist()
    shape = []
    flat = [tensor]
    while isinstance(flat[0], list):
        shape.append(len(flat[0]))
        flat = [value for values in flat for value in values]
    return None, shape, flat


def check_models(store, run, folder):
    models = store.models(run)
    files = {}
    for row in csv.DictReader((folder / "models.csv").open(encoding="utf-8", newline="")):
        files[pathlib.Path(row["file"]).stem] = row
    assert list(models) == list(files), (list(models), list(files))
    for name, model in models.items():
        assert model.round == int(files[name]["round"])
        assert model.clients == [int(client) for client in files[name]["clients"].split()]
        expected = from_safetensors(folder / f"{name}.safetensors")
        assert set(model.tensors) == set(expected), (set(model.tensors), set(expected))
        for tensor, (letter, shape, numbers) in expected.items():
            ours = taken_apart(model.tensors[tensor])
            assert ours[0] in (None, letter) and ours[1:] == (shape, numbers), (run, name, tensor)
    print("models of run", run, len(models))


def check_different_rows(matrix, shares, ranges):
    """Every row is what the lines of the export say."""
    clients = len(matrix)
    assert clients > 1000 and matrix.shape == (clients, clients)
    rows = {}
    for (row, source), weight in shares.items():
        rows.setdefault(row, {})[source] = weight
    taken = [{client: 1.0} for client in range(clients)]
    for (first, last), row in ranges.items():
        for client in range(first, last + 1):
            taken[client] = {source: weight for source, weight in rows[row].items() if weight != 0}
    dense = matrix.dense()
    assert len(dense) == clients
    for client, expected in enumerate(taken):
        sources, weights = matrix.share(client)
        assert dict(zip(map(int, sources), map(float, weights))) == expected, client
        for row in (dense[client], matrix[client]) if client % 100 == 0 or client == clients - 1 else ():
            assert {source: float(weight) for source, weight in enumerate(row) if weight != 0} == expected
    assert abs(sum(map(float, matrix[-1])) - 1) < 1e-5
    if coterie.numpy is not None:
        assert dense.dtype == matrix[0].dtype == "float32" and dense.shape == matrix.shape
    for outside in (clients, -clients - 1):
        try:
            matrix[outside]
            raise AssertionError("there is no such client")
        except IndexError:
            pass
    print(len(matrix.rows), "different rows of", clients)


def check_matrices(store, run):
    entries = {}
    for row in store.table("matrices", run):
        _, _, _, _, _, _, round, kind, i, j, value = row
        entries.setdefault((kind, round), {})[i, j] = value
    for kind in ("collaboration", "similarity", "gram"):
        matrices = store.matrices(run, kind)
        assert set(matrices) == {round for of, round in entries if of in (kind, kind + "Row", kind + "RowOf")}
        for round, matrix in matrices.items():
            if isinstance(matrix, coterie.DifferentRows):
                check_different_rows(
                    matrix, entries.get(("collaborationRow", round), {}), entries.get(("collaborationRowOf", round), {})
                )
                continue
            if coterie.numpy is not None:
                assert matrix.dtype == ("float64" if kind == "gram" else "float32")
            read = {(i, j): float(value) for i, row in enumerate(matrix) for j, value in enumerate(row)}
            assert read == entries[kind, round]
            one = store.matrix(run, round, kind)
            assert [list(row) for row in one] == [list(row) for row in matrix]
        assert store.matrix(run, 10**6, kind) is None
    print("matrices of run", run, len(entries))


path, folder = sys.argv[1], pathlib.Path(sys.argv[2])
print("NumPy" if coterie.numpy else "no NumPy,", "pandas" if coterie.pandas else "no pandas")
store = coterie.open(path, frames=False)
runs = [row[0] for row in store.runs()]
for name in store.tables:
    check_table(name, store.table(name), folder / f"{name}.csv")
check_table("results", store.results(), folder / "runs.csv")
for run in runs:
    check_matrices(store, run)
    print("names of run", run, store.client_names(run))
for models in sorted(folder.glob("models-*")):
    check_models(store, int(models.name.partition("-")[2]), models)
assert store.runs(runs[1])[0] == store.runs([runs[1]])[0]
assert store.plan(runs[0])["data"]["dataset"]["name"]
if coterie.numpy is not None:
    column = store.rounds(runs[0]).column("meanTestError_percent")
    assert column.dtype == float and len(column) == len(store.rounds(runs[0]))
if coterie.pandas is not None:
    with coterie.open(path) as frames:
        for name in frames.tables:
            check_frame(name, frames.table(name), folder / f"{name}.csv")
        check_frame("results", frames.results(), folder / "runs.csv")
    print("frames", len(store.tables) + 1)
