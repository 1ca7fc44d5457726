#pragma once

#include <QWidget>

class QToolButton;

namespace coterie::ui {

/// A heading that opens and closes what stands beneath it.
class Disclosure final : public QWidget
{
    Q_OBJECT

public:
    Disclosure(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setOpen(bool open);
    void setTitle(const QString& title);

private:
    QToolButton* m_button = nullptr;
    QWidget* m_content = nullptr;
};

} // namespace coterie::ui
