#pragma once

#include "core/base/matrix.h"
#include "core/experiment/parameters.h"
#include "core/report/collaboration.h"
#include "core/train/federation.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// The one model of many methods.
struct GlobalModel
{
    ModelRows row; ///< one row
    std::size_t clients = 0;

    void start(Federation& federation)
    {
        row = federation.initialModels();
        clients = federation.clients();
    }
    /// As every client's personal model and as the global one.
    [[nodiscard]] ModelsInUse inUse() const
    {
        return {
            .personal = &row, .personalRow = std::vector<std::size_t>(clients, 0), .global = &row};
    }
};

/// A model for every client, row i for client i; see ModelDeal for where the rows are.
struct PersonalModels
{
    ModelRows rows;
    std::size_t clients = 0;

    void start(Federation& federation)
    {
        rows = federation.clientModels();
        clients = federation.clients();
    }
    /// Row j of `ends` becomes the model of trained[j]; no row is written over in place.
    void keep(std::span<const std::size_t> trained, const ModelRows& ends);
    /// As the clients' models, beside a global one if there is one.
    [[nodiscard]] ModelsInUse inUse(const GlobalModel* global = nullptr) const;
};

/// As many numbers for each client as a model has parameters, such as a control variate: row i for
/// client i, zero at first; see ModelDeal for where the rows are.
struct ClientRows
{
    at::Tensor rows;
    std::optional<std::size_t> first = {}; ///< as in ModelRows

    void start(const Federation& federation, const GlobalModel& like);
    /// The row of a client, as a view.
    [[nodiscard]] at::Tensor of(std::size_t client) const
    {
        return rows.select(0, signedSize(client - first.value_or(0)));
    }
    /// The rows of a point's clients, shaped like its weights.
    [[nodiscard]] at::Tensor of(const LocalPoint& point) const;
};

/// A of clients that do not collaborate, for methods that compute every weight.
[[nodiscard]] Matrix identityMatrix(std::size_t clients);

using Groups = std::vector<std::vector<int>>; ///< of clients, as in Grouping

/// WAVG of the contributors' models for all members of a group.
[[nodiscard]] ModelMean meanFor(std::span<const int> members, Contributors of);

/// The members' rows of `models` become WAVG of the contributors' rows of `from`, all of which are
/// here; see giveMean().
void shareMean(const ModelRows& from,
               const Contributors& contributors,
               ModelRows& models,
               std::span<const int> members,
               BufferMode mode);

/// The block of a group in A: each member takes the contributors' normalised weights. Without
/// contributors nothing happens.
void fillBlock(Collaboration& collaboration,
               std::span<const int> members,
               const Contributors& contributors);

/// η of round 0: HCCT's released code uses it for newcomers, and FLSC's for every client.
[[nodiscard]] double firstLearningRate(const Federation& federation);

/// K server models that clients choose from by their training loss: what IFCA and FLSC share.
struct ClusterModels
{
    ModelRows models; ///< K rows

    [[nodiscard]] std::size_t count() const { return models.count(); }
    void start(const Federation& federation, std::size_t count, bool distinct)
    {
        models = federation.initialModels(count, distinct);
    }
    /// The `perClient` models with the smallest training losses of each participant, in its part of
    /// `chosen`. Reports the losses, "lossOfModel1" … of each client.
    void choose(Federation& federation,
                std::size_t perClient,
                std::vector<std::size_t>& chosen,
                RoundReport& report) const;
    /// Each of these clients fetches all models, to choose from, and returns one.
    void countChoice(const Federation& federation,
                     std::span<const std::size_t> clients,
                     RoundReport& report) const;
};

/// The `count` models with the smallest losses, ascending; of equal ones the first.
[[nodiscard]] std::vector<std::size_t> smallestLosses(std::span<const double> losses,
                                                      std::size_t count);

inline constexpr std::array<std::string_view, 2> kInitWords{"distinct", "same"};

inline constexpr ParameterDescriptor kModelCountParameter{
    .name = "models",
    .range = between(1, 1e6),
    .unit = "models",
    .meaning = "Number of models on the server",
    .symbol = "K",
    .equation = "HCCT Table 3: 10, 5 and 10 for Digit, FMNIST and CIFAR-10"};

inline constexpr ParameterDescriptor kInitParameter{
    .name = "init",
    .title = "Start of the models",
    .words = kInitWords,
    .meaning = "The models start from distinct values or from the same ones. From the same start "
               "every client chooses the first model, so that clusters collapse, as in HCCT's "
               "released code",
    .equation = "IFCA Algorithm 1",
    .profileCodeWord = "same"};

} // namespace coterie
