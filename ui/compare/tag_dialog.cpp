#include "ui/compare/tag_dialog.h"

#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>
#include <map>
#include <set>

namespace coterie::ui {

namespace {

Qt::CheckState stateOf(TagUse::Of use)
{
    return use == TagUse::Of::All    ? Qt::Checked
           : use == TagUse::Of::Some ? Qt::PartiallyChecked
                                     : Qt::Unchecked;
}

/// The tags in a text, each once; or what is wrong with one.
Result<std::vector<std::string>> tagsIn(const QString& typed)
{
    std::vector<std::string> tags;
    for (const QString& part : typed.split(u',', Qt::SkipEmptyParts)) {
        if (part.trimmed().isEmpty())
            continue;
        Result<std::string> tag = checkedTag(part.toStdString());
        if (!tag)
            return Unexpected<Error>{tag.error()};
        if (std::ranges::find(tags, *tag) == tags.end())
            tags.push_back(*std::move(tag));
    }
    return tags;
}

} // namespace

std::vector<TagUse> tagUses(std::span<const RunRow> runs, std::span<const std::int64_t> chosen)
{
    const std::set<std::int64_t> wanted(chosen.begin(), chosen.end());
    std::map<std::string, std::size_t> counts;
    for (const RunRow& run : runs)
        for (const std::string& tag : run.tags)
            counts[tag] += wanted.contains(run.id) ? 1 : 0;
    std::vector<TagUse> uses;
    for (const auto& [tag, count] : counts)
        uses.push_back({.tag = tag,
                        .chosen = count == 0              ? TagUse::Of::None
                                  : count < wanted.size() ? TagUse::Of::Some
                                                          : TagUse::Of::All});
    return uses;
}

TagDialog::TagDialog(std::vector<TagUse> uses, std::size_t runs, QWidget* parent)
    : QDialog(parent)
    , m_uses(std::move(uses))
    , m_list(named(new QListWidget(this), "tags", tr("Tags")))
    , m_new(named(new QLineEdit(this), "newTags"))
{
    setObjectName(QStringLiteral("tagDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(
        counted(static_cast<qsizetype>(runs), tr("Tags of 1 run"), tr("Tags of %1 runs")));
    m_list->setToolTip(tr("Tick a tag to give it to all selected runs, untick it to take it from "
                          "all of them. A tag that some of them have shows a dash and stays as it "
                          "is. Space ticks."));
    for (const TagUse& use : m_uses) {
        auto* item = new QListWidgetItem(toQString(use.tag), m_list);
        Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable;
        if (use.chosen == TagUse::Of::Some)
            flags |= Qt::ItemIsUserTristate;
        item->setFlags(flags);
        item->setCheckState(stateOf(use.chosen));
    }
    m_list->setVisible(!m_uses.empty());
    m_new->setToolTip(tr("Add tags to all selected runs; commas separate several"));
    m_new->setPlaceholderText(tr("paper, to repeat"));
    m_problem = named(textLabel(this, QPalette::WindowText), "tagProblem");
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing()); // nothing moves
    m_problem->setAlignment(Qt::AlignTop);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Change nothing"));
    m_take = buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole);
    m_take->setToolTip(tr("Change the tags of the selected runs; this can be undone"));
    m_take->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &TagDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &TagDialog::reject);
    connect(m_new, &QLineEdit::textChanged, this, &TagDialog::check);
    auto* layout = columnIn(this, 8, {14, 12, 14, 12});
    layout->addWidget(m_list, 1);
    layout->addWidget(labelled(tr("&New tags"), m_new));
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    resize(46 * fontMetrics().averageCharWidth(), m_uses.empty() ? 0 : 320);
    m_new->setFocus();
    check();
}

void TagDialog::check()
{
    const auto tags = tagsIn(m_new->text());
    m_take->setEnabled(tags.has_value());
    m_problem->setText(tags ? QString() : toQString(tags.error().sentence()));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, problemColour(colours));
    m_problem->setPalette(colours);
}

void TagDialog::accept()
{
    const auto typed = tagsIn(m_new->text());
    if (!typed)
        return;
    std::vector<std::string> added = *typed;
    std::vector<std::string> removed;
    for (std::size_t place = 0; place < m_uses.size(); ++place) {
        const TagUse& use = m_uses[place];
        const Qt::CheckState now = m_list->item(static_cast<int>(place))->checkState();
        const bool isTyped = std::ranges::find(*typed, use.tag) != typed->end();
        if (now == stateOf(use.chosen) || isTyped) // what is typed holds
            continue;
        if (now == Qt::Checked)
            added.push_back(use.tag);
        else if (now == Qt::Unchecked)
            removed.push_back(use.tag);
    }
    QDialog::accept();
    if (!added.empty() || !removed.empty())
        emit decided(added, removed);
}

} // namespace coterie::ui
