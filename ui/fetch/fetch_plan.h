#pragma once

#include "core/data/catalog.h"

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <vector>

namespace coterie::ui {

/// One file on its way: from where, to where, and what is known of it beforehand.
struct FetchFile
{
    QUrl address;
    QString target;    ///< the path it gets when it is whole
    QString name;      ///< as a person is told it: "mnist/train-images-idx3-ubyte.gz"
    qint64 bytes = 0;  ///< 0: not known
    QByteArray sha256{}; ///< hexadecimal; empty: not known
    QByteArray md5{};

    [[nodiscard]] bool hasDigest() const { return !sha256.isEmpty() || !md5.isEmpty(); }
};

/// All files of a data set.
struct FetchPlan
{
    QString dataset; ///< as an experiment file writes it
    QString title;
    QString folder; ///< the data folder
    std::vector<FetchFile> files{};
    QString elsewhere{}; ///< the folder where the set was found although these files were not

    /// Of the files whose size is known.
    [[nodiscard]] qint64 bytes() const;
    [[nodiscard]] bool knowsAllSizes() const;
};

/// What to fetch for a data set, into the first of the data folders. The error says why there is
/// nothing to fetch: an unknown name, a built-in set, a file of the user's own, or files without a
/// published address.
[[nodiscard]] Result<FetchPlan> fetchPlan(std::span<const CatalogEntry> catalog,
                                          const QString& dataset,
                                          const DataFolders& folders);

} // namespace coterie::ui
