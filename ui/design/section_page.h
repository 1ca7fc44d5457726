#pragma once

#include "core/experiment/parameters.h"
#include "ui/design/design_section.h"

#include <QScrollArea>

#include <string>

class QVBoxLayout;

namespace coterie::ui {

class ExperimentDocument;

/// One entry of the outline as a page that scrolls: a heading, what the entry is about, and cards
/// with forms. Subclasses put their forms into cards and fill them when the document has changed.
class SectionPage : public QScrollArea
{
    Q_OBJECT

public:
    SectionPage(DesignSection section,
                ExperimentDocument& document,
                const Registry& registry,
                QWidget* parent = nullptr);

    [[nodiscard]] DesignSection section() const { return m_section; }
    /// Shows the document's JSON as it is now; called whenever it is another and the page is seen.
    virtual void refresh() = 0;
    /// Shows the part of the page in which the value at this JSON pointer is edited.
    virtual void reveal(const std::string&) {}

protected:
    [[nodiscard]] ExperimentDocument& document() const { return m_document; }
    [[nodiscard]] const Registry& registry() const { return m_registry; }
    /// Adds a card with this title; the caller fills it.
    [[nodiscard]] QVBoxLayout* addCard(const QString& title, const QString& explanation = {});
    void addToPage(QWidget* widget, int stretch = 0);

private:
    DesignSection m_section;
    ExperimentDocument& m_document;
    const Registry& m_registry;
    QVBoxLayout* m_layout = nullptr;
};

/// A label in the weight of headings.
[[nodiscard]] QWidget* makeHeading(const QString& text, double size = 1.0);
/// A line of explanation beneath a heading.
[[nodiscard]] QWidget* makeExplanation(const QString& text);

} // namespace coterie::ui
