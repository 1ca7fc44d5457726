#pragma once

#include "ui/design/section_page.h"

#include <string>
#include <vector>

namespace coterie::ui {

class PartForm;

/// The partition scheme, and the drawing of the clients below it.
class ClientsPage final : public SectionPage
{
    Q_OBJECT

public:
    ClientsPage(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    /// Adds the widget below the form; the page owns it.
    void setCanvas(QWidget* canvas);
    void refresh() override;

private:
    PartForm* m_scheme = nullptr;
};

class PartForm;
class SettingsForm;

/// The local training of a client.
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

/// The model that all clients train.
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

/// Name, description and paper results.
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
    std::vector<Block> m_blocks; ///< as many as were needed so far; unused ones are hidden
};

class SettingsForm;

/// Rounds, seeds and device.
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
