"""Every client takes the mean of its own model and those of the k clients with the likest updates."""
import sys

import coterie

K = int(sys.argv[1]) if len(sys.argv) > 1 else 1


@coterie.method(wants=["cosines"])
def nearest(round):
    rows = []
    for i in range(round.clients):
        others = [j for j in round.trained if j != i]
        others.sort(key=lambda j: -round.cosines[i][j])
        rows.append({j: 1 / (1 + len(others[:K])) for j in [i] + others[:K]})
    return coterie.Answer(rows=rows, log="Client 0 takes from %s." % sorted(set(rows[0]) - {0}))
