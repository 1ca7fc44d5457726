"""pFedGraph's rule (Ye et al. 2023): row i minimises λ‖a − p‖² + ⟨a, d_i⟩ on the simplex.

d_i holds −cosine of the models' changes, p the clients' shares of the samples. The minimum is the
projection of p − d_i/(2λ) on the simplex (Held et al. 1974). λ is the first argument.
"""
import sys

import coterie

LAMBDA = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0


def on_simplex(v):
    """The point nearest to v with entries that are not negative and sum to one."""
    total, threshold = 0.0, 0.0
    for count, value in enumerate(sorted(v, reverse=True), start=1):
        total += value
        if value - (total - 1) / count > 0:
            threshold = (total - 1) / count
    return [max(value - threshold, 0.0) for value in v]


@coterie.method(wants=["cosines", "sizes"])
def simplex(round):
    everything = sum(round.sizes)
    p = [size / everything for size in round.sizes]
    A = [on_simplex([p[j] + round.cosines[i][j] / (2 * LAMBDA) for j in range(round.clients)])
         for i in range(round.clients)]
    return coterie.Answer(A=A, values={"partners": [sum(a > 0 for a in row) for row in A]})
