#pragma once

#include "core/algorithms/registry.h"
#include "ui/design/design_page.h"
#include "ui/design/section_list.h"
#include "ui/frame/action_registry.h"
#include "ui/window/window_actions.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <optional>

namespace coterie::ui::test {

inline const QString kQuickstart =
    QStringLiteral(COTERIE_SOURCE_DIR "/experiments/quickstart.json");

/// A Design page as the window builds it, of a size at which everything has its place.
struct DesignBench
{
    explicit DesignBench(const DataFolders& folders = {})
    {
        addWindowActions(actions);
        page.emplace(document,
                     registry(),
                     actions,
                     QStringLiteral(COTERIE_SOURCE_DIR "/experiments"),
                     folders);
        page->resize(1300, 860);
    }

    /// False if the file did not arrive.
    [[nodiscard]] bool open(const QString& path = kQuickstart)
    {
        QSignalSpy checked(&document, &ExperimentDocument::checkedChanged);
        document.open(path);
        return checked.wait(kTryMilliseconds);
    }

    /// The first such widget inside the editor of a setting.
    template <typename Widget>
    [[nodiscard]] Widget* editor(const char* pointer) const
    {
        const auto* row = page->findChild<QWidget*>(QString::fromLatin1(pointer));
        return row ? row->findChild<Widget*>() : nullptr;
    }
    template <typename Widget>
    [[nodiscard]] Widget* find(const QString& name) const
    {
        return page->findChild<Widget*>(name);
    }
    [[nodiscard]] QString text(const char* label) const
    {
        return page->findChild<QLabel*>(QString::fromLatin1(label))->text();
    }
    /// What the file says at a place; "–" where it says nothing.
    [[nodiscard]] std::string said(const char* pointer) const
    {
        const JsonNode* value = document.json() ? valueAt(*document.json(), pointer) : nullptr;
        return value ? writeCompact(*value) : "–";
    }
    [[nodiscard]] int problemsOf(DesignSection section) const
    {
        const auto* list = page->findChild<SectionList*>();
        return list->model()
            ->index(static_cast<int>(section), 0)
            .data(SectionList::ProblemsRole)
            .toInt();
    }

    ActionRegistry actions;
    ExperimentDocument document{registry()};
    std::optional<DesignPage> page;
};

} // namespace coterie::ui::test
