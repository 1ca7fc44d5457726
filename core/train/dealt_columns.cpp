#include "core/train/dealt_columns.h"

#include "core/base/hash.h"
#include "core/base/indices.h"
#include "core/base/packed_bytes.h"
#include "core/math/linear_algebra.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

namespace coterie {

namespace {

/// Of all rows that travel together.
constexpr std::size_t kBytesOfBlock = std::size_t{16} << 20;

std::size_t columnsAtOnce(const at::Tensor& matrix, std::size_t rows)
{
    return std::max<std::size_t>(
        1, kBytesOfBlock / (std::max<std::size_t>(1, rows) * matrix.element_size()));
}

std::byte* bytesAt(const at::Tensor& matrix, std::size_t row, std::int64_t column)
{
    return static_cast<std::byte*>(matrix.data_ptr())
           + (signedSize(row) * matrix.stride(0) + column) * signedSize(matrix.element_size());
}

template <typename Function>
void withNumbersOf(const at::Tensor& matrix, Function&& function)
{
    if (matrix.scalar_type() == at::kDouble)
        function(double{});
    else
        function(float{});
}

/// What the models of some clients that are here become.
struct Mixture
{
    std::vector<DealtRow> of;
    std::vector<double> shares;      ///< none: a copy of the only row
    std::vector<std::size_t> takers; ///< their places in the result
};

/// The columns of a matrix from `first` on, of which `travelled` are those of the rows that
/// travel.
template <typename Scalar>
void mixColumns(const Mixture& mixture,
                const at::Tensor& from,
                std::span<const std::optional<std::size_t>> travelled,
                const at::Tensor& block,
                std::int64_t first,
                std::int64_t count,
                const at::Tensor& to)
{
    const auto numbersAt = [](const at::Tensor& matrix, std::size_t row, std::int64_t column) {
        return reinterpret_cast<Scalar*>(bytesAt(matrix, row, column));
    };
    std::vector<const Scalar*> rows;
    for (const DealtRow& row : mixture.of)
        rows.push_back(travelled[row.client] ? numbersAt(block, *travelled[row.client], 0)
                                             : numbersAt(from, row.place, first));
    const auto length = static_cast<std::size_t>(count);
    const Scalar* made = rows.front();
    if (!mixture.shares.empty()) {
        Scalar* const taken = numbersAt(to, mixture.takers.front(), first);
        averageNumbers<Scalar>(rows, mixture.shares, {taken, length});
        made = taken;
    }
    for (const std::size_t taker : mixture.takers)
        if (Scalar* const taken = numbersAt(to, taker, first); taken != made)
            std::copy_n(made, length, taken);
}

/// Makes the mixtures of this rank. All ranks get the travelling rows, which are ascending and
/// distinct.
void mixDealtRows(const ModelDeal& deal,
                  const ModelRows& from,
                  std::span<const Mixture> mixtures,
                  std::span<const DealtRow> travelling,
                  ModelRows& to,
                  const RankExchange& exchange)
{
    std::vector<std::optional<std::size_t>> travelled(deal.clients);
    for (std::size_t i = 0; i < travelling.size(); ++i)
        travelled[travelling[i].client] = i;
    const auto mixMatrix = [&](const at::Tensor& source, const at::Tensor& target) {
        eachColumnBlock(
            deal,
            source,
            travelling,
            signedSize(columnsAtOnce(source, travelling.size())),
            exchange,
            [&](std::int64_t first, const at::Tensor& block) {
                withNumbersOf(source, [&]<typename Scalar>(Scalar) {
                    for (const Mixture& mixture : mixtures)
                        mixColumns<Scalar>(
                            mixture, source, travelled, block, first, block.size(1), target);
                });
            });
    };
    mixMatrix(from.parameters, to.parameters);
    mixMatrix(from.buffers, to.buffers);
}

/// The travelling ones of some rows, each once.
class Travelling
{
public:
    void add(const DealtRow& row) { m_rows.push_back(row); }
    [[nodiscard]] std::vector<DealtRow> take()
    {
        std::ranges::sort(m_rows, {}, &DealtRow::client);
        const auto [repeated, end] = std::ranges::unique(m_rows, {}, &DealtRow::client);
        m_rows.erase(repeated, end);
        return std::move(m_rows);
    }

private:
    std::vector<DealtRow> m_rows;
};

/// Tells models apart that are not equal numbers.
struct ModelMark
{
    std::array<std::uint64_t, 2> hashes{};
    bool isComparable = false; ///< a NaN equals nothing

    bool operator==(const ModelMark&) const = default;
};

ModelMark markOf(const ModelRows& rows, std::size_t place)
{
    ModelMark mark{.isComparable = true};
    const std::array matrices{rows.parameters, rows.buffers};
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const at::Tensor row = matrices[i].select(0, signedSize(place)) + 0; // −0 equals 0
        mark.hashes[i] = contentHash({static_cast<const std::byte*>(row.data_ptr()), row.nbytes()});
        mark.isComparable = mark.isComparable && !hasNaN(row);
    }
    return mark;
}

/// The rank that has all these clients' models, if there is one.
std::optional<std::size_t> ownerOfAll(const ModelDeal& deal, std::span<const std::size_t> clients)
{
    const std::size_t owner = deal.owner(clients.front());
    return std::ranges::all_of(clients, [&](std::size_t each) { return deal.owner(each) == owner; })
               ? std::optional(owner)
               : std::nullopt;
}

/// Whether no row of the mean leaves its rank.
bool staysAtItsRank(const ModelDeal& deal, const ModelMean& mean)
{
    const std::optional<std::size_t> owner = ownerOfAll(deal, mean.takers);
    return owner && ownerOfAll(deal, mean.of.clients) == owner;
}

/// For each mean whether its rows are one model. Ranks that have none of its rows do not know of
/// one that stays elsewhere.
std::vector<bool> areOneModel(const ModelDeal& deal,
                              const ModelRows& from,
                              std::span<const ModelMean> means,
                              const RankExchange& exchange)
{
    std::vector<bool> areOne(means.size());
    std::vector<std::size_t> asked; // of the ranks together
    PackedBytes mine;
    for (std::size_t m = 0; m < means.size(); ++m) {
        const Contributors& of = means[m].of;
        if (of.empty() || means[m].takers.empty())
            continue;
        if (staysAtItsRank(deal, means[m])) {
            areOne[m] = deal.isHere(of.clients.front()) && isOneModel(from, of.rows);
            continue;
        }
        asked.push_back(m);
        for (std::size_t k = 0; k < of.clients.size(); ++k)
            if (deal.isHere(of.clients[k]))
                mine.put(markOf(from, from.place(of.rows[k])));
    }
    if (asked.empty())
        return areOne;
    const std::vector<std::string> all = exchange(mine.take());
    std::vector<UnpackedBytes> marks(all.begin(), all.end());
    for (const std::size_t m : asked) {
        std::optional<ModelMark> first;
        areOne[m] = true;
        for (const std::size_t client : means[m].of.clients) {
            const auto mark = marks[deal.owner(client)].get<ModelMark>();
            first = first.value_or(mark);
            areOne[m] = areOne[m] && mark.isComparable && mark == *first;
        }
    }
    return areOne;
}

} // namespace

void eachColumnBlock(const ModelDeal& deal,
                     const at::Tensor& here,
                     std::span<const DealtRow> rows,
                     std::int64_t width,
                     const RankExchange& exchange,
                     const std::function<void(std::int64_t, const at::Tensor&)>& use)
{
    const std::size_t each = here.element_size();
    at::Tensor block = at::empty({signedSize(rows.size()), 0}, here.options());
    for (std::int64_t first = 0; first < here.size(1); first += width) {
        const std::int64_t count = std::min(width, here.size(1) - first);
        const std::size_t bytes = static_cast<std::size_t>(count) * each;
        if (block.size(1) != count)
            block = at::empty({signedSize(rows.size()), count}, here.options());
        if (!rows.empty()) {
            PackedBytes mine;
            for (const DealtRow& row : rows)
                if (deal.isHere(row.client))
                    mine.putRaw(bytesAt(here, row.place, first), bytes);
            const std::vector<std::string> all = exchange(mine.take());
            std::vector<UnpackedBytes> unread(all.begin(), all.end());
            for (std::size_t i = 0; i < rows.size(); ++i)
                unread[deal.owner(rows[i].client)].getRaw(bytesAt(block, i, 0), bytes);
            if (!std::ranges::all_of(unread, &UnpackedBytes::atEnd))
                throw std::runtime_error("a message of another rank is too long");
        }
        use(first, block);
    }
}

Matrix gramDealt(const ModelDeal& deal,
                 const at::Tensor& here,
                 std::span<const std::size_t> clients,
                 const RankExchange& exchange)
{
    GramSum sum(clients.size(), static_cast<std::size_t>(here.size(1)));
    std::vector<DealtRow> rows;
    for (const std::size_t client : clients)
        rows.push_back({.client = client, .place = client - deal.first()});
    const std::size_t pieces = columnsAtOnce(here, rows.size()) / sum.width();
    eachColumnBlock(deal,
                    here,
                    rows,
                    signedSize(std::max<std::size_t>(1, pieces) * sum.width()),
                    exchange,
                    [&](std::int64_t, const at::Tensor& block) {
                        withRows(block, [&](const auto& piece) { sum.add(piece); });
                    });
    return sum.take();
}

ModelRows mixDealt(const ModelDeal& deal,
                   const Collaboration& a,
                   const ModelRows& models,
                   const RankExchange& exchange)
{
    TORCH_CHECK(a.columns() == deal.clients && a.rows() == deal.clients,
                "a collaboration matrix of other clients cannot mix their models");
    ModelRows mixed = ModelRows::empty(models.count(), models);
    mixed.first = models.first;
    std::vector<std::size_t> owners;
    for (std::size_t client = 0; client < deal.clients; ++client)
        owners.push_back(deal.owner(client));
    std::vector<Mixture> own;
    std::vector<bool> travels(deal.clients);
    for (std::size_t i = 0; i < deal.clients; ++i) {
        Mixture mixture;
        std::vector<double> weights;
        a.eachShare(i, [&](std::size_t j, double weight) {
            if (owners[j] != owners[i])
                travels[j] = true;
            if (owners[i] != deal.rank)
                return;
            mixture.of.push_back({.client = j, .place = models.place(j)});
            weights.push_back(weight);
        });
        if (owners[i] != deal.rank)
            continue;
        TORCH_CHECK(!weights.empty(), "an average needs a weight for each of its models");
        mixture.shares = sharesOfWeights(weights);
        mixture.takers = {mixed.place(i)};
        own.push_back(std::move(mixture));
    }
    Travelling travelling;
    for (std::size_t client = 0; client < deal.clients; ++client)
        if (travels[client])
            travelling.add({.client = client, .place = models.place(client)});
    mixDealtRows(deal, models, own, travelling.take(), mixed, exchange);
    return mixed;
}

void giveMeansDealt(const ModelDeal& deal,
                    const ModelRows& from,
                    std::span<const ModelMean> means,
                    bool keepsOneModel,
                    ModelRows& to,
                    const RankExchange& exchange)
{
    std::vector<bool> areOne(means.size());
    if (keepsOneModel)
        areOne = areOneModel(deal, from, means, exchange);
    std::vector<Mixture> own;
    Travelling travelling;
    for (std::size_t m = 0; m < means.size(); ++m) {
        const auto& [of, takers] = means[m];
        if (of.empty() || takers.empty())
            continue;
        const std::optional<std::size_t> taking = ownerOfAll(deal, takers);
        std::vector<std::size_t> order = indices(areOne[m] ? 1 : of.clients.size());
        std::ranges::stable_sort(order, {}, [&](std::size_t k) { return of.clients[k]; });
        Mixture mixture;
        std::vector<double> weights;
        for (const std::size_t k : order) {
            mixture.of.push_back({.client = of.clients[k], .place = from.place(of.rows[k])});
            weights.push_back(of.weights[k]);
            if (taking != deal.owner(of.clients[k]))
                travelling.add(mixture.of.back());
        }
        for (const std::size_t taker : takers)
            if (deal.isHere(taker))
                mixture.takers.push_back(to.place(taker));
        if (mixture.takers.empty())
            continue;
        if (!areOne[m])
            mixture.shares = sharesOfWeights(weights);
        own.push_back(std::move(mixture));
    }
    mixDealtRows(deal, from, own, travelling.take(), to, exchange);
}

void copyDealt(const ModelDeal& deal,
               ModelRows& models,
               std::size_t to,
               std::size_t from,
               const RankExchange& exchange)
{
    const DealtRow source{.client = from, .place = models.place(from)};
    std::vector<Mixture> own;
    if (deal.isHere(to))
        own.push_back({.of = {source}, .shares = {}, .takers = {models.place(to)}});
    std::vector<DealtRow> travelling;
    if (deal.owner(to) != deal.owner(from))
        travelling.push_back(source);
    mixDealtRows(deal, models, own, travelling, models, exchange);
}

} // namespace coterie
