"""A rule like FedFomo's (Zhang et al. 2021): client i takes from j what j's model would gain it.

The gain of model j over the client's own is (L_i(w_i) − L_i(w_j)) / ‖w_j − w_i‖, L_i the loss on the
client's validation samples. Gains below zero count nothing. Half of a model stays the client's own.
"""
import coterie

OWN = 0.5


@coterie.method(wants=["losses", "distances"])
def losses(round):
    A = []
    for i in range(round.clients):
        gains = [0.0] * round.clients
        for j in range(round.clients):
            if j != i and round.distances[i][j] > 0:  # losses[j][i]: of model j on client i
                gain = (round.losses[i][i] - round.losses[j][i]) / round.distances[i][j]
                gains[j] = max(gain, 0.0)
        whole = sum(gains)
        row = [(1 - OWN) * gain / whole if whole > 0 else 0.0 for gain in gains]
        row[i] = 1 - sum(row)
        A.append(row)
    return coterie.Answer(A=A, log="%d of %d clients gain from others."
                          % (sum(row[i] < 1 for i, row in enumerate(A)), round.clients))
