#include "core/collaboration/gaussian_tree.h"

#include "core/base/indices.h"
#include "core/math/similarity.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace coterie {

namespace {

constexpr int kMostPasses = 100; // 2-means of a few means settles in a handful

std::vector<double> centreOf(const Matrix& means, const std::vector<std::size_t>& classes)
{
    std::vector<double> centre(means.columns, 0.0);
    for (const std::size_t c : classes)
        for (std::size_t k = 0; k < centre.size(); ++k)
            centre[k] += means.at(c, k) / static_cast<double>(classes.size());
    return centre;
}

/// Both sides of the classes by the nearer of two centres; a side that would be empty (all means
/// equal, or none a number) gets the first class.
ClassSplit sidesOf(const Matrix& means,
                   const std::vector<std::size_t>& classes,
                   std::span<const double> leftCentre,
                   std::span<const double> rightCentre)
{
    ClassSplit split;
    for (const std::size_t c : classes) {
        const bool right =
            squaredDistance(means.row(c), rightCentre) < squaredDistance(means.row(c), leftCentre);
        (right ? split.right : split.left).push_back(c);
    }
    if (split.left.empty() || split.right.empty())
        split = {.left = {classes.front()}, .right = {classes.begin() + 1, classes.end()}};
    return split;
}

ClassSplit twoMeans(const Matrix& means, const std::vector<std::size_t>& classes)
{
    std::pair<std::size_t, std::size_t> farthest{classes[0], classes[1]};
    double largest = squaredDistance(means.row(classes[0]), means.row(classes[1]));
    for (std::size_t i = 0; i < classes.size(); ++i)
        for (std::size_t j = i + 1; j < classes.size(); ++j)
            if (const double between =
                    squaredDistance(means.row(classes[i]), means.row(classes[j]));
                between > largest) {
                largest = between;
                farthest = {classes[i], classes[j]};
            }
    ClassSplit split =
        sidesOf(means, classes, means.row(farthest.first), means.row(farthest.second));
    for (int pass = 0; pass < kMostPasses; ++pass) {
        ClassSplit next =
            sidesOf(means, classes, centreOf(means, split.left), centreOf(means, split.right));
        if (next == split)
            break;
        split = std::move(next);
    }
    if (split.right.front() < split.left.front())
        std::swap(split.left, split.right);
    return split;
}

constexpr std::size_t kQuadraturePoints = 20;

/// Classes of the known samples, numbered in ascending order, with the tree over them.
class KnownClasses
{
public:
    explicit KnownClasses(const LabelledRows& known)
    {
        for (const std::int32_t label : known.labels)
            m_numbers.try_emplace(label, 0);
        for (auto& [label, number] : m_numbers) {
            number = m_labels.size();
            m_labels.push_back(label);
        }
        Matrix means(m_labels.size(), known.rows.columns);
        std::vector<double> counts(m_labels.size(), 0.0);
        for (std::size_t i = 0; i < known.labels.size(); ++i) {
            const std::size_t number = m_numbers.at(known.labels[i]);
            numberOfKnown.push_back(number);
            counts[number] += 1;
            for (std::size_t k = 0; k < means.columns; ++k)
                means.at(number, k) += known.rows.at(i, k);
        }
        for (std::size_t number = 0; number < counts.size(); ++number)
            for (double& value : means.row(number))
                value /= counts[number];
        splits = classTree(means);
    }

    [[nodiscard]] std::span<const std::int32_t> labels() const { return m_labels; }
    [[nodiscard]] std::optional<std::size_t> numberOf(std::int32_t label) const
    {
        const auto found = m_numbers.find(label);
        return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
    }

    std::vector<ClassSplit> splits;
    std::vector<std::size_t> numberOfKnown; ///< of each known sample

private:
    std::map<std::int32_t, std::size_t> m_numbers;
    std::vector<std::int32_t> m_labels;
};

bool contains(const std::vector<std::size_t>& ascending, std::size_t value)
{
    return std::ranges::binary_search(ascending, value);
}

/// The Gaussian process of one split: which known samples it is about, and what its chains say of
/// the asked ones.
class Node
{
public:
    Node(const GaussianTreeSettings& settings,
         const ClassSplit& split,
         std::span<const std::size_t> classOfKnown,
         const Matrix& kernel,
         const Matrix& cross)
        : m_settings(settings)
        , m_quadrature(normalQuadrature(kQuadraturePoints))
    {
        std::vector<double> kappa;
        for (std::size_t n = 0; n < classOfKnown.size(); ++n) {
            const bool left = contains(split.left, classOfKnown[n]);
            if (!left && !contains(split.right, classOfKnown[n]))
                continue;
            m_members.push_back(n);
            kappa.push_back(left ? 0.5 : -0.5);
        }
        Matrix own = block(kernel, m_members, m_members);
        for (std::size_t i = 0; i < m_members.size(); ++i)
            own.at(i, i) += settings.jitter;
        m_process.emplace(std::move(own), std::move(kappa));
        m_cross = block(cross, indices(cross.rows), m_members);
    }

    /// P(left) of each asked sample; chains are kept if slopes will be asked for.
    std::vector<double> probabilities(RandomStream& stream, bool keepsChains)
    {
        std::vector<double> mixed(m_cross.rows, 0.0);
        for (int chain = 0; chain < m_settings.chains; ++chain) {
            const std::vector<double> weights =
                m_process->drawWeights(m_settings.gibbsSteps, stream);
            BinaryProcess::Latent latent =
                m_process->latent(weights, m_cross, m_settings.kernel.outputScale);
            for (std::size_t t = 0; t < mixed.size(); ++t)
                mixed[t] += logisticMean(m_quadrature, latent.mean[t], latent.variance[t]).value
                            / m_settings.chains;
            if (keepsChains)
                m_chains.push_back(std::move(latent));
        }
        return mixed;
    }

    /// Given the slopes of a loss at those probabilities.
    void addSlopesTo(std::span<const double> slopes, Matrix& kernelSlopes, Matrix& crossSlopes)
    {
        Matrix ownKernel(m_members.size(), m_members.size());
        Matrix ownCross(m_cross.rows, m_members.size());
        for (const BinaryProcess::Latent& latent : m_chains) {
            std::vector<double> means;
            std::vector<double> variances;
            for (std::size_t t = 0; t < slopes.size(); ++t) {
                const LogisticMean at =
                    logisticMean(m_quadrature, latent.mean[t], latent.variance[t]);
                means.push_back(slopes[t] * at.meanSlope / m_settings.chains);
                variances.push_back(slopes[t] * at.varianceSlope / m_settings.chains);
            }
            addSlopes(latent, means, variances, ownKernel, ownCross);
        }
        for (std::size_t j = 0; j < m_members.size(); ++j) {
            for (std::size_t i = 0; i < m_members.size(); ++i)
                kernelSlopes.at(m_members[i], m_members[j]) += ownKernel.at(i, j);
            for (std::size_t t = 0; t < m_cross.rows; ++t)
                crossSlopes.at(t, m_members[j]) += ownCross.at(t, j);
        }
    }

private:
    const GaussianTreeSettings& m_settings;
    NormalQuadrature m_quadrature;
    std::vector<std::size_t> m_members; ///< known samples of this split's classes
    std::optional<BinaryProcess> m_process;
    Matrix m_cross; ///< [asked, members]
    std::vector<BinaryProcess::Latent> m_chains;
};

/// Multiplies a split's answer into the classes on either side of it.
void descend(const ClassSplit& split, std::span<const double> left, Matrix& probabilities)
{
    for (std::size_t t = 0; t < left.size(); ++t) {
        for (const std::size_t c : split.left)
            probabilities.at(t, c) *= left[t];
        for (const std::size_t c : split.right)
            probabilities.at(t, c) *= 1 - left[t];
    }
}

} // namespace

std::vector<ClassSplit> classTree(const Matrix& means)
{
    std::vector<ClassSplit> splits;
    std::vector<std::vector<std::size_t>> open{indices(means.rows)};
    for (std::size_t next = 0; next < open.size(); ++next) {
        if (open[next].size() < 2)
            continue;
        const ClassSplit split = twoMeans(means, open[next]);
        splits.push_back(split);
        open.push_back(split.left);
        open.push_back(split.right);
    }
    return splits;
}

Matrix gaussianTreeProbabilities(const GaussianTreeSettings& settings,
                                 const LabelledRows& known,
                                 const Matrix& asked,
                                 std::size_t classes,
                                 RandomStream& stream)
{
    if (known.labels.empty())
        return Matrix(asked.rows, classes, 1 / static_cast<double>(classes));
    const KnownClasses present(known);
    const Matrix kernel = settings.kernel.values(known.rows, known.rows);
    const Matrix cross = settings.kernel.values(asked, known.rows);
    Matrix ofPresent(asked.rows, present.labels().size(), 1.0);
    for (const ClassSplit& split : present.splits) {
        Node node(settings, split, present.numberOfKnown, kernel, cross);
        descend(split, node.probabilities(stream, false), ofPresent);
    }
    Matrix all(asked.rows, classes);
    for (std::size_t t = 0; t < asked.rows; ++t)
        for (std::size_t c = 0; c < ofPresent.columns; ++c)
            all.at(t, static_cast<std::size_t>(present.labels()[c])) = ofPresent.at(t, c);
    return all;
}

GaussianTreeLoss gaussianTreeLoss(const GaussianTreeSettings& settings,
                                  const LabelledRows& known,
                                  const LabelledRows& asked,
                                  RandomStream& stream)
{
    GaussianTreeLoss result{.knownSlopes = Matrix(known.rows.rows, known.rows.columns),
                            .askedSlopes = Matrix(asked.rows.rows, asked.rows.columns)};
    const std::size_t count = asked.labels.size();
    if (count == 0)
        return result;
    const KnownClasses present(known);
    const Matrix kernel = settings.kernel.values(known.rows, known.rows);
    const Matrix cross = settings.kernel.values(asked.rows, known.rows);
    Matrix kernelSlopes(kernel.rows, kernel.columns);
    Matrix crossSlopes(cross.rows, cross.columns);
    Matrix probabilities(count, present.labels().size(), 1.0);
    for (const ClassSplit& split : present.splits) {
        Node node(settings, split, present.numberOfKnown, kernel, cross);
        const std::vector<double> left = node.probabilities(stream, true);
        descend(split, left, probabilities);
        std::vector<double> slopes(count, 0.0); // of −mean log of the label's side
        for (std::size_t t = 0; t < count; ++t) {
            const std::optional<std::size_t> label = present.numberOf(asked.labels[t]);
            if (label && contains(split.left, *label))
                slopes[t] = -1 / (left[t] * static_cast<double>(count));
            else if (label && contains(split.right, *label))
                slopes[t] = 1 / ((1 - left[t]) * static_cast<double>(count));
        }
        node.addSlopesTo(slopes, kernelSlopes, crossSlopes);
    }
    for (std::size_t t = 0; t < count; ++t) {
        const std::optional<std::size_t> label = present.numberOf(asked.labels[t]);
        const double probability = label ? probabilities.at(t, *label) : 0;
        const std::span<const double> row = std::as_const(probabilities).row(t);
        const auto best = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
        result.accuracy += label == best ? 1 / static_cast<double>(count) : 0;
        result.loss += negativeLog(probability) / static_cast<double>(count);
    }
    const RbfKernel& rbf = settings.kernel;
    rbf.addSlopes(
        known.rows, known.rows, kernel, kernelSlopes, result.knownSlopes, result.knownSlopes);
    rbf.addSlopes(
        asked.rows, known.rows, cross, crossSlopes, result.askedSlopes, result.knownSlopes);
    return result;
}

} // namespace coterie
