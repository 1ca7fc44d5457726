#include "ui/design/layers_editor.h"
#include "ui/design/model_fits.h"
#include "ui/design/module_door.h"
#include "ui/design/part_form.h"
#include "ui/design/section_page.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include <utility>

namespace coterie::ui {

namespace {

class ModelSection final : public SectionPage
{
public:
    ModelSection(ExperimentDocument& document,
                 const Registry& registry,
                 std::shared_ptr<RunData> runData)
        : SectionPage(DesignSection::Model, document, registry)
        , m_model(new PartForm(say("Model"), document))
        , m_module(new ModuleDoor(document))
        , m_settings(new SettingsForm(document))
        , m_layers(new LayersEditor(document, runData))
        , m_fits(new ModelFits(document, std::move(runData)))
    {
        QVBoxLayout* chosen = addCard(say("Model"));
        chosen->addWidget(m_model);
        chosen->addWidget(m_module);
        chosen->addWidget(m_fits);
        addCard(say("Precision and initialisation"))->addWidget(m_settings);
        auto* across = new QWidget;
        auto* column = columnIn(across);
        QVBoxLayout* card = addCardTo(*column);
        card->addWidget(makeHeading(say("Layers")));
        card->addWidget(m_layers);
        column->addStretch();
        m_across = across;
        addToPage(across, 1);
        if (ModuleDoor::isAmong(registry.models))
            takeDrops(*widget(), false, [this](const QString& file) { m_module->take(file); });
    }

    void refresh() override
    {
        const PartPlace place = modelPlace(registry());
        m_model->show(place);
        m_module->show(place);
        for (auto* field : m_model->findChildren<QLineEdit*>())
            field->setAcceptDrops(false); // a dropped file is the page's, not an address as text
        m_settings->show(modelSettings());
        m_layers->show(place);
        m_fits->renew();
        m_across->setVisible(!m_layers->isHidden());
    }

    void reveal(const std::string& pointer) override { m_layers->reveal(pointer); }
    void readDataAgain() override
    {
        m_layers->readDataAgain();
        m_fits->readDataAgain();
    }

private:
    PartForm* m_model = nullptr;
    ModuleDoor* m_module = nullptr;
    SettingsForm* m_settings = nullptr;
    LayersEditor* m_layers = nullptr;
    ModelFits* m_fits = nullptr;
    QWidget* m_across = nullptr;
};

} // namespace

SectionPage* makeModelSection(ExperimentDocument& document,
                              const Registry& registry,
                              std::shared_ptr<RunData> runData)
{
    return new ModelSection(document, registry, std::move(runData));
}

} // namespace coterie::ui
