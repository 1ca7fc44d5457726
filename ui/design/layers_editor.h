#pragma once

#include "core/run/prepare_run.h"
#include "ui/design/layer_edits.h"
#include "ui/design/layer_tree.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <memory>

class QAction;
class QBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace coterie::ui {

class ExperimentDocument;
class PartForm;

/// The layers of a model: those that the file lists can be changed, those of a shipped model are
/// shown and can be turned into such a list. The words and their settings are the registry's.
/// Shapes and counts are for the experiment's data set, which is read off the GUI thread; `runData`
/// may be shared.
class LayersEditor final : public QWidget
{
    Q_OBJECT

public:
    LayersEditor(ExperimentDocument& document, std::shared_ptr<RunData> runData);

    /// Shows the model at this place; does nothing without valid JSON.
    void show(const PartPlace& place);
    /// Chooses the layer that is edited at this pointer.
    void reveal(const std::string& pointer);
    /// The files of the data set have arrived.
    void readDataAgain();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What a network has to fit.
    struct DataShape
    {
        SampleShape shape;
        std::size_t classes = 0;
    };

    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] std::string listPointer() const { return m_place.pointer + "/layers"; }
    [[nodiscard]] PartPlace chosenPlace() const;
    void readShape();
    void refresh();
    [[nodiscard]] std::optional<ListFigures> figures() const;
    void showFacts(const std::optional<ListFigures>& figures);
    void showChosen();
    void enableActions();
    void edit(const QString& label, const std::optional<EditedLayers>& edited);
    void listThem();
    void add(const NamedPart& word);
    void copy();
    void moveUp();
    void moveDown();
    void wrap();
    void takeOut();
    void remove();

    ExperimentDocument& m_document;
    std::shared_ptr<RunData> m_data;
    LatestJob m_reading;
    PartPlace m_place;
    JsonNode m_list;             ///< as shown
    bool m_isOwn = false;        ///< the file lists them
    std::optional<RunPlan> m_of; ///< whose data have been read, or are being read
    std::optional<DataShape> m_shape;
    QString m_whyNoShape;
    std::vector<NamedPart> m_plainWords; ///< all but blocks
    std::vector<NamedPart> m_blockWord;
    LayerTree* m_tree = nullptr;
    QWidget* m_buttons = nullptr;
    QWidget* m_tools = nullptr;    ///< for a list of the file
    QToolButton* m_edit = nullptr; ///< for other models
    QToolButton* m_add = nullptr;
    QAction* m_insert = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    QAction* m_wrap = nullptr;
    QAction* m_takeOut = nullptr;
    QAction* m_remove = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_problem = nullptr;
    QBoxLayout* m_halves = nullptr; ///< the list, and the chosen layer below or beside it
    QWidget* m_chosenBox = nullptr;
    QLabel* m_chosenTitle = nullptr;
    PartForm* m_form = nullptr;
};

} // namespace coterie::ui
