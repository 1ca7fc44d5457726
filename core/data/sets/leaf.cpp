#include "core/base/as_read.h"
#include "core/data/formats/file_tree.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/leaf_json.h"
#include "core/data/formats/natural_order.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostUsers = 100'000; // clients of a partition

constexpr std::array<std::string_view, 2> kLayouts{"features", "square"};

constexpr std::array kParameters{
    required(textParameter("path",
                           "File or folder",
                           "a file of LEAF, or the folder that has them in all_data, or in train "
                           "and test, or an archive of it; absolute, or below a data folder or the "
                           "working directory")),
    ParameterDescriptor{.name = "layout",
                        .title = "Layout of a sample",
                        .type = ParameterType::Word,
                        .defaultWord = "features",
                        .words = kLayouts,
                        .meaning = "what a list of n numbers is: n features, or a square grey "
                                   "picture of √n × √n"},
    kTaskParameter,
};

constexpr NamedPart kPart{
    .name = "leaf",
    .title = "LEAF's files (JSON)",
    .meaning = "A federation in the files that LEAF writes, with its own split: every user is a "
               "client of the partition natural. Samples are numbers, not text.",
    .paper = "Caldas et al.: LEAF: A Benchmark for Federated Settings (2018)",
    .parameters = kParameters};

bool isJson(const std::string& name)
{
    return name.ends_with(".json") || name.ends_with(".json.gz");
}

/// The files with what they are for, below a tree.
struct LeafFiles
{
    std::vector<std::string> train;
    std::vector<std::string> test;
};

Result<std::vector<std::string>> jsonIn(const FileTree& tree, const std::string& folder)
{
    COTERIE_TRY(std::vector<std::string> names, tree.files(folder));
    std::ranges::sort(names, &naturallyBefore);
    for (std::string& name : names)
        name = below(folder, name);
    return names;
}

Result<LeafFiles> filesIn(const FileTree& tree)
{
    LeafFiles files;
    for (const std::string folder : {"", "data"}) {
        const bool parts = tree.hasFolder(below(folder, "train"));
        const std::string train = parts ? below(folder, "train")
                                  : tree.hasFolder(below(folder, "all_data"))
                                      ? below(folder, "all_data")
                                      : folder;
        if (!tree.hasFolder(train))
            continue;
        COTERIE_TRY(files.train, jsonIn(tree, train));
        if (parts && tree.hasFolder(below(folder, "test"))) {
            COTERIE_TRY(files.test, jsonIn(tree, below(folder, "test")));
        }
        if (!files.train.empty())
            return files;
    }
    return fail(tree.path("").string(),
                "must have files .json in it, in all_data, or in train and test, as LEAF has them");
}

struct NaturalOrder
{
    bool operator()(const std::string& a, const std::string& b) const
    {
        return naturallyBefore(a, b);
    }
};

/// Collects users as samples with domains, in the order in which they were met.
class UserSamples
{
public:
    explicit UserSamples(const ParameterSet& parameters)
        : m_regression(isRegression(parameters))
        , m_square(parameters.word("layout") == "square")
    {}

    Result<void> read(const std::shared_ptr<ByteStore>& file, bool test)
    {
        COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
        Samples& to = test ? m_test : m_train;
        m_before = memoryOf(to);
        return readBeside(memoryOf(m_train) + memoryOf(m_test), [&] {
            return readLeaf(*source,
                            [&](const LeafUser& user) { return add(user, to, file->name()); });
        });
    }

    Result<DatasetPointer> finish(const fs::path& path)
    {
        if (m_train.count() == 0)
            return fail(path.string(), "must have at least one sample to train on");
        UserFacts facts;
        std::vector<std::int32_t> places(m_users.size());
        for (const auto& [name, id] : m_users) {
            places[static_cast<std::size_t>(id)] =
                static_cast<std::int32_t>(facts.clientNames.size());
            facts.clientNames.push_back(name);
        }
        for (Samples* samples : {&m_train, &m_test})
            for (std::int32_t& domain : samples->domains)
                domain = places[static_cast<std::size_t>(domain)];
        return userDataset(kPart, path, std::move(m_train), std::move(m_test), std::move(facts));
    }

private:
    Result<void> add(const LeafUser& user, Samples& to, const std::string& file)
    {
        const std::string who = "user \"" + user.name.substr(0, 60) + "\" ";
        if (user.labels.empty())
            return {}; // LEAF keeps users without samples
        COTERIE_TRY(const SampleShape shape, shapeOf(user, file));
        if (m_train.count() + m_test.count() == 0)
            m_train.shape = m_test.shape = shape;
        if (shape != m_train.shape)
            return fail(file, who + "has samples of another size than earlier users");
        const auto known =
            m_users.try_emplace(user.name, static_cast<std::int32_t>(m_users.size()));
        if (m_users.size() > kMostUsers)
            return fail(file, filled("more than {} users", kMostUsers));
        auto* values = std::get_if<std::vector<float>>(&to.values);
        if (values == nullptr)
            values = &to.values.emplace<std::vector<float>>();
        COTERIE_CHECK(
            checkMemory(file,
                        memoryOf(to) - m_before
                            + (user.values.size() + 2 * user.labels.size()) * sizeof(float)));
        values->insert(values->end(), user.values.begin(), user.values.end());
        to.domains.insert(to.domains.end(), user.labels.size(), known.first->second);
        for (std::size_t sample = 0; sample < user.labels.size(); ++sample) {
            constexpr float kLargestLabel = 9999;
            const float label = user.labels[sample];
            if (m_regression) {
                to.targets.push_back(label);
                continue;
            }
            if (std::floor(label) != label || label < 0 || label > kLargestLabel)
                return fail(file,
                            who
                                + filled("sample {}: the label must be a whole number from 0 to "
                                         "9999 (is {})",
                                         sample,
                                         shortestText(asRead(label))));
            to.labels.push_back(static_cast<std::int32_t>(label));
        }
        return {};
    }

    [[nodiscard]] Result<SampleShape> shapeOf(const LeafUser& user, const std::string& file) const
    {
        if (!m_square || user.shape.plane() > 1)
            return user.shape;
        const auto side = static_cast<std::size_t>(
            std::lround(std::sqrt(static_cast<double>(user.shape.channels))));
        if (side * side != user.shape.channels)
            return fail(file,
                        filled("{} numbers are no square picture; leave \"layout\" at features",
                               user.shape.channels));
        return SampleShape{.channels = 1, .height = side, .width = side};
    }

    bool m_regression;
    bool m_square;
    Samples m_train;
    Samples m_test;
    std::uint64_t m_before = 0; // of the samples when this file began, which readBeside() counts
    std::map<std::string, std::int32_t, NaturalOrder> m_users;
};

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const fs::path path, userPath(parameters, "path", folders));
    COTERIE_TRY(const FileTree tree, FileTree::open(path, &isJson));
    UserSamples samples(parameters);
    if (!tree.hasFolder("")) { // a single file
        COTERIE_TRY(const std::shared_ptr<ByteStore> file, openStore(path));
        COTERIE_CHECK(samples.read(file, false));
        return samples.finish(path);
    }
    COTERIE_TRY(const LeafFiles files, filesIn(tree));
    for (const std::string& name : files.train) {
        COTERIE_TRY(const std::shared_ptr<ByteStore> file, tree.file(name));
        COTERIE_CHECK(samples.read(file, false));
    }
    for (const std::string& name : files.test) {
        COTERIE_TRY(const std::shared_ptr<ByteStore> file, tree.file(name));
        COTERIE_CHECK(samples.read(file, true));
    }
    return samples.finish(path);
}

} // namespace

constexpr CatalogEntry kLeafSet = userSet(kPart, "your own files, named by path", &load);

} // namespace coterie
