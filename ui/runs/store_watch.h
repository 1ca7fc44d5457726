#pragma once

#include "core/store/store_files.h"

#include <QWidget>

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

class QTimer;

namespace coterie::ui {

/// Notices what other processes write into the stores, such as a run of the command line: while its
/// page is shown, it asks the file system every few seconds, and says so until it is noted.
class StoreWatch final : public QObject
{
    Q_OBJECT

public:
    StoreWatch(StoreFiles files, QWidget* page);

    /// The stores are about to be read.
    void note() { m_seen = stamps(); }

    bool eventFilter(QObject* watched, QEvent* event) override;

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
