#include "ui/window/sufficient_dialog.h"

#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/views/line_plot.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_legend.h"
#include "ui/views/sufficient_picture.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

/// How an input is shown, in the order of kSufficientInputs.
struct InputWords
{
    QString label;
    QString tip;
};

std::array<InputWords, kSufficientInputs.size()> inputWords()
{
    return {{
        {say("Clients"), say("Set the number of clients, 1 to 100,000")},
        {say("Dimension"), say("Set the number of parameters of a model, 1 to 100,000")},
        {say("Spreads v"),
         say("Set how far the clients' optima differ: numbers above 0, separated by commas. Each "
             "makes a curve")},
        {say("Precisions ε"),
         say("Set the excess losses to reach: numbers above 0, separated by commas. Each makes a "
             "row of the table")},
        {say("Seed"), say("Set the seed of the drawn optima")},
        {say("Criterion"), say("Choose how much likeness counts in the variance")},
        {say("Threshold λ"), say("Set the threshold of the binary criterion, at most 1")},
        {say("Variance σ²"), say("Set the variance of one client's gradients")},
        {say("First loss ε⁰"), say("Set the excess loss before the first step")},
        {say("Steps T"), say("Set the number of steps of the bounds")},
        {say("Constant step size η"), say("Set the constant step size, at most 1/μ = 1")},
        {say("Decreasing factor C"),
         say("Set C of the decreasing step sizes C/(μt); it must be above 1")},
    }};
}

/// The lists of the inputs as they are typed; all others are single numbers or words.
bool isListInput(const SufficientInput& input)
{
    return input.name == "variation" || input.name == "precision";
}

/// As the inputs have it.
QString textOf(const QWidget& field, const SufficientInput& input)
{
    if (const auto* choice = qobject_cast<const QComboBox*>(&field))
        return choice->currentData().toString();
    const QString text = static_cast<const QLineEdit&>(field).text();
    QStringList plain;
    for (const QString& typed : isListInput(input) ? typedParts(text) : QStringList(text.trimmed()))
        plain << plainTyped(typed).value_or(typed);
    return plain.join(u',');
}

QString shownInput(const QString& plain)
{
    if (numberLocale().decimalPoint() == QLatin1String("."))
        return plain;
    QStringList numbers = plain.split(u',');
    for (QString& number : numbers)
        number = localNumber(number);
    return numbers.join(QStringLiteral(", "));
}

void setText(QWidget& field, const QString& text)
{
    const QSignalBlocker silence(field);
    if (auto* choice = qobject_cast<QComboBox*>(&field))
        choice->setCurrentIndex(choice->findData(text));
    else
        static_cast<QLineEdit&>(field).setText(shownInput(text));
}

QString shortText(double value)
{
    return toQString(shortestText(value));
}

/// A row per precision and a column per spread.
PlainTable sizeTable(const SufficientSetting& setting, const std::vector<SufficientRow>& rows)
{
    PlainTable table{.header = {say("Precision ε")}, .rows = {}, .hasNumbersInHeader = true};
    for (const double variation : setting.variations)
        table.header << say("v = %1").arg(shortText(variation));
    const std::size_t precisions = setting.precisions.size();
    for (std::size_t p = 0; p < precisions; ++p) {
        std::vector<QVariant> cells{setting.precisions[p]};
        for (std::size_t row = p; row < rows.size(); row += precisions)
            cells.emplace_back(qint64(rows[row].cluster.clients));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

PlainTable boundTable(const std::vector<SufficientRow>& rows)
{
    PlainTable table;
    table.header = QStringList{say("Spread v"),
                               say("Precision ε"),
                               say("Clients"),
                               say("Sufficient variance"),
                               say("Constant"),
                               say("Horizon"),
                               say("Decreasing"),
                               say("Steps to ε"),
                               say("Squared gradient")};
    for (const SufficientRow& row : rows)
        table.rows.push_back({row.variation,
                              row.precision,
                              qint64(row.cluster.clients),
                              row.cluster.variance,
                              row.constant,
                              cellOf(row.horizon),
                              row.decreasing,
                              row.steps,
                              row.gradientNorm});
    return table;
}

/// A heading with the view's menu, what the view shows in words, and the view.
QWidget* part(const QString& title, QLabel* note, ViewFrame* view)
{
    auto* whole = new QWidget;
    auto* heading = new QLabel(title, whole);
    heading->setFont(headingFont(heading->font()));
    auto* head = new QHBoxLayout;
    head->addWidget(heading, 1);
    head->addWidget(view->button());
    auto* layout = columnIn(whole, 4);
    layout->addLayout(head);
    layout->addWidget(note);
    layout->addWidget(view, 1);
    return whole;
}

} // namespace

SufficientDialog::SufficientDialog(QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("sufficientDialog"));
    setWindowTitle(tr("Sufficient clusters"));
    m_results = new QSplitter(Qt::Vertical, this);
    m_results->setChildrenCollapsible(false);
    auto* layout = rowIn(this, 16, {14, 12, 14, 12});
    m_inputs = makeInputs();
    layout->addWidget(m_inputs);
    layout->addWidget(m_results, 1);
    m_results->addWidget(makePlot());
    m_results->addWidget(makeTable());
    m_results->setSizes({430, 330});
    resize(onScreen(*this, {1280, 760}));
    reset();
}

QWidget* SufficientDialog::makeInputs()
{
    auto* column = new QWidget(this);
    auto* form = new QFormLayout;
    const auto words = inputWords();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const SufficientInput& input = kSufficientInputs[i];
        QWidget* field = nullptr;
        if (input.text == &SufficientTexts::criterion) {
            auto* choice = new QComboBox(column);
            choice->addItem(tr("binary"), toQString(kSufficientCriteria.front()));
            choice->addItem(tr("continuous"), toQString(kSufficientCriteria.back()));
            connect(choice, &QComboBox::currentIndexChanged, this, &SufficientDialog::compute);
            field = choice;
        } else {
            auto* edit = new QLineEdit(column);
            connect(edit, &QLineEdit::textChanged, this, &SufficientDialog::compute);
            field = edit;
        }
        field->setObjectName(toQString(input.name));
        field->setAccessibleName(words[i].label);
        field->setToolTip(words[i].tip);
        form->addRow(words[i].label, field);
        m_fields.push_back(field);
        m_labels.push_back(form->labelForField(field));
    }
    m_problem = named(textLabel(column, QPalette::WindowText), "sufficientProblem", tr("Problem"));
    m_problem->setTextFormat(Qt::PlainText); // it quotes what was typed
    auto* buttons =
        new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close, column);
    for (QAbstractButton* button : buttons->buttons())
        qobject_cast<QPushButton*>(button)->setAutoDefault(false); // Enter must not close
    QPushButton* defaults = buttons->button(QDialogButtonBox::RestoreDefaults);
    defaults->setText(tr("Restore defaults"));
    defaults->setToolTip(tr("Set every input to its default"));
    buttons->button(QDialogButtonBox::Close)->setToolTip(tr("Close this dialog"));
    connect(defaults, &QPushButton::clicked, this, &SufficientDialog::reset);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = columnIn(column, 10);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(buttons);
    return column;
}

QWidget* SufficientDialog::makePlot()
{
    auto* drawing = new QWidget(this);
    m_legend = new PlotLegend(drawing);
    m_plot = new LinePlot(drawing);
    m_plot->setLogarithmicX(true);
    auto* layout = columnIn(drawing, 2);
    layout->addWidget(m_legend);
    layout->addWidget(m_plot, 1);
    m_sizes = named(new ViewFrame(
                        drawing,
                        m_plot->asPicture(QStringLiteral("sufficient-clusters")),
                        [this] { return sizeTable(m_answer.setting, m_answer.rows); },
                        this),
                    "sufficientSizes");
    m_sizeNote = named(textLabel(this), "sizeNote");
    // Queued, because during a drag the plot still has its old range, and its old size in a resize.
    connect(m_plot, &LinePlot::redrawWanted, m_plot, &LinePlot::redraw, Qt::QueuedConnection);
    connect(m_legend, &PlotLegend::hiddenChanged, m_plot, &LinePlot::setHidden);
    return part(tr("Size over precision"), m_sizeNote, m_sizes);
}

QWidget* SufficientDialog::makeTable()
{
    auto* table = named(new QTableView(this), "boundTable", tr("Variance and bounds"));
    table->setToolTip(tr("Point at a number to see all digits"));
    m_bounds = new PlainTableModel(table);
    table->setModel(m_bounds);
    dressTable(*table);
    // Each as wide as its numbers; with too little room the table scrolls.
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->horizontalHeader()->setStretchLastSection(true);
    auto* frame = new ViewFrame(
        table,
        {.name = QStringLiteral("sufficient-bounds")},
        [this] { return m_bounds->table(); },
        this);
    m_boundNote = named(textLabel(this), "boundNote");
    return part(tr("Variance and bounds"), m_boundNote, frame);
}

SufficientTexts SufficientDialog::texts() const
{
    SufficientTexts typed;
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        typed.*kSufficientInputs[i].text = textOf(*m_fields[i], kSufficientInputs[i]).toStdString();
    return typed;
}

void SufficientDialog::reset()
{
    const SufficientTexts defaults;
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        setText(*m_fields[i], toQString(defaults.*kSufficientInputs[i].text));
    compute();
}

void SufficientDialog::compute()
{
    const Result<SufficientSetting> setting = sufficientSetting(texts());
    m_error = setting ? std::nullopt : std::optional(setting.error());
    showProblem();
    if (!setting) {
        m_job.cancel();
        return showAnswer({});
    }
    m_results->setEnabled(false); // its numbers are those of the inputs before
    m_job.run(
        [chosen = *setting] {
            const std::vector<double> distances = unitDistances(chosen);
            return Answer{.setting = chosen,
                          .rows = sufficientRows(chosen, distances),
                          .curves = sufficientCurves(chosen, distances)};
        },
        [this](const Answer& answer) { showAnswer(answer); });
}

/// The sentence below the inputs and the label of the bad one, in the colour of errors.
void SufficientDialog::showProblem()
{
    const auto words = inputWords();
    QString sentence;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const bool isBad = m_error && m_error->place == kSufficientInputs[i].name;
        m_labels[i]->setPalette(isBad ? problemPalette(palette()) : QPalette());
        if (isBad)
            sentence = say("%1: %2").arg(words[i].label, toQString(m_error->complaint()));
    }
    m_problem->setPalette(sentence.isEmpty() ? QPalette() : problemPalette(palette()));
    m_problem->setText(sentence);
}

void SufficientDialog::showAnswer(const Answer& answer)
{
    const bool isSame = m_answer.setting.variations == answer.setting.variations
                        && m_answer.setting.precisions == answer.setting.precisions;
    m_answer = answer;
    m_results->setEnabled(true);
    PlotPicture picture = sufficientPicture(answer.curves);
    m_legend->setLines(picture.lines);
    if (!isSame)
        m_plot->fitNext();
    m_plot->setPicture(std::move(picture));
    m_sizes->updateTable();
    m_bounds->setTable(boundTable(answer.rows));
    const bool isEmpty = answer.rows.empty();
    m_sizeNote->setText(isEmpty ? QString() : fromCore(sizeNote(answer.setting)));
    m_boundNote->setText(isEmpty ? QString() : fromCore(boundNote(answer.setting)));
}

void SufficientDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_problem)
        showProblem();
    if (event->type() == QEvent::FontChange && m_inputs)
        shareWidth();
}

void SufficientDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    shareWidth();
}

/// The inputs get what they need, and in a narrow dialog less than the results.
void SufficientDialog::shareWidth()
{
    constexpr int kLetters = 58;
    const int wanted = std::min(kLetters * fontMetrics().averageCharWidth(), width() * 2 / 5);
    m_inputs->setFixedWidth(std::max(wanted, m_inputs->minimumSizeHint().width()));
}

void showSufficientClusters(QWidget& window)
{
    auto* dialog = window.findChild<SufficientDialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog)
        dialog = new SufficientDialog(&window);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace coterie::ui
