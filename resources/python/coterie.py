"""Coterie from Python: reads run stores, and serves methods of one's own.

Reading a store: the runs that Coterie has computed.

    import coterie

    store = coterie.open("runs.sqlite")
    print(store.runs())                        # one row per run
    rounds = store.rounds()                    # every metric, one row per round
    weights = store.matrix(run=3, round=1)     # who takes how much from whom
    tensors = store.models(3)["client_00"].tensors

It needs Python 3.8 or newer and nothing else. What it returns depends on what is installed:

                  with                       without
    tables        pandas: data frames        lists of tuples (see Table)
    matrices      NumPy: arrays              lists of lists
                  (A of more than 1,000 clients: DifferentRows)
    tensors       NumPy: arrays              nested lists, a number where there is no dimension

Tables have the columns and values of the files that `coterie-cli export` writes, and before them
`run`, the number of the run. A store may be read while runs are written to it.

A method of one's own, as the command of the algorithm `external`:

    @coterie.method(wants=["cosines"])
    def who(round):
        n = round.clients
        return [[1 / n] * n for _ in range(n)]

Coterie puts this file into the path of every command that it starts.
"""

# --- Reading a store ------------------------------------------------------------------------------

import array
import base64
import collections
import contextlib
import itertools
import json
import math
import operator
import os
import pathlib
import sqlite3
import struct
import sys
import zlib

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None

STORE_APPLICATION = 0x436F7465  # "Cote"
STORE_FORMAT = 12  # the version of the tables that this file reads

# Each metric and its unit, as columns are named; + and - say which way it improves.
_METRICS = """
    -meanTestError_percent -stdTestError_percent -minTestError_percent -maxTestError_percent
    -testErrorOfClient0_percent -testErrorOfClient1_percent -testErrorOfClient2_percent
    -testErrorOfClient3_percent -worstTestError_percent +worstTestAccuracy_share +meanTestAccuracy_share
    +weightedTestAccuracy_share -weightedTestError_percent +personalAccuracy_share -meanTestLoss
    -weightedTestLoss -pooledTestLoss -meanLog10TestLoss stdLog10TestLoss -weightedLog10TestLoss
    -bestPerClientTestError_percent +bestPerClientTestAccuracy_share -stdBestPerClientTestError_percent
    -minBestPerClientTestError_percent -maxBestPerClientTestError_percent bestRound_round
    -bestRoundTestError_percent -bestRoundTestLoss +globalAccuracy_share -globalTestLoss +edgeAccuracy_share
    +officialAccuracy_share -officialTestLoss +meanValidationAccuracy_share -meanValidationLoss
    validationBestRound_round -validationBestTestError_percent -validationBestTestLoss -meanTrainLoss
    stdTrainLoss -populationTrainLoss -weightedTrainLoss -trainSetLoss -trainSetError_percent
    -stdTrainSetError_percent -weightedTrainSetError_percent -meanLog10TrainSetLoss stdLog10TrainSetLoss
    -weightedLog10TrainSetLoss -globalTrainSetLoss -pooledTrainLoss +pooledTrainAccuracy_share groupCount_count
    +adjustedRandIndex +purity_share -oracleDistance +totalUtility +meanTotalUtility -squaredGradientNorm
    -meanSquaredGradientNorm meanSparsity_share meanGroupSparsity_share globalSparsity_share gamma1 gamma2
    +entropyPearson +entropySpearman -gradientEntropySpearman envelopeBeta envelopeRho envelopeKappa
    envelopeBetaLower envelopeRhoLower envelopeKappaLower samplingSharpness selectionSamples_samples
    selectionBits_bits trafficBits_bits totalTrafficBits_bits totalClientToServerBits_bits
    totalServerToClientBits_bits totalEdgeToCloudBits_bits totalCloudToEdgeBits_bits
    totalClientToClientBits_bits totalIndexBits_bits cloudBitsPerSender_bits cloudNumberBitsPerSender_bits
    totalPlainBytes_bytes
"""
_BETTER = {}  # by name: +1, -1 or 0
_METRIC_COLUMNS = {}  # by name: with its unit
for _word in _METRICS.split():
    _column = _word.lstrip("+-")
    _name = _column.partition("_")[0]
    _BETTER[_name] = {"+": 1, "-": -1}.get(_word[0], 0)
    _METRIC_COLUMNS[_name] = _column
# Those of the table of values, too: an algorithm or a sampler reports them.
_REPORTED = ("gamma1", "gamma2", "globalSparsity", "samplingSharpness")
_COSTS = ("selectionSamples", "selectionBits")

_RUN_COLUMNS = "run experiment arm seed sweep repeat".split()
_GROUP_COLUMNS = "round group client trueGroup".split()
_MERGE_COLUMNS = "round step done left right kind score size_count dataGain similarityLoss".split()
_LIBRARIES = "host program torch blas core instructions device sqlite".split()
_MATRICES = ("collaboration", "similarity", "gram")

Model = collections.namedtuple("Model", "role round clients tensors")
Model.__doc__ = """A model that a run keeps.

role      global, group (of several clients) or client
round     the round that it is of
clients   the clients that use it
tensors   name to array, with the names, shapes and types that PyTorch has
"""


class DifferentRows:
    """A collaboration matrix of many clients, which repeats few rows. It stands for a square matrix with
    a row for each client, but holds each different row once and lists only weights that are not zero.

    shape       (clients, clients)
    rows        the different rows: of each the clients that it takes from, ascending, and their weights
    row_of      for each client the number of its row, or -1: it keeps its own model

    a[i]        the row of client i with a weight for every client, as a row of a matrix would be
    a.share(i)  the same as clients and weights
    a.dense()   the whole matrix: four bytes for each pair of clients with NumPy, far more without

    With NumPy, clients are int64, weights float32 and row_of int64; otherwise all are lists.
    """

    def __init__(self, clients, rows, row_of):
        self.shape = (clients, clients)
        self.rows = rows
        self.row_of = row_of

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, client):
        clients = len(self)
        client = operator.index(client)
        if not -clients <= client < clients:
            raise IndexError(f"there is no client {client} of {clients}")
        sources, weights = self.share(client)
        if numpy is not None:
            row = numpy.zeros(clients, numpy.float32)
            row[sources] = weights
            return row
        row = [0.0] * clients
        for source, weight in zip(sources, weights):
            row[source] = weight
        return row

    def __iter__(self):
        return (self[client] for client in range(len(self)))

    def __repr__(self):
        return f"<{len(self.rows)} different rows of {len(self)} clients>"

    def share(self, client):
        """What a client takes: clients, ascending, and their weights."""
        client = operator.index(client)
        row = self.row_of[client]
        if row >= 0:
            return self.rows[row]
        client %= len(self)
        if numpy is not None:
            return numpy.array([client]), numpy.ones(1, numpy.float32)
        return [client], [1.0]

    def dense(self):
        """The whole matrix."""
        if numpy is None:
            return list(self)
        matrix = numpy.zeros(self.shape, numpy.float32)
        for client in range(len(self)):
            sources, weights = self.share(client)
            matrix[client, sources] = weights
        return matrix


class StoreError(Exception):
    """A store that cannot be read, or something that it does not have."""


class Table(list):
    """A list of rows, each a tuple. None is what was not measured; nan is a measurement."""

    def __init__(self, columns, rows):
        super().__init__(rows)
        self.columns = list(columns)

    def column(self, name):
        """One column: a NumPy array if NumPy is installed (None of numbers is nan there), or a list."""
        place = self.columns.index(name)
        values = [row[place] for row in self]
        if numpy is None:
            return values
        if any(value is None for value in values) and not any(isinstance(value, str) for value in values):
            values = [math.nan if value is None else value for value in values]
        return numpy.array(values)


def open(path=None, frames=None):
    """Opens a run store for reading and returns a Store.

    path     its file; None: the one that Coterie uses unless told otherwise
    frames   whether tables are pandas' data frames; None: if pandas is installed
    """
    if path is None:
        home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
        path = os.path.join(home, "coterie", "runs.sqlite")
    if frames and pandas is None:
        raise StoreError("frames=True needs pandas, which is not installed")
    return Store(path, pandas is not None if frames is None else frames)


class Store:
    """A run store, read-only. `runs` of a table is the number of a run, several numbers, or None for
    all runs. Each call reads one moment of the store."""

    def __init__(self, path, frames):
        self.path = pathlib.Path(path)
        self._frames = frames
        if not self.path.is_file():
            raise StoreError(f"{self.path}: there is no such file")
        try:
            self._database = self._connect()
            application = self._database.execute("PRAGMA application_id").fetchone()[0]
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            stranger = self._database.execute(
                "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')"
            ).fetchone()
        except sqlite3.Error as problem:
            raise StoreError(f"{self.path}: {problem}") from None
        if application != STORE_APPLICATION:
            raise StoreError(
                f"{self.path}: this is no run store of Coterie (its application_id is {application}; "
                f"a store's is {STORE_APPLICATION})"
            )
        if version != STORE_FORMAT:
            advice = (
                "open it once with this version of Coterie, which updates it"
                if version < STORE_FORMAT
                else "take coterie.py of the Coterie that wrote it"
            )
            raise StoreError(
                f"{self.path}: the store has format {version}, and this coterie.py reads format "
                f"{STORE_FORMAT}; {advice}"
            )
        if stranger is not None:
            raise StoreError(f"{self.path}: the {stranger[0]} {stranger[1]!r} does not belong in a run store")

    def _connect(self):
        uri = self.path.absolute().as_uri() + "?mode=ro"
        database = sqlite3.connect(uri, uri=True, timeout=60, isolation_level=None)
        try:
            database.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            # On a read-only medium a store gets no shared index. Without a log beside it nobody
            # writes, and it can be read as it is.
            if os.path.exists(f"{self.path}-wal") or os.access(self.path.absolute().parent, os.W_OK):
                raise
            database.close()
            database = sqlite3.connect(uri + "&immutable=1", uri=True, isolation_level=None)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA cell_size_check = ON")
        return database

    def close(self):
        self._database.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    # Tables

    def runs(self, runs=None):
        """One row per run: its names, state, libraries, notes, and what its sweep sets."""
        with self._snapshot():
            chosen = self._chosen(runs)
            places = _swept_places(chosen)
            columns = _RUN_COLUMNS + "status rounds_count planned_count created".split()
            columns += _LIBRARIES + ["note", "tags", "folder"] + places
            rows = [
                run.identity
                + (run.status, run.rounds_done, run.rounds, run.created)
                + run.libraries
                + (run.note or "", " ".join(self._tags(run)), run.folder or "")
                + _swept_values(run, places)
                for run in sorted(chosen, key=lambda run: run.run)
            ]
        return self._table(columns, rows)

    def results(self, runs=None):
        """One row per run and metric: last and best (the table `runs` of the exports)."""
        with self._snapshot():
            chosen = self._chosen(runs)
            places = _swept_places(chosen)
            columns = _RUN_COLUMNS + places + "status rounds_count clients_count groups_count".split()
            columns += "metric unit last lastRound best bestRound".split()
            rows = [row for run in chosen for row in self._result_rows(run, places)]
        return self._table(columns, rows)

    def rounds(self, runs=None):
        """One row per round: learning rate and every metric."""
        return self.table("rounds", runs)

    def clients(self, runs=None):
        """One row per round and client: losses, accuracies, steps, size of the update."""
        return self.table("clients", runs)

    def groups(self, runs=None):
        """One row per round and member of a group."""
        return self.table("groups", runs)

    def merges(self, runs=None):
        """One row per merge, in order, and the best merge that was refused."""
        return self.table("merges", runs)

    def values(self, runs=None):
        """One row per further value of a client or a group: entropies, probabilities and so on."""
        return self.table("values", runs)

    def table(self, name, runs=None):
        """A table by its name among the exports; `Store.tables` lists them."""
        if name not in _TABLES:
            raise StoreError(f"there is no table {name!r}; there are {', '.join(_TABLES)}")
        own, rows_of = _TABLES[name]
        with self._snapshot():
            rows = []
            for run in self._chosen(runs):
                rows += [run.identity + row for row in rows_of(self, run)]
        return self._table(_RUN_COLUMNS + own, rows)

    # Of one run

    def plan(self, run):
        """The plan of a run, with every setting filled in, as a dict."""
        with self._snapshot():
            return json.loads(self._one(run).plan)

    def client_names(self, run):
        """The names that the clients of a run have in the data, by their numbers; None for one that has none."""
        with self._snapshot():
            one = self._one(run)
            names = dict(self._client_name_rows(one))
            return [names.get(client) for client in range(len(self._facts(one)[1]))]

    def matrix(self, run, round, kind="collaboration"):
        """The matrix of a round, or None. Kinds: collaboration (A: row i says how much client i takes
        from each client), similarity, and gram (in double precision). An A that repeats rows is, with
        more than 1,000 clients, a DifferentRows. Not every round of a large federation keeps its others."""
        round = operator.index(round)  # SQLite takes NumPy's numbers for bytes
        with self._snapshot():
            for _, matrix in self._matrices(self._one(run), kind, round, round):
                return matrix
        return None

    def matrices(self, run, kind="collaboration"):
        """The matrices of a run: round to matrix. Rounds without a change share one."""
        with self._snapshot():
            one = self._one(run)
            return dict(self._matrices(one, kind, 0, one.rounds_done))

    def models(self, run):
        """The models that the run keeps: name, as of the files that an export writes, to Model."""
        run = operator.index(run)
        with self._snapshot():
            self._one(run)
            head = self._database.execute(
                "SELECT round, precision, tensors FROM kept_models WHERE run = ?", (run,)
            ).fetchone()
            stored = self._select("SELECT model, role FROM kept_model WHERE run = ? ORDER BY model", run)
            if head is None or not stored:
                raise StoreError(
                    f"{self.path}: run {run} has no models (`coterie-cli export {run} --what models` says why)"
                )
            round, precision, lines = head
            users = {
                model: [client for client, in self._select(
                    "SELECT client FROM kept_model_client WHERE run = ? AND model = ? ORDER BY client", run, model
                )]
                for model, _ in stored
            }
            digits = max(2, len(str(max(itertools.chain([0], *users.values())))))
            groups = itertools.count()
            models = {}
            for model, role in stored:
                clients = users[model]
                if role == "global":
                    name = "global"
                elif role == "group":
                    name = f"group_{next(groups)}"
                else:
                    name = f"client_{clients[0] if clients else 0:0{digits}d}"
                numbers = b"".join(
                    piece for piece, in self._select(
                        'SELECT bytes FROM kept_model_piece WHERE run = ? AND model = ? ORDER BY "index"', run, model
                    )
                )
                tensors = self._tensors(run, lines, "d" if precision == "float64" else "f", numbers)
                models[name] = Model(role, round, clients, tensors)
        return models

    # Rows

    def _result_rows(self, run, places):
        found = {}  # metric to last, its round, best, its round
        for round, name, value in self._select(
            "SELECT round, name, value FROM round_metric WHERE run = ? ORDER BY round, name", run.run
        ):
            value = _number(value)
            better = _BETTER.get(name)
            if better is None:
                continue
            best = found.get(name, (None,) * 4)[2:]
            if better and math.isfinite(value) and (best[0] is None or better * value > better * best[0]):
                best = (value, round)
            found[name] = (value, round) + best
        clients = len(self._facts(run)[1])
        groups = found["groupCount"][0] if "groupCount" in found else None
        for name, column in _METRIC_COLUMNS.items():
            if name in found:
                yield run.identity + _swept_values(run, places) + (
                    run.status, run.rounds_done, clients, groups, name, column.partition("_")[2]
                ) + found[name]

    def _round_rows(self, run):
        metrics = self._by_round(run, "round_metric", "name, value", "name")
        draws = self._by_round(run, "participation", "client", "position")
        _, lifted = self._series(run)
        for round, rate, groups, reason in self._select_rounds(
            run, "SELECT round, learning_rate, groups, stop_reason FROM round"
        ):
            values = {name: _number(value) for name, value in metrics[round]}
            for name, value in lifted[round].items():
                values.setdefault(name, value)
            yield (round, _number(rate), len(draws[round]), reason if groups is not None else "") + tuple(
                values.get(name) for name in _METRIC_COLUMNS
            )

    def _client_rows(self, run):
        true_group, train_samples = self._facts(run)
        for row in self._select_rounds(
            run,
            "SELECT round, client, train_loss, train_accuracy,"
            " personal_test_loss, personal_test_accuracy, personal_test_samples,"
            " global_test_loss, global_test_accuracy, global_test_samples,"
            " personal_validation_loss, personal_validation_accuracy, personal_validation_samples,"
            " global_validation_loss, global_validation_accuracy, global_validation_samples,"
            " steps, update_norm FROM client_metric",
            "position",
        ):
            client = row[1]
            yield row[:2] + (_at(true_group, client), _at(train_samples, client)) + tuple(map(_number, row[2:]))

    def _group_rows(self, run, members, count):
        true_group, _ = self._facts(run)
        counts = dict(self._select_rounds(run, f"SELECT round, {count} FROM round"))
        for round, group, client in self._select_rounds(
            run, f'SELECT round, "group", client FROM {members}', '"group", position'
        ):
            if group < (counts.get(round) or 0):
                yield round, group, client, _at(true_group, client)

    def _merge_rows(self, run, merges, count):
        counts = dict(self._select_rounds(run, f"SELECT round, {count} FROM round"))
        rows = self._select_rounds(
            run,
            'SELECT round, done, "left", "right", kind, score, size, data_gain, similarity_loss'
            f" FROM {merges}",
            "step",
        )
        for round, ofRound in itertools.groupby(rows, key=lambda row: row[0]):
            if counts.get(round) is None:
                continue
            ofRound = [row[1:5] + tuple(map(_number, row[5:])) for row in ofRound]
            done = [row for row in ofRound if row[0]]
            refused = [row for row in ofRound if not row[0]][-1:]
            for step, row in enumerate(done + refused, 1):
                yield (round, step, bool(row[0])) + row[1:]

    def _matrix_rows(self, run):
        matrices = {kind: dict(self._matrices(run, kind, 0, run.rounds_done)) for kind in _MATRICES}
        for round in sorted(set().union(*matrices.values())):
            for kind in _MATRICES:
                matrix = matrices[kind].get(round, ())
                if isinstance(matrix, DifferentRows):
                    for row in _lines_of(matrix):
                        yield (round, *row)
                    continue
                for i, row in enumerate(matrix):
                    for j, value in enumerate(row):
                        yield round, kind, i, j, float(value)

    def _value_rows(self, run):
        series, lifted = self._series(run)
        metrics = self._by_round(run, "round_metric", "name, value", "name")
        for round, in self._select_rounds(run, "SELECT round FROM round"):
            for scope in ("client", "group"):
                for name, values in series[round, scope]:
                    for i, value in enumerate(values):
                        yield round, scope, i, name, value
            reported = dict(lifted[round])
            reported.update((name, _number(value)) for name, value in metrics[round] if name in _REPORTED)
            for name in sorted(reported):
                yield round, "round", None, name, reported[name]

    def _participation_rows(self, run):
        draws = self._by_round(run, "participation", "client", "position")
        for round in sorted(draws):
            for draw, (client,) in enumerate(draws[round], 1):
                yield round, draw, client

    def _traffic_rows(self, run):
        for row in self._select_rounds(run, "SELECT round, link, client, bits FROM traffic", "position"):
            yield row[:3] + (_number(row[3]),)

    def _event_rows(self, run):
        return self._select_rounds(run, "SELECT round, severity, kind, client, sentence FROM event", "position")

    def _client_name_rows(self, run):
        return self._select("SELECT client, name FROM federation_client_name WHERE run = ? ORDER BY client", run.run)

    def _timing_rows(self, run):
        phases = self._by_round(run, "timing", "phase, seconds", "position")
        parent = self._database.execute("SELECT parent, round FROM branch WHERE run = ?", (run.run,)).fetchone()
        facts = (run.created, run.status) + (parent or (None, None)) + run.libraries
        for round, seconds in self._select_rounds(run, "SELECT round, seconds FROM round"):
            for phase, time in phases[round] + [("round", seconds)]:
                yield facts + (round, phase, _number(time))

    # What the rows are made of

    @contextlib.contextmanager
    def _snapshot(self):
        """What is read inside is of one moment, whatever a run writes meanwhile."""
        self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("ROLLBACK")

    def _table(self, columns, rows):
        if not self._frames:
            return Table(columns, rows)
        frame = pandas.DataFrame.from_records(rows, columns=columns)
        for column in frame.columns:
            if len(frame) and frame[column].isna().all():
                frame[column] = math.nan
        return frame

    def _select(self, sql, *values):
        return self._database.execute(sql, values).fetchall()

    def _select_rounds(self, run, sql, order=None):
        """The rows of a table of rounds, in the order of the rounds."""
        order = "round" if order is None else "round, " + order
        return self._select(f"{sql} WHERE run = ? AND round BETWEEN 0 AND ? ORDER BY {order}", run.run, run.rounds_done)

    def _by_round(self, run, table, columns, order):
        rounds = collections.defaultdict(list)
        for row in self._select_rounds(run, f"SELECT round, {columns} FROM {table}", order):
            rounds[row[0]].append(row[1:])
        return rounds

    def _chosen(self, runs):
        """These runs, by what they are called; equal ones are counted, oldest first."""
        try:
            runs = [operator.index(runs)]  # one number, also one of NumPy's
        except TypeError:
            pass
        wanted = None if runs is None else {operator.index(run) for run in runs}
        found = []
        for row in self._database.execute(
            "SELECT run.id, experiment.name, arm_index, arm, seed, sweep, plan, status, rounds, rounds_done,"
            " run.created, host, program, torch, blas, blas_core, instructions, device, sqlite, note.text,"
            " folder.path FROM run JOIN experiment ON experiment.id = run.experiment"
            " LEFT JOIN note ON note.run = run.id LEFT JOIN folder ON folder.run = run.id"
            " WHERE discarded IS NULL"
        ):
            if wanted is None or row[0] in wanted:
                found.append(_Run(row))
        missing = sorted(wanted - {run.run for run in found}) if wanted is not None else []
        if missing:
            raise StoreError(f"{self.path}: there is no run {missing[0]} in this run store")
        found.sort(key=lambda run: run.names + (run.run,))
        for names, alike in itertools.groupby(found, key=lambda run: run.names):
            for repeat, run in enumerate(alike, 1):
                run.identity = (run.run, names[0], names[2], names[3], names[4], repeat)
        return found

    def _one(self, run):
        return self._chosen(run)[0]

    def _tags(self, run):
        return [tag for tag, in self._select("SELECT tag FROM tag WHERE run = ? ORDER BY tag", run.run)]

    def _facts(self, run):
        """True groups and training samples of the clients."""
        rows = self._select(
            "SELECT true_group, train_samples FROM federation_client WHERE run = ? ORDER BY client", run.run
        )
        return [[value for value in column if value is not None] for column in zip(*rows)] or [[], []]

    def _series(self, run):
        """Further values by (round, scope), and those of early versions that are a round's, by round."""
        series = collections.defaultdict(list)
        lifted = collections.defaultdict(dict)
        for scope, table, key in (("client", "client_value", "client"), ("group", "group_value", '"group"')):
            values = collections.defaultdict(list)
            for round, number, value in self._select_rounds(
                run, f"SELECT round, series, value FROM {table}", f"series, {key}"
            ):
                values[round, number].append(_number(value))
            place = collections.Counter()
            for round, name in self._select_rounds(
                run, f"SELECT round, name FROM (SELECT * FROM value_series WHERE scope = '{scope}')", "series"
            ):
                ofSeries = values[round, place[round]]
                place[round] += 1
                if name not in _REPORTED:
                    series[round, scope].append((name, ofSeries))
                elif ofSeries and ofSeries[0] is not None:
                    lifted[round].setdefault(name, ofSeries[0])
        for named in series.values():  # early versions stored a free choice of participants for each client, too
            costs = [values for name, values in named if name in _COSTS]
            if all(value == 0 for values in costs for value in values):
                named[:] = [(name, values) for name, values in named if name not in _COSTS]
        return series, lifted

    def _matrices(self, run, kind, first, last):
        if kind not in _MATRICES:
            raise StoreError(f"there is no kind of matrix {kind!r}; there are {', '.join(_MATRICES)}")
        holder, matrix = None, None
        for round, same_as in self._select(
            "SELECT round, same_as FROM matrix WHERE run = ? AND kind = ? AND round BETWEEN ? AND ? ORDER BY round",
            run.run, kind, first, last,
        ):
            place = round if same_as is None else same_as
            if place != holder:
                holder, matrix = place, self._stored_matrix(run.run, place, kind)
            yield round, matrix

    def _stored_matrix(self, run, round, kind):
        row = self._database.execute(
            "SELECT rows, columns, bytes, size FROM matrix WHERE run = ? AND round = ? AND kind = ? AND same_as IS NULL",
            (run, round, kind),
        ).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: the run store is damaged: a matrix of round {round} is missing")
        rows, columns, packed, different = row
        letter = "d" if kind == "gram" else "f"
        size = rows * columns * array.array(letter).itemsize if different is None else different
        try:
            numbers = zlib.decompressobj().decompress(packed, size + 1)
        except (zlib.error, OverflowError, TypeError):
            numbers = None
        if numbers is None or len(numbers) != size:
            raise StoreError(f"{self.path}: the run store is damaged: a matrix of round {round} cannot be unpacked")
        if different is None:
            return _shaped(numbers, letter, [rows, columns])
        matrix = _different_rows(numbers, rows)
        if matrix is None or rows != columns:
            raise StoreError(f"{self.path}: the run store is damaged: the rows of A of round {round} are none")
        return matrix

    def _tensors(self, run, lines, letter, numbers):
        width = array.array(letter).itemsize
        tensors = {}
        place = 0
        for line in lines.splitlines():
            name, *shape = line.split(" ")
            shape = [int(size) for size in shape]
            end = place + math.prod(shape) * width
            if end > len(numbers):
                break
            tensors[name] = _shaped(numbers[place:end], letter, shape)
            place = end
            if name.endswith(".running_var"):  # batches are not counted
                counted = name[: -len("running_var")] + "num_batches_tracked"
                tensors[counted] = 0 if numpy is None else numpy.zeros((), numpy.int64)
        else:
            if place == len(numbers):
                return tensors
        raise StoreError(f"{self.path}: the kept models of run {run} are damaged")


class _Run:
    """A row of the table of runs."""

    def __init__(self, row):
        self.run, experiment, arm_index, arm, seed, sweep = row[:6]
        self.names = (experiment, arm_index, arm, seed % 2**64, sweep)  # stored with a sign
        self.plan, self.status, self.rounds, self.rounds_done, self.created = row[6:11]
        self.libraries = row[11:19]
        self.note, self.folder = row[19:]
        self.identity = None


_TABLES = {
    "rounds": (
        "round learningRate participants_count stopReason".split() + list(_METRIC_COLUMNS.values()),
        Store._round_rows,
    ),
    "clients": (
        (
            "round client trueGroup trainSamples_count trainLoss trainAccuracy_share"
            " personalTestLoss personalTestAccuracy_share personalTestSamples_count"
            " globalTestLoss globalTestAccuracy_share globalTestSamples_count"
            " personalValidationLoss personalValidationAccuracy_share personalValidationSamples_count"
            " globalValidationLoss globalValidationAccuracy_share globalValidationSamples_count"
            " steps_count updateNorm"
        ).split(),
        Store._client_rows,
    ),
    "groups": (_GROUP_COLUMNS, lambda store, run: store._group_rows(run, "group_member", "groups")),
    "merges": (_MERGE_COLUMNS, lambda store, run: store._merge_rows(run, "merge", "groups")),
    "clusters": (_GROUP_COLUMNS, lambda store, run: store._group_rows(run, "cluster_member", "clusters")),
    "clusterMerges": (_MERGE_COLUMNS, lambda store, run: store._merge_rows(run, "cluster_merge", "clusters")),
    "matrices": ("round kind row column value".split(), Store._matrix_rows),
    "values": ("round scope index name value".split(), Store._value_rows),
    "participation": ("round draw client".split(), Store._participation_rows),
    "traffic": ("round link client traffic_bits".split(), Store._traffic_rows),
    "events": ("round severity kind client sentence".split(), Store._event_rows),
    "timings": (
        "created status parentRun parentRound".split() + _LIBRARIES + "round phase time_seconds".split(),
        Store._timing_rows,
    ),
    "clientNames": ("client name".split(), Store._client_name_rows),
}
Store.tables = tuple(_TABLES)


def _number(value):
    """A stored number. SQLite has no NaN, so it is stored as a text."""
    return math.nan if isinstance(value, str) else value


def _at(values, place):
    return values[place] if 0 <= place < len(values) else None


def _shaped(numbers, letter, shape):
    """Little-endian numbers as an array of this shape."""
    if numpy is not None:
        native = {"f": numpy.float32, "d": numpy.float64}[letter]
        return numpy.frombuffer(numbers, "<" + numpy.dtype(native).str[1:]).astype(native).reshape(shape)
    flat = array.array(letter, numbers)
    if sys.byteorder == "big":
        flat.byteswap()
    values = flat.tolist()
    for size in reversed(shape[1:]):
        values = [values[i : i + size] for i in range(0, len(values), size)] if size else []
    return values if shape else values[0]


_OWN_MODEL = 0xFFFFFFFF  # in place of a row's number


def _wholes(numbers, place, count):
    """Unsigned whole numbers of 32 bits from a place on, and the place behind them; None: too few."""
    end = place + 4 * count
    if end > len(numbers):
        return None, place
    if numpy is not None:
        return numpy.frombuffer(numbers, "<u4", count, place).astype(numpy.int64), end
    return list(struct.unpack_from(f"<{count}I", numbers, place)), end


def _different_rows(numbers, clients):
    """The A of these bytes, which docs/store.md describes; None if they are none of so many clients."""
    head, place = _wholes(numbers, 0, 3)
    if head is None:
        return None
    count, usual, listed = (int(number) for number in head)
    if listed not in (0, clients):
        return None
    row_of, place = _wholes(numbers, place, listed)
    if row_of is None:
        return None
    if not listed:
        row_of = [usual] * clients
        row_of = row_of if numpy is None else numpy.array(row_of, numpy.int64)
    rows = []
    for _ in range(count):
        length, place = _wholes(numbers, place, 1)
        sources, place = _wholes(numbers, place, int(length[0])) if length is not None else (None, place)
        if sources is None or place + 4 * len(sources) > len(numbers):
            return None
        end = place + 4 * len(sources)
        weights = _shaped(numbers[place:end], "f", [len(sources)])
        place = end
        ascends = all(one < other for one, other in zip(sources, sources[1:]))
        if not ascends or (len(sources) and sources[-1] >= clients):
            return None
        rows.append((sources, weights))
    if place != len(numbers) or any(row != _OWN_MODEL and row >= count for row in row_of):
        return None
    if numpy is None:
        return DifferentRows(clients, rows, [-1 if row == _OWN_MODEL else row for row in row_of])
    return DifferentRows(clients, rows, numpy.where(row_of == _OWN_MODEL, -1, row_of))


def _lines_of(matrix):
    """Kind, row, column and value of its lines in the table of matrices."""
    for number, (sources, weights) in enumerate(matrix.rows):
        for source, weight in zip(sources, weights):
            yield "collaborationRow", number, int(source), float(weight)
        if not len(sources):
            yield "collaborationRow", number, 0, 0.0
    first = 0
    for row, clients in itertools.groupby(matrix.row_of):
        behind = first + sum(1 for _ in clients)
        if row >= 0:
            yield "collaborationRowOf", first, behind - 1, int(row)
        first = behind


def _place_within_plan(pointer):
    """"/arms/2/algorithm/alpha" and "/algorithm/alpha" are "algorithm/alpha" of a plan."""
    steps = pointer.split("/")[1:] if pointer.startswith("/") else [pointer]
    return "/".join(steps[2:] if pointer.startswith("/arms/") else steps)


def _swept(run):
    """What the sweep of a run sets, by place."""
    return {
        _place_within_plan(point["pointer"]): _setting(point["value"]) for point in json.loads(run.plan).get("sweep", [])
    }


def _setting(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _swept_places(runs):
    return sorted(set().union(*map(_swept, runs)))


def _swept_values(run, places):
    if not places:
        return ()
    known = _swept(run)
    for place in places:
        if place not in known:
            known[place] = _find(json.loads(run.plan), place)
    return tuple(known[place] for place in places)


def _find(node, place):
    """The setting at a place of a plan, or None."""
    for step in place.split("/"):
        step = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(node, dict) or step not in node:
            return None
        node = node[step]
    return None if isinstance(node, dict) else _setting(node)


# --- A method of one's own -----------------------------------------------------------------------
#
#     import coterie
#
#     @coterie.method(wants=["cosines"])
#     def who(round):
#         n = round.clients
#         return [[1 / n] * n for _ in range(n)]
#
# Coterie calls the function after the local work of every round. It returns A: a row per client, a
# weight per client, every row sums to one. Instead it may return an Answer, which has more to say.
# What is printed goes to standard error, as standard output is where Coterie reads the answers.

PROTOCOL = 1


class Answer:
    """What a method chooses in a round. Give A, rows or groups.

    A        a list of rows, or an array [clients, clients]
    rows     instead of A: for each client a dict {client: weight}
    groups   lists of clients; without A each group takes its mean, weighted by samples
    merges   dicts with left, right and score (and kind "gain" or "distance"): how groups formed
    values   a dict: a name -> a number for all clients, or one per client (None: has none)
    log      a sentence for the log of the run
    """

    def __init__(self, A=None, rows=None, groups=None, merges=None, values=None, log=None):
        self.A = A
        self.rows = rows
        self.groups = groups
        self.merges = merges
        self.values = values
        self.log = log


class Round:
    """What a method is told after the local work of a round.

    round, rounds   the number of this round, counted from 1, and how many there are
    clients, seed   how many clients; the run's seed
    present         the clients that have joined; trained: those that trained in this round
    state           what the method keeps: any value that JSON can say, None at first. Set it and
                    Coterie stores it with the run, so that a resumed run goes on the same way.
    gram, cosines, distances, losses, labelCounts   matrices, sizes a list: where `wants` names them
    """

    def __init__(self, hello, message, state):
        self.round = message["round"]
        self.rounds = message["rounds"]  # may be changed while the run goes on
        self.clients = hello["clients"]
        self.seed = hello["seed"]
        self.present = message["present"]
        self.trained = message["trained"]
        self.state = state
        for name in ("gram", "cosines", "distances", "losses", "sizes", "labelCounts"):
            if name in message:
                setattr(self, name, _unpacked(message[name]))

    def __getattr__(self, name):  # only for what is not there
        raise AttributeError(
            "the round has no %s; does \"wants\" of the experiment name it?" % name)


def _unpacked(packed):
    """{"shape", "float64"} as a NumPy array, or as lists."""
    data = base64.b64decode(packed["float64"])
    shape = packed["shape"]
    if numpy is not None:
        return numpy.frombuffer(data, dtype="<f8").reshape(shape).copy()
    numbers = array.array("d", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(shape) == 1:
        return numbers.tolist()
    rows, columns = shape
    return [numbers[i * columns:(i + 1) * columns].tolist() for i in range(rows)]


def _packed(values):
    """A matrix or a list of numbers as {"shape", "float64"}."""
    rows = [list(map(float, row)) for row in values]
    widths = {len(row) for row in rows}
    if len(widths) != 1:
        raise ValueError("the rows of A must have one length (have %s)" % sorted(widths))
    numbers = array.array("d", (number for row in rows for number in row))
    if sys.byteorder == "big":
        numbers.byteswap()
    return {"shape": [len(rows), widths.pop()],
            "float64": base64.b64encode(numbers.tobytes()).decode("ascii")}


def _plain(value):
    """NumPy's numbers and arrays as those of Python, for JSON."""
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, range)):
        return [_plain(item) for item in value]
    return value


def _message(answer, number, state):
    if not isinstance(answer, Answer):
        answer = Answer(A=answer)
    message = {"message": "answer", "round": number}
    if answer.A is not None:
        message["A"] = _packed(answer.A)
    if answer.rows is not None:
        message["rows"] = [[[int(client), float(weight)] for client, weight in row.items()]
                           for row in answer.rows]
    for name in ("groups", "merges", "values"):
        value = getattr(answer, name)
        if value is not None:
            message[name] = _plain(value)
    if answer.log is not None:
        message["log"] = str(answer.log)
    if state != "null":
        message["state"] = base64.b64encode(state.encode("utf-8")).decode("ascii")
    return message


def _serve(function, wants):
    # What a method prints is no answer, nor what a library or a program that it starts writes.
    source = os.fdopen(os.dup(0), encoding="utf-8")
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()  # what was printed before
    sys.stdout = sys.stderr

    def write(message):
        sink.write(json.dumps(message, allow_nan=False) + "\n")
        sink.flush()

    hello = json.loads(source.readline() or "{}")
    if hello.get("message") != "hello":
        raise SystemExit("A method of Coterie is not started by hand: name it as the command of the "
                         "algorithm \"external\" in an experiment.")
    if hello["protocol"] != PROTOCOL:
        raise SystemExit("This coterie.py speaks protocol %d, Coterie speaks %s."
                         % (PROTOCOL, hello["protocol"]))
    missing = [name for name in wants if name not in hello["wants"]]
    if missing:
        raise SystemExit("The method needs %s: add it to \"What the command knows\" of the arm, or "
                         "write \"wants\": %s in the experiment file."
                         % (", ".join(missing), json.dumps(hello["wants"] + missing)))
    stored = base64.b64decode(hello["state"]).decode("utf-8") if "state" in hello else "null"
    write({"message": "ready", "protocol": PROTOCOL})
    for line in source:
        # Every round starts from what is stored, so that a resumed run differs in nothing.
        round = Round(hello, json.loads(line), json.loads(stored))
        answer = function(round)
        stored = json.dumps(_plain(round.state))
        write(_message(answer, round.round, stored))


def method(wants=()):
    """Makes a function the method of this script, and serves it until the run ends.

    The function gets a Round and returns A or an Answer. It must be the last thing in the script.
    """
    def serve(function):
        if function.__module__ == "__main__":
            _serve(function, list(wants))
        return function
    return serve
