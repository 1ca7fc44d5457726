#pragma once

#include "ui/design/arm_list_model.h"
#include "ui/design/section_page.h"

class QListView;
class QToolButton;

namespace coterie::ui {

class ArmForm;

/// The methods that are compared: a list to add to, copy from, delete from and put in order, and
/// the chosen one's settings.
class ArmsSection final : public SectionPage
{
    Q_OBJECT

public:
    ArmsSection(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh() override;
    void reveal(const std::string& pointer) override;

private:
    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] std::vector<ArmLine> lines() const;
    [[nodiscard]] std::size_t chosen() const;
    void choose(std::size_t arm);
    void showChosen();
    void add();
    void copy();
    void remove();
    void move(int by);

    ArmListModel m_model;
    QListView* m_list = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    ArmForm* m_form = nullptr;
};

} // namespace coterie::ui
