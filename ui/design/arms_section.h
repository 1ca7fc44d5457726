#pragma once

#include "ui/design/section_page.h"

#include <QAbstractListModel>

#include <vector>

class QListView;

namespace coterie::ui {

/// One row of the arm list.
struct ArmLine
{
    QString name;
    QString method; ///< "HCCT: alpha swept over 1, 10, 100"
    int problems = 0;
    int runs = 0;         ///< 0 while there are problems
    std::size_t look = 0; ///< see armLooks()

    bool operator==(const ArmLine&) const = default;
};

/// The arms of the experiment with their plot colours.
class ArmListModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setArms(std::vector<ArmLine> arms);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<ArmLine> m_arms;
};

class ActionRegistry;
class ArmForm;

/// The list of arms, with actions to add, copy, delete and reorder them, and a form for the chosen
/// arm.
class ArmsSection final : public SectionPage
{
    Q_OBJECT

public:
    ArmsSection(ExperimentDocument& document,
                const Registry& registry,
                ActionRegistry& actions,
                QWidget* parent = nullptr);

    void refresh() override;
    void reveal(const std::string& pointer) override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] std::vector<ArmLine> lines() const;
    [[nodiscard]] std::size_t chosen() const;
    void choose(std::size_t arm);
    void showChosen();
    void chooseWhatIsWrong();
    void forgetMended();
    void enableActions();
    void add();
    void copy();
    void remove();
    void move(int by);

    ActionRegistry& m_actions;
    ArmListModel m_model;
    QListView* m_list = nullptr;
    ArmForm* m_form = nullptr;
    /// Arms that had problems at the last visit and still have.
    std::vector<QString> m_knownWrong;
};

} // namespace coterie::ui
