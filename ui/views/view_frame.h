#pragma once

#include "ui/views/plain_table.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QLabel;
class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace coterie::ui {

/// What every view can do besides being looked at: be read as a table, and be saved as a picture or
/// as numbers. It shows the view or its table in the same place.
class ViewFrame final : public QWidget
{
    Q_OBJECT

public:
    struct Abilities
    {
        QString name; ///< "dendrogram": the proposed file name
        std::function<PlainTable()> table;
        /// Writes the picture to this file; empty, or what went wrong. Absent: the view is a table.
        std::function<QString(const QString&)> savePicture;
    };

    ViewFrame(QWidget* view, Abilities abilities, QWidget* parent = nullptr);

    /// The button for the view's head; its menu may be given more actions before these.
    [[nodiscard]] QToolButton* button() const { return m_button; }
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    [[nodiscard]] bool showsTable() const;
    void showTable(bool table);
    /// The view's numbers have changed; a table on screen follows, at most once a second: it holds
    /// every number, not only those that are new.
    void updateTable();

    /// Each says what went wrong in a line below the view, and returns whether nothing did. The
    /// file's ending says the form: .png, .svg or .pdf; .tex, .md or, for anything else, CSV.
    bool savePicture(const QString& path);
    bool saveTable(const QString& path);

private:
    void fillMenu();
    void makeTable();
    void fillTable();
    void say(const QString& sentence);
    void askForFile(const QString& title,
                    const QString& filters,
                    bool (ViewFrame::*save)(const QString&));

    Abilities m_abilities;
    QStackedWidget* m_stack = nullptr;
    QTableView* m_table = nullptr;
    QTimer m_filled; ///< runs for a while after that
    bool m_isTableOld = false;
    PlainTableModel* m_model = nullptr;
    QToolButton* m_button = nullptr;
    QMenu* m_menu = nullptr;
    QAction* m_asTable = nullptr;
    QLabel* m_message = nullptr;
};

} // namespace coterie::ui
