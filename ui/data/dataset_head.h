#pragma once

#include "ui/data/catalogue.h"
#include "ui/fetch/dataset_fetch.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace coterie::ui {

class AccentButton;

/// A download that waits for its first byte, receives data or has ended.
struct DownloadState
{
    bool underWay = false;
    std::optional<FetchProgress> progress = {};
    QString sentence = {}; ///< how it ended
    bool isProblem = false;
};

/// Information and actions for the chosen data set: description, location, use in the experiment,
/// download.
class DatasetHead final : public QWidget
{
    Q_OBJECT

public:
    explicit DatasetHead(QWidget* parent = nullptr);

    void showCard(const DatasetCard& card);
    void showDownload(const DownloadState& state);

signals:
    void useRequested(const Part& dataset);
    void fetchRequested(const QString& name);
    void cancelRequested(const QString& name);

private:
    void showButtons();

    DatasetCard m_card;
    bool m_isFetching = false;
    QLabel* m_title = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_meaning = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_source = nullptr;
    AccentButton* m_use = nullptr;
    QPushButton* m_fetch = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_bar = nullptr;
    QLabel* m_news = nullptr;
};

} // namespace coterie::ui
