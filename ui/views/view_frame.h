#pragma once

#include "ui/views/picture_export.h"
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

/// What every view offers: its numbers as a table in the same place, and to save either. The view's
/// own options come first in the same menu.
class ViewFrame final : public QWidget
{
    Q_OBJECT

public:
    using Table = std::function<PlainTable()>;

    /// A view that is a table itself has no picture but its name.
    ViewFrame(QWidget* view, PictureSource picture, Table table, QWidget* parent = nullptr);

    /// For the view's head.
    [[nodiscard]] QToolButton* button() const { return m_button; }
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    [[nodiscard]] bool showsTable() const;
    void showTable(bool table);
    /// To be called when the numbers change. A table on screen is filled again at most once a
    /// second, as it holds every number.
    void updateTable();

    /// Each shows what went wrong in a line below the view, and returns whether nothing did. The
    /// file's ending selects the format: .png, .svg or .pdf; .tex, .md or, for anything else, CSV.
    bool savePicture(const QString& path);
    bool saveTable(const QString& path);

private:
    void fillMenu();
    void fillTable();
    void fitColumns();
    bool showTrouble(const QString& text);

    PictureSource m_picture;
    Table m_makeNumbers;
    QStackedWidget* m_stack = nullptr;
    QTableView* m_table = nullptr;
    QTimer m_filled; ///< runs for a second after the table was filled
    bool m_isTableOld = false;
    PlainTableModel* m_model = nullptr;
    QStringList m_fitted; ///< the titles of the columns whose widths are fitted
    QToolButton* m_button = nullptr;
    QMenu* m_menu = nullptr;
    QAction* m_asTable = nullptr;
    QLabel* m_message = nullptr;
};

} // namespace coterie::ui
