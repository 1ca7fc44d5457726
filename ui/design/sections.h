#pragma once

#include "ui/design/section_page.h"

#include <string>
#include <vector>

namespace coterie::ui {

class PartForm;

/// Who holds what: the partition scheme with its sliders, and beneath it the place for the drawing
/// of the clients.
class ClientsPage final : public SectionPage
{
    Q_OBJECT

public:
    ClientsPage(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    /// The widget takes all the room that the form leaves. The page owns it.
    void setCanvas(QWidget* canvas);
    void refresh() override;

private:
    PartForm* m_scheme = nullptr;
};

class PartForm;
class SettingsForm;

/// How a client trains.
class LocalSection final : public SectionPage
{
    Q_OBJECT

public:
    LocalSection(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh() override;

private:
    SettingsForm* m_work = nullptr;
    PartForm* m_optimizer = nullptr;
    PartForm* m_schedule = nullptr;
    PartForm* m_objective = nullptr;
};

class PartForm;
class SettingsForm;

/// Which model all clients train.
class ModelSection final : public SectionPage
{
    Q_OBJECT

public:
    ModelSection(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh() override;

private:
    PartForm* m_model = nullptr;
    SettingsForm* m_numbers = nullptr;
};

class SettingsForm;

/// What the experiment is called and told as, and the papers' numbers to hold beside its own.
class OutputSection final : public SectionPage
{
    Q_OBJECT

public:
    OutputSection(ExperimentDocument& document,
                  const Registry& registry,
                  QWidget* parent = nullptr);

    void refresh() override;

private:
    struct Block
    {
        QWidget* heading = nullptr;
        SettingsForm* form = nullptr;
    };

    void showBlocks(const std::vector<std::string>& pointers);

    SettingsForm* m_words = nullptr;
    QVBoxLayout* m_paper = nullptr;
    std::vector<Block> m_blocks; ///< as many as were ever needed at once; the others are hidden
};

class SettingsForm;

/// How long the arms run, how often, and where.
class RoundsSection final : public SectionPage
{
    Q_OBJECT

public:
    RoundsSection(ExperimentDocument& document,
                  const Registry& registry,
                  QWidget* parent = nullptr);

    void refresh() override;

private:
    SettingsForm* m_rounds = nullptr;
    SettingsForm* m_seeds = nullptr;
    SettingsForm* m_machine = nullptr;
};

} // namespace coterie::ui
