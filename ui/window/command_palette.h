#pragma once

#include <QFrame>
#include <QIcon>
#include <QList>

#include <functional>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace coterie::ui {

/// Something that the palette can find besides the actions.
struct PaletteEntry
{
    QString text;
    QString note; ///< at the right
    QString tip;
    QIcon icon;
    std::function<void()> act;
};

/// Finds any enabled action, and what its sources have, by words of the name.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// Opens in the upper middle of its parent's window.
    void popUp();
    /// Asked each time that the palette opens; its entries follow the actions.
    void addSource(std::function<std::vector<PaletteEntry>()> source);
    /// A source has changed.
    void refill();

signals:
    void opened();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Matches;

    void fill();
    void addLine(const PaletteEntry& entry);
    void showMatches();
    void triggerCurrent();

    QList<QAction*> m_actions;
    std::vector<std::function<std::vector<PaletteEntry>()>> m_sources;
    std::vector<std::function<void()>> m_acts; ///< by line
    QLineEdit* m_edit = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_nothing = nullptr; ///< says that nothing matches
    QStandardItemModel* m_model = nullptr;
    Matches* m_matching = nullptr;
};

} // namespace coterie::ui
