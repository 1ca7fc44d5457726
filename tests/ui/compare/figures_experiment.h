#pragma once

#include <string_view>

namespace coterie::ui::test {

/// With a figure of each kind, and with some that its runs cannot give.
inline constexpr std::string_view kFiguresExperiment = R"({
  "schema": 1, "name": "With figures", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "dirichlet", "clients": 4, "alpha": 0.5 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [0.01, 1000] } } },
            { "name": "HiCS-FL", "algorithm": { "name": "fedavg" },
              "sampler": { "name": "hicsFl", "count": 4 } } ],
  "rounds": 3, "seeds": [1, 2],
  "figures": [
    { "title": "Loss by bytes", "kind": "curves", "x": "bytes", "y": "meanLog10TestLoss", "band": "clients",
      "smoothing": "savitzkyGolay", "logarithmicX": true, "arms": ["HiCS-FL"], "yTitle": "log loss" },
    { "title": "Error over α", "kind": "points", "x": "/algorithm/alpha", "y": "bestPerClientTestError",
      "logarithmicX": true, "xTitle": "α" },
    { "title": "Entropies", "kind": "scatter", "x": "trueEntropy", "y": "estimatedEntropy", "arms": ["HiCS-FL"] },
    { "title": "Classes", "kind": "heatMap" },
    { "title": "Sparsity", "kind": "curves", "y": "globalSparsity" },
    { "title": "Rounds", "kind": "points", "x": "/rounds", "y": "meanTestError" },
    { "title": "Utilities", "kind": "scatter", "x": "utility", "y": "estimatedEntropy" } ] })";

/// Another experiment in the same store.
inline constexpr std::string_view kWithoutFigures = R"({
  "schema": 1, "name": "Without figures", "data": {
    "dataset": { "name": "glyphDigits", "samples": 120, "seed": 1 },
    "partition": { "scheme": "iid", "clients": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 1, "seeds": [1] })";

} // namespace coterie::ui::test
