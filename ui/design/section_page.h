#pragma once

#include "core/experiment/parameters.h"
#include "core/run/prepare_run.h"
#include "ui/design/design_section.h"

#include <QScrollArea>

#include <memory>
#include <string>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace coterie::ui {

class ActionRegistry;
class ExperimentDocument;

/// A part of the outline as a scrolling page: heading, explanation, and cards with forms.
/// Subclasses fill the cards when the document changes.
class SectionPage : public QScrollArea
{
    Q_OBJECT

public:
    SectionPage(DesignSection section, ExperimentDocument& document, const Registry& registry);

    [[nodiscard]] DesignSection section() const { return m_section; }
    /// Shows the current JSON of the document; called when it changed and the page is visible.
    virtual void refresh() = 0;
    /// Shows the part of the page that edits the value at this pointer.
    virtual void reveal(const std::string&) {}
    /// The files of the data set have arrived.
    virtual void readDataAgain() {}
    /// A block beside the cards, or with a stretch one below them across the page.
    void addToPage(QWidget* widget, int stretch = 0);

protected:
    [[nodiscard]] ExperimentDocument& document() const { return m_document; }
    [[nodiscard]] const Registry& registry() const { return m_registry; }
    void resizeEvent(QResizeEvent* event) override;
    /// Adds a card with this title; the caller fills it.
    [[nodiscard]] QVBoxLayout* addCard(const QString& title, const QString& explanation = {});

private:
    void addBlock(QWidget* block);
    void arrange();

    DesignSection m_section;
    ExperimentDocument& m_document;
    const Registry& m_registry;
    QVBoxLayout* m_layout = nullptr;
    std::vector<QWidget*> m_blocks; ///< cards, beside each other where there is room
    std::vector<QWidget*> m_columns;
    std::size_t m_shownColumns = 0;
};

/// Adds a card to a column of cards; the caller fills it. Cards are as high as they need in a
/// column that ends in a stretch.
[[nodiscard]] QVBoxLayout* addCardTo(QVBoxLayout& column);
[[nodiscard]] QLabel* makeHeading(const QString& text, double size = 1.0);
/// An explanation below a heading, or another text in faint letters.
[[nodiscard]] QLabel* makeExplanation(const QString& text = {});

/// The data set with a preview, the held-out shares and the preprocessing. `runData` may be shared.
[[nodiscard]] SectionPage* makeDataSection(ExperimentDocument& document,
                                           const Registry& registry,
                                           std::shared_ptr<RunData> runData);

/// The partition scheme with its sliders, and the drawing of the clients below it.
[[nodiscard]] SectionPage*
makeClientsSection(ExperimentDocument& document, const Registry& registry, QWidget* canvas);
/// The model with its layers, which can be listed and changed. `runData` may be shared.
[[nodiscard]] SectionPage* makeModelSection(ExperimentDocument& document,
                                            const Registry& registry,
                                            std::shared_ptr<RunData> runData);
[[nodiscard]] SectionPage* makeLocalSection(ExperimentDocument& document, const Registry& registry);
/// The list of arms, with actions to add, copy, delete and reorder them, and a form for the chosen
/// arm. `runData` may be shared.
[[nodiscard]] SectionPage* makeArmsSection(ExperimentDocument& document,
                                           const Registry& registry,
                                           ActionRegistry& actions,
                                           std::shared_ptr<RunData> runData);
[[nodiscard]] SectionPage* makeRoundsSection(ExperimentDocument& document,
                                             const Registry& registry);
[[nodiscard]] SectionPage* makeOutputSection(ExperimentDocument& document,
                                             const Registry& registry);

} // namespace coterie::ui
