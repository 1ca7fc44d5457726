#pragma once

#include "core/algorithms/group_models.h"
#include "core/train/federation.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// K server models that clients choose from by their training loss: what IFCA and FLSC share.
struct ClusterModels
{
    ModelRows models; ///< K rows

    [[nodiscard]] std::size_t count() const { return models.count(); }
    void start(const Federation& federation, std::size_t count, bool distinct);
    /// L_ij: mean training loss of model j on each of these clients.
    [[nodiscard]] Matrix trainLosses(Federation& federation,
                                     std::span<const std::size_t> clients) const;
    /// Each of these clients fetches all models, to choose from, and returns one.
    void countChoice(const Federation& federation,
                     std::span<const std::size_t> clients,
                     RoundReport& report) const;
    [[nodiscard]] State state() const;
    void restore(const State& state);
};

/// The models with the smallest losses, as many as asked for, ascending; of equal ones the first.
[[nodiscard]] std::vector<std::size_t> smallestLosses(std::span<const double> losses,
                                                      std::size_t count);

/// A of clients that each use the mean of some models: `makeUp` says what every client counts for
/// in a model. A model without makeUp stayed as it was, so that its share is the client's own.
[[nodiscard]] Matrix takenThrough(std::span<const std::vector<std::size_t>> modelsOfClient,
                                  const Matrix& makeUp);

/// "lossOfModel1" … as client values.
void reportLosses(const Matrix& losses,
                  std::span<const std::size_t> clients,
                  std::size_t allClients,
                  RoundReport& report);

inline constexpr std::array<std::string_view, 2> kInitWords{"distinct", "same"};

inline constexpr ParameterDescriptor kModelCountParameter{
    .name = "models",
    .type = ParameterType::Integer,
    .minimum = 1,
    .maximum = 1e6,
    .defaultNumber = 5,
    .unit = "models",
    .meaning = "How many models the server keeps",
    .symbol = "K",
    .equation = "HCCT Table 3: 10, 5 and 10 for Digit, FMNIST and CIFAR-10"};

inline constexpr ParameterDescriptor kInitParameter{
    .name = "init",
    .title = "Start of the models",
    .type = ParameterType::Word,
    .defaultWord = "distinct",
    .words = kInitWords,
    .meaning = "Whether the models start apart; from the same start everybody chooses the first "
               "one, so that clusters collapse, as in HCCT's released code",
    .equation = "IFCA Algorithm 1",
    .profileCodeWord = "same"};

} // namespace coterie
