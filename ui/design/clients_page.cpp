#include "ui/design/clients_page.h"

#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"

#include <QVBoxLayout>

namespace coterie::ui {

ClientsPage::ClientsPage(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : SectionPage(DesignSection::Clients, document, registry, parent)
    , m_scheme(new PartForm(tr("Partition scheme"), document))
{
    m_scheme->foldMinorSettings();
    addCard(tr("How the data set is shared out among the clients"))->addWidget(m_scheme);
}

void ClientsPage::setCanvas(QWidget* canvas)
{
    addToPage(canvas, 1);
}

void ClientsPage::refresh()
{
    const DataSettings defaults;
    m_scheme->show({.pointer = "/data/partition",
                    .known = registry().partitions,
                    .nameKey = "scheme",
                    .fallbackName = defaults.partition.name,
                    .style = {.slider = true}});
}

} // namespace coterie::ui
