#pragma once

#include "core/base/json_parse.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/layers_editor.h"
#include "ui/layer_texts.h"

#include <QAction>
#include <QMenu>

namespace coterie::ui::test {

/// The Model page of an experiment, with its layers.
struct ModelBench : DesignBench
{
    using DesignBench::DesignBench;

    /// The quickstart with this model; false if it does not arrive.
    [[nodiscard]] bool openWith(const char* model)
    {
        const auto parsed = parseJson(model);
        if (!open() || !parsed
            || !document.apply(QStringLiteral("Prepare"),
                               {{.pointer = "/model", .value = parsed->root}}))
            return false;
        page->showSection(DesignSection::Model);
        return QTest::qWaitFor(
            [this] {
                return !document.isChecking() && !cell(0, LayerTree::OutputColumn).isEmpty()
                       && cell(0, LayerTree::OutputColumn) != QStringLiteral("–");
            },
            kTryMilliseconds);
    }

    [[nodiscard]] LayersEditor& editor() const
    {
        for (auto* editor : page->findChildren<LayersEditor*>())
            if (editor->isVisibleTo(&*page))
                return *editor;
        qFatal("no editor of layers is on the page");
    }
    [[nodiscard]] LayerTree& tree() const { return *editor().findChild<LayerTree*>(); }
    [[nodiscard]] QString cell(int row, int column) const
    {
        const QTreeWidgetItem* item = tree().topLevelItem(row);
        return item ? QString(item->text(column)).replace(u'\n', QStringLiteral(" · ")) : QString();
    }
    [[nodiscard]] QString label(const char* name) const
    {
        return editor().findChild<QLabel*>(QLatin1String(name))->text();
    }
    void act(const char* action) const
    {
        auto* found = tree().findChild<QAction*>(QLatin1String(action));
        QVERIFY2(found && found->isEnabled(), action);
        found->trigger();
    }
    void add(const char* word) const
    {
        for (QAction* entry : editor().findChild<QMenu*>(QStringLiteral("layerWords"))->actions())
            if (entry->data().toString() == QLatin1String(word))
                return entry->trigger();
        QFAIL(word);
    }
    /// The words of the list in the file; blocks in brackets.
    [[nodiscard]] QString words() const
    {
        return document.json() ? wordsOf(itemsAt(*document.json(), "/model/layers")) : QString();
    }
    [[nodiscard]] static QString wordsOf(std::span<const JsonNode> layers)
    {
        QStringList found;
        for (const JsonNode& layer : layers)
            found << (isBlock(layer) ? QStringLiteral("[%1]").arg(wordsOf(innerLayers(layer)))
                                     : QString::fromStdString(layerWord(layer)));
        return found.join(u' ');
    }
};

} // namespace coterie::ui::test
