#include "ui/design/new_experiment.h"

namespace coterie::ui {

QString newExperiment()
{
    return QStringLiteral(R"({
  "schema": 1,
  "name": "New experiment",
  "data": {
    "dataset": { "name": "glyphDigits", "samples": 3200 },
    "partition": { "scheme": "dirichlet", "clients": 8, "alpha": 0.5, "minimum": 40 },
    "test": { "share": 0.2 }
  },
  "model": { "name": "mnist_cnn_20k" },
  "local": {
    "optimizer": { "name": "sgd", "learningRate": 0.05, "momentum": 0.5 },
    "batch": 16,
    "localEpochs": 1
  },
  "arms": [
    { "name": "Independent", "algorithm": { "name": "independent" } },
    { "name": "FedAvg", "algorithm": { "name": "fedavg" } }
  ],
  "rounds": 10,
  "seeds": [1]
}
)");
}

} // namespace coterie::ui
