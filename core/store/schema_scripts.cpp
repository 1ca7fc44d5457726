#include "core/store/schema_scripts.h"

#include "core/store/schema.h"

#include <array>
#include <cstddef>

namespace coterie {

namespace {

/// Every table of a round refers to (run, round), so that deleting a run, or the rounds that a
/// resumed run computes again, deletes all their rows. WITHOUT ROWID stores the rows of one run and
/// round next to each other, in the order they are written and read. Numbers have no declared type:
/// a NaN is text, infinities are REAL.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE experiment (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    json TEXT NOT NULL,
    created TEXT NOT NULL
);
CREATE INDEX experiment_hash ON experiment (hash);

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
    arm TEXT NOT NULL,
    arm_index INTEGER NOT NULL,
    seed INTEGER NOT NULL, -- unsigned 64 bits, kept as the signed number with the same bits
    sweep TEXT NOT NULL,
    plan TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    rounds INTEGER NOT NULL,
    rounds_done INTEGER NOT NULL DEFAULT 0,
    created TEXT NOT NULL,
    program TEXT NOT NULL,
    torch TEXT NOT NULL,
    blas TEXT NOT NULL,
    blas_core TEXT NOT NULL,
    instructions TEXT NOT NULL,
    device TEXT NOT NULL,
    sqlite TEXT NOT NULL,
    host TEXT NOT NULL
);
CREATE INDEX run_experiment ON run (experiment);

CREATE TABLE federation (
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    parameters INTEGER NOT NULL,
    classes INTEGER NOT NULL
);
CREATE TABLE federation_client (
    run INTEGER NOT NULL REFERENCES federation ON DELETE CASCADE,
    client INTEGER NOT NULL,
    train_samples INTEGER,
    test_samples INTEGER,
    validation_samples INTEGER,
    true_group INTEGER,
    class_counts TEXT, -- "12,0,7": training samples of each class
    PRIMARY KEY (run, client)
) WITHOUT ROWID;

CREATE TABLE round (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    round INTEGER NOT NULL,
    learning_rate,
    official_loss, official_accuracy, official_samples INTEGER,
    pooled_loss, pooled_accuracy, pooled_samples INTEGER,
    groups INTEGER, -- how many; NULL: the round reported no grouping
    stop_reason TEXT,
    seconds,
    PRIMARY KEY (run, round)
) WITHOUT ROWID;

CREATE TABLE round_metric (
    run INTEGER NOT NULL, round INTEGER NOT NULL, name TEXT NOT NULL,
    value,
    PRIMARY KEY (run, round, name),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE client_metric (
    run INTEGER NOT NULL, round INTEGER NOT NULL, position INTEGER NOT NULL,
    client INTEGER NOT NULL,
    train_loss, train_accuracy,
    personal_test_loss, personal_test_accuracy, personal_test_samples INTEGER,
    global_test_loss, global_test_accuracy, global_test_samples INTEGER,
    personal_validation_loss, personal_validation_accuracy, personal_validation_samples INTEGER,
    global_validation_loss, global_validation_accuracy, global_validation_samples INTEGER,
    steps INTEGER NOT NULL,
    update_norm,
    PRIMARY KEY (run, round, position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE value_series ( -- the names of client_value's and group_value's columns of numbers
    run INTEGER NOT NULL, round INTEGER NOT NULL,
    scope TEXT NOT NULL, -- 'client' or 'group'
    series INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (run, round, scope, series),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE client_value (
    run INTEGER NOT NULL, round INTEGER NOT NULL, series INTEGER NOT NULL, client INTEGER NOT NULL,
    value,
    PRIMARY KEY (run, round, series, client),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE group_value (
    run INTEGER NOT NULL, round INTEGER NOT NULL, series INTEGER NOT NULL, "group" INTEGER NOT NULL,
    value,
    PRIMARY KEY (run, round, series, "group"),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE group_member (
    run INTEGER NOT NULL, round INTEGER NOT NULL, "group" INTEGER NOT NULL, position INTEGER NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (run, round, "group", position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE merge (
    run INTEGER NOT NULL, round INTEGER NOT NULL, step INTEGER NOT NULL,
    done INTEGER NOT NULL, -- 0: the best merge that was refused
    "left" INTEGER NOT NULL, "right" INTEGER NOT NULL,
    score,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    data_gain,
    similarity_loss,
    PRIMARY KEY (run, round, step),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE matrix (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL, round INTEGER NOT NULL, kind TEXT NOT NULL,
    rows INTEGER NOT NULL, columns INTEGER NOT NULL,
    same_as INTEGER, -- the earlier round with these very values; NULL: they are here
    bytes BLOB,      -- zlib of little-endian floats (gram: doubles), row by row
    UNIQUE (run, round, kind),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
);

CREATE TABLE participation (
    run INTEGER NOT NULL, round INTEGER NOT NULL, position INTEGER NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (run, round, position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE traffic (
    run INTEGER NOT NULL, round INTEGER NOT NULL, position INTEGER NOT NULL,
    link TEXT NOT NULL,
    client INTEGER,
    bits,
    PRIMARY KEY (run, round, position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE timing (
    run INTEGER NOT NULL, round INTEGER NOT NULL, position INTEGER NOT NULL,
    phase TEXT NOT NULL,
    seconds,
    PRIMARY KEY (run, round, position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE event (
    run INTEGER NOT NULL, round INTEGER NOT NULL, position INTEGER NOT NULL,
    severity TEXT NOT NULL,
    kind TEXT NOT NULL,
    client INTEGER,
    sentence TEXT NOT NULL,
    PRIMARY KEY (run, round, position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE checkpoint (
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    round INTEGER NOT NULL
);
-- With a rowid, so that a chunk of unchanged length is overwritten in place, and only its changed pages are written.
CREATE TABLE checkpoint_chunk (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES checkpoint ON DELETE CASCADE,
    part TEXT NOT NULL,
    client INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (run, part, client, "index")
);

CREATE TABLE note (
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    text TEXT NOT NULL
);
CREATE TABLE tag (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (run, tag)
) WITHOUT ROWID;
)sql";

/// Clusters that a sampler draws from.
constexpr std::string_view kVersion2 = R"sql(
ALTER TABLE round ADD COLUMN clusters INTEGER; -- how many; NULL: the round reported none
ALTER TABLE round ADD COLUMN cluster_stop_reason TEXT;
CREATE TABLE cluster_member (
    run INTEGER NOT NULL, round INTEGER NOT NULL, "group" INTEGER NOT NULL, position INTEGER NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (run, round, "group", position),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE cluster_merge (
    run INTEGER NOT NULL, round INTEGER NOT NULL, step INTEGER NOT NULL,
    done INTEGER NOT NULL,
    "left" INTEGER NOT NULL, "right" INTEGER NOT NULL,
    score,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    data_gain,
    similarity_loss,
    PRIMARY KEY (run, round, step),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
)sql";

/// Large pieces of a state lie in a file beside the store.
constexpr std::string_view kVersion3 = R"sql(
ALTER TABLE checkpoint_chunk ADD COLUMN file_offset INTEGER; -- NULL: bytes holds them
ALTER TABLE checkpoint_chunk ADD COLUMN file_length INTEGER;
ALTER TABLE checkpoint_chunk ADD COLUMN file_hash INTEGER; -- contentHash, unsigned, as the signed number with the same bits
)sql";

/// Edge servers, for replays; pinned runs; and deleted runs that can be restored.
constexpr std::string_view kVersion4 = R"sql(
CREATE TABLE federation_edge (
    run INTEGER NOT NULL REFERENCES federation ON DELETE CASCADE,
    edge INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (run, edge)
) WITHOUT ROWID;
CREATE TABLE federation_edge_client (
    run INTEGER NOT NULL, edge INTEGER NOT NULL, position INTEGER NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (run, edge, position),
    FOREIGN KEY (run, edge) REFERENCES federation_edge ON DELETE CASCADE
) WITHOUT ROWID;
ALTER TABLE run ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN discarded TEXT; -- when; NULL: the run is kept
)sql";

/// What events say as values, beside their sentences; and whether it was ever a run's turn.
constexpr std::string_view kVersion5 = R"sql(
ALTER TABLE event ADD COLUMN value TEXT; -- JSON; NULL: the sentence says it all
ALTER TABLE run ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
UPDATE run SET begun = 1
    WHERE status <> 'queued' AND reason <> 'The queue was stopped before its turn.';
)sql";

/// Two states of a run, each with a digest: a damaged one falls back to the one before. Bytes have
/// rows of their own with a rowid, so that those of unchanged length are overwritten in place.
/// What hashes cannot be computed here follows in giveStatesTheirDigests().
constexpr std::string_view kVersion6 = R"sql(
CREATE TABLE checkpoint_bytes (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES checkpoint ON DELETE CASCADE,
    bytes BLOB NOT NULL
);
CREATE INDEX checkpoint_bytes_run ON checkpoint_bytes (run);
CREATE TABLE checkpoint_piece (
    run INTEGER NOT NULL REFERENCES checkpoint ON DELETE CASCADE,
    part TEXT NOT NULL, client INTEGER NOT NULL, "index" INTEGER NOT NULL,
    since INTEGER NOT NULL, -- the number of the first state with it
    until INTEGER,          -- the number of the first one without it; NULL: the newest has it
    hash INTEGER NOT NULL,  -- contentHash, unsigned, as the signed number with the same bits
    bytes INTEGER,          -- their id; NULL: they are in the file
    file_offset INTEGER,
    file_length INTEGER,
    PRIMARY KEY (run, part, client, "index", since)
) WITHOUT ROWID;
INSERT INTO checkpoint_bytes SELECT id, run, bytes FROM checkpoint_chunk WHERE file_offset IS NULL;
INSERT INTO checkpoint_piece
    SELECT run, part, client, "index", 0, NULL, coalesce(file_hash, 0),
           CASE WHEN file_offset IS NULL THEN id END, file_offset, file_length
    FROM checkpoint_chunk;
DROP TABLE checkpoint_chunk;
ALTER TABLE checkpoint ADD COLUMN number INTEGER NOT NULL DEFAULT 0; -- counts the run's commits of states
ALTER TABLE checkpoint ADD COLUMN digest INTEGER; -- of the round and all pieces, as their hashes
ALTER TABLE checkpoint ADD COLUMN before_round INTEGER; -- of the state before, number - 1; NULL: none
ALTER TABLE checkpoint ADD COLUMN before_digest INTEGER;
)sql";

/// Runs that a bundle brought.
constexpr std::string_view kVersion7 = R"sql(
ALTER TABLE run ADD COLUMN origin TEXT NOT NULL DEFAULT ''; -- the bundle's file; '': computed for this store
)sql";

/// Runs that branch off another one, and states that stay for that.
constexpr std::string_view kVersion8 = R"sql(
CREATE TABLE branch (
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    parent INTEGER REFERENCES run ON DELETE SET NULL, -- NULL: it is not in this store
    name TEXT NOT NULL,     -- of the parent
    round INTEGER NOT NULL, -- the last one that both have
    changes TEXT NOT NULL   -- by hand, a line for each: round, setting, value
);
CREATE INDEX branch_parent ON branch (parent);
CREATE TABLE kept_state (
    run INTEGER NOT NULL, round INTEGER NOT NULL,
    every INTEGER NOT NULL, -- rounds between two that are kept
    digest INTEGER NOT NULL,
    PRIMARY KEY (run, round),
    FOREIGN KEY (run, round) REFERENCES round ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE kept_piece (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL, round INTEGER NOT NULL,
    part TEXT NOT NULL, client INTEGER NOT NULL, "index" INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (run, round, part, client, "index"),
    FOREIGN KEY (run, round) REFERENCES kept_state ON DELETE CASCADE
);
)sql";

/// Folders and names of runs, and views of the table of runs.
constexpr std::string_view kVersion9 = R"sql(
CREATE TABLE folder (
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    path TEXT NOT NULL -- with a / between the folders
);
CREATE TABLE shown_name ( -- the user's own, beside those of experiment and arm
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    name TEXT NOT NULL
);
CREATE TABLE saved_view (
    name TEXT PRIMARY KEY,
    state TEXT NOT NULL -- JSON, the window's own
) WITHOUT ROWID;
)sql";

/// The models that finished runs ended with.
constexpr std::string_view kVersion10 = R"sql(
CREATE TABLE kept_models (
    run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    round INTEGER NOT NULL,
    precision TEXT NOT NULL, -- float32 or float64
    channels INTEGER NOT NULL, height INTEGER NOT NULL, width INTEGER NOT NULL, depth INTEGER NOT NULL, -- of a sample
    tensors TEXT NOT NULL,   -- of each model, in the order of its numbers: a line with name and sizes for each
    size INTEGER NOT NULL,   -- bytes of all models; without rows below they were more than the run may keep
    digest INTEGER NOT NULL
);
CREATE TABLE kept_model (
    run INTEGER NOT NULL REFERENCES kept_models ON DELETE CASCADE,
    model INTEGER NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (run, model)
) WITHOUT ROWID;
CREATE TABLE kept_model_client (
    run INTEGER NOT NULL, model INTEGER NOT NULL,
    client INTEGER NOT NULL, -- uses the model
    PRIMARY KEY (run, model, client),
    FOREIGN KEY (run, model) REFERENCES kept_model ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE kept_model_piece (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL, model INTEGER NOT NULL, "index" INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (run, model, "index"),
    FOREIGN KEY (run, model) REFERENCES kept_model ON DELETE CASCADE
);
)sql";

/// Collaboration matrices of many clients as their different rows.
constexpr std::string_view kVersion11 = R"sql(
ALTER TABLE matrix ADD COLUMN size INTEGER; -- bytes of the different rows, unpacked; NULL: every entry is stored
)sql";

/// The names that clients have in the data.
constexpr std::string_view kVersion12 = R"sql(
CREATE TABLE federation_client_name (
    run INTEGER NOT NULL REFERENCES federation ON DELETE CASCADE,
    client INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (run, client)
) WITHOUT ROWID;
)sql";

/// Script i brings version i to version i + 1.
constexpr std::array<std::string_view, kStoreVersion> kMigrations{kVersion1,
                                                                  kVersion2,
                                                                  kVersion3,
                                                                  kVersion4,
                                                                  kVersion5,
                                                                  kVersion6,
                                                                  kVersion7,
                                                                  kVersion8,
                                                                  kVersion9,
                                                                  kVersion10,
                                                                  kVersion11,
                                                                  kVersion12};

} // namespace

std::string_view migrationScript(std::int64_t version)
{
    return kMigrations.at(static_cast<std::size_t>(version));
}

} // namespace coterie
