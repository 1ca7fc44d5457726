#pragma once

#include "core/base/matrix.h"
#include "core/train/federation.h"
#include "core/train/state.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The one model that many methods keep: what it is used for, how it is saved, how it comes back.
struct GlobalModel
{
    ModelRows row; ///< one row
    std::size_t clients = 0;

    void start(Federation& federation);
    /// Everybody's personal model and the global one.
    [[nodiscard]] ModelsInUse inUse() const;
    [[nodiscard]] State state() const;
    void restore(const State& state);
};

/// A model for every client, row i for client i: what it is used for, how it is saved, how it comes
/// back.
struct PersonalModels
{
    ModelRows rows;

    void start(Federation& federation);
    /// Row j of `ends` becomes the model of clients[j]; nobody's row is written over in place.
    void keep(std::span<const std::size_t> clients, const ModelRows& ends);
    [[nodiscard]] ModelsInUse inUse() const;
    /// `prefix` tells several sets of one algorithm apart.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});
};

/// A of clients that keep to themselves.
[[nodiscard]] Matrix identityMatrix(std::size_t clients);

using Groups = std::vector<std::vector<int>>; ///< of clients, as in Grouping

/// Who of a group counts in its mean, with what weight, and which rows of some models are theirs.
struct Contributors
{
    std::vector<std::size_t> clients;
    std::vector<std::size_t> rows;
    std::vector<double> weights;

    [[nodiscard]] bool empty() const { return clients.empty(); }
    /// All members, each in its own row, by size; those without samples do not count.
    [[nodiscard]] static Contributors everybody(const Federation& federation,
                                                std::span<const int> members);
    /// Those who trained, by size.
    [[nodiscard]] static Contributors
    trainedOnes(const Federation& federation, const Trained& trained, std::span<const int> members);
};

/// The members' rows of `models` become WAVG of the contributors' rows of `from`. Rows that are all
/// one model are that model, to the bit. Without contributors nothing happens.
void shareMean(const ModelRows& from,
               const Contributors& contributors,
               ModelRows& models,
               std::span<const int> members,
               BufferMode mode);

/// The block of a group in the collaboration matrix: each member takes the contributors' normalised
/// weights.
void fillBlock(Matrix& collaboration,
               std::span<const int> members,
               const Contributors& contributors);

/// η of round 0: what HCCT's released code gives to newcomers, and FLSC's to everybody.
[[nodiscard]] double firstLearningRate(const Federation& federation);

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
