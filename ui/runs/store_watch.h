#pragma once

#include "core/store/store_files.h"

#include <QObject>

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

class QTimer;

namespace coterie::ui {

/// Notices what other processes write into the stores, such as a run of the command line: while it
/// is on, it asks the file system every few seconds.
class StoreWatch final : public QObject
{
    Q_OBJECT

public:
    explicit StoreWatch(StoreFiles files, QObject* parent = nullptr);

    void setOn(bool on);

signals:
    void written();

private:
    using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;

    [[nodiscard]] std::vector<Stamp> stamps() const;
    void look();

    const StoreFiles m_files;
    std::vector<Stamp> m_seen;
    QTimer* m_timer;
};

} // namespace coterie::ui
