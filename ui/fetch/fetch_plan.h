#pragma once

#include "core/data/catalog.h"

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <vector>

namespace coterie::ui {

/// One file to download: source, target, and its published size and checksums.
struct FetchFile
{
    QUrl address;
    QString target;      ///< the path of the complete file
    QString name;        ///< for messages: "mnist/train-images-idx3-ubyte.gz"
    qint64 bytes = 0;    ///< 0: unknown
    QByteArray sha256{}; ///< hexadecimal; empty: unknown
    QByteArray md5{};

    [[nodiscard]] bool hasDigest() const { return !sha256.isEmpty() || !md5.isEmpty(); }
};

struct FetchPlan
{
    QString dataset; ///< as in experiment files
    QString title;
    QString folder; ///< the data folder
    std::vector<FetchFile> files{};
    QString elsewhere{}; ///< another folder that already has the set

    /// The sum of the known sizes.
    [[nodiscard]] qint64 bytes() const;
    [[nodiscard]] bool knowsAllSizes() const;
};

/// What to download for a data set, into the first data folder. The error says why there is nothing
/// to download: an unknown name, a built-in set, the user's own file, or files without a download
/// address.
[[nodiscard]] Result<FetchPlan> fetchPlan(const QString& dataset, const DataFolders& folders);

} // namespace coterie::ui
