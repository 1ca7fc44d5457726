#pragma once

#include "ui/data/catalogue.h"
#include "ui/fetch/dataset_fetch.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace coterie::ui {

class AccentButton;

/// What there is to say and to do about the chosen data set: its story, where it is, the button
/// that puts it into the design, and its download.
class DatasetHead final : public QWidget
{
    Q_OBJECT

public:
    explicit DatasetHead(QWidget* parent = nullptr);

    void showCard(const DatasetCard& card);
    /// A download that waits (nothing received yet) or comes in.
    void showProgress(const FetchProgress& progress);
    void showWaiting();
    /// It ended: the button is back, with a sentence if something is to be said.
    void showEnded(const QString& sentence, bool isProblem);

signals:
    void useRequested();
    void fetchRequested();
    void cancelRequested();

private:
    QLabel* makeLine(QPalette::ColorRole role);
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
