#include "ui/design/problem_list.h"

#include "ui/frame/icons.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

constexpr int kPlaceRole = Qt::UserRole + 1;
constexpr int kGreatestHeight = 180;

} // namespace

ProblemList::ProblemList(QWidget* parent)
    : QListWidget(parent)
{
    setAccessibleName(tr("Problems of the experiment"));
    setToolTip(tr("Choose a problem to see its place"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setIconSize({18, 18});
    setMaximumHeight(kGreatestHeight);
    setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    hide();
    const auto choose = [this](const QListWidgetItem* item) {
        emit chosen(item->data(kPlaceRole).toString());
    };
    connect(this, &QListWidget::itemActivated, this, choose);
    connect(this, &QListWidget::itemClicked, this, choose);
}

void ProblemList::show(const Problems& problems, const std::function<QString(const Error&)>& told)
{
    clear();
    for (const Error& problem : problems) {
        auto* item = new QListWidgetItem(icon(QStringLiteral("warning")),
                                         told ? told(problem) : toQString(problem.sentence()),
                                         this);
        item->setData(kPlaceRole, toQString(problem.place));
    }
    setVisible(!problems.empty());
}

} // namespace coterie::ui
