#pragma once

#include "ui/compare/filter_query.h"

#include <QLineEdit>

#include <functional>

class QCompleter;
class QLabel;
class QStringListModel;
class QTimer;

namespace coterie::ui {

/// The field for the filter of the run table. It completes names and values while one types, or at
/// ↓, underlines what is wrong in a query, and says why in a note below that moves nothing.
class FilterEdit final : public QLineEdit
{
    Q_OBJECT

public:
    /// `complete` returns what can be typed at a place of a text.
    explicit FilterEdit(std::function<FilterCompletion(const QString&, int)> complete,
                        QWidget* parent = nullptr);

    /// As if it had been typed, with Enter.
    void enter(const QString& query);
    /// What is wrong with the text, if anything.
    void showProblem(const std::optional<FilterProblem>& problem);
    [[nodiscard]] const std::optional<FilterProblem>& shownProblem() const { return m_problem; }

signals:
    /// After a pause in typing, as there can be thousands of runs; `isDone` after Enter.
    void filterTyped(const QString& text, bool isDone);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitWidth();
    void offerCompletions(int leastLetters);
    void take(const QString& completion);
    void underline();
    void showNote();

    std::function<FilterCompletion(const QString&, int)> m_complete;
    QCompleter* m_completer = nullptr;
    QStringListModel* m_offered = nullptr;
    int m_begin = 0; ///< of the word that a completion replaces
    int m_end = 0;
    int m_place = 0; ///< of the cursor, for which they were offered
    QTimer* m_pause = nullptr;
    QTimer* m_moved = nullptr; ///< runs while the window moves
    QLabel* m_note = nullptr;
    std::optional<FilterProblem> m_problem;
    bool m_isEdited = false; ///< since the problem was shown
};

} // namespace coterie::ui
