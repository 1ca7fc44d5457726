#pragma once

#include "ui/design/section_page.h"

#include <QAbstractListModel>

#include <vector>

class QListView;

namespace coterie::ui {

/// One arm as the list shows it.
struct ArmLine
{
    QString name;
    QString method; ///< "HCCT: alpha swept over 1, 10, 100"
    int problems = 0;
    int runs = 0;         ///< 0: not known while there are problems
    std::size_t look = 0; ///< see armLooks()

    bool operator==(const ArmLine&) const = default;
};

/// The arms of the experiment, with the colour each has in every plot.
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

/// The methods that are compared: a list to add to, copy from, delete from and put in order, and
/// the chosen one's settings.
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
    /// Arms that were wrong when this was last come to, and are so since.
    std::vector<QString> m_knownWrong;
};

} // namespace coterie::ui
