#pragma once

#include "ui/design/section_page.h"

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

} // namespace coterie::ui
