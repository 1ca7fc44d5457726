#pragma once

#include <QUrl>
#include <QWidget>

#include <vector>

class QAction;
class QKeySequence;
class QLabel;
class QLayout;
class QLineEdit;
class QTextCursor;
class QTreeWidget;
class QTreeWidgetItem;

namespace coterie::ui {

class ManualPage;

/// The window that shows the documents of the manual: a list of them and of the chosen one's
/// sections at the left, the document at the right. Links between documents, to sections and to
/// pictures work; links to the web open in the browser.
class Manual final : public QWidget
{
    Q_OBJECT

public:
    /// `folder` holds the documents as Markdown files, and a folder with tutorials.
    explicit Manual(const QString& folder, QWidget* parent = nullptr);
    ~Manual() override;

    /// Brings the window to the front, at the first document if none is shown yet.
    void popUp();
    /// Shows "guide.md", "tutorials/hcct.md" or "algorithms.md#21-hcct"; Back returns to what was
    /// shown before.
    void open(const QString& link);
    /// The shown document, as a path.
    [[nodiscard]] const QString& file() const { return m_file; }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Place
    {
        QUrl link;
        int scroll = 0;
    };

    QAction*
    addButton(QLayout& bar, const QString& text, const char* sign, const QKeySequence& keys);
    void addActions(QLayout& bar);
    void addFind(QLayout& bar);
    void listDocuments();
    void follow(const QUrl& link);
    void go(int steps);
    void load(const QString& file);
    void reload();
    void listSections();
    void choose(QTreeWidgetItem* item);
    void find(const QString& text);
    void step(int by);
    void showMatches();
    void leave();

    QString m_folder;
    QString m_file;
    std::vector<Place> m_history;
    std::size_t m_now = 0; ///< in the history
    std::vector<QTextCursor> m_matches;
    std::size_t m_match = 0; ///< the chosen one

    QTreeWidget* m_list = nullptr;
    ManualPage* m_page = nullptr;
    QLineEdit* m_find = nullptr;
    QLabel* m_found = nullptr;
    QAction* m_back = nullptr;
    QAction* m_forward = nullptr;
};

} // namespace coterie::ui
