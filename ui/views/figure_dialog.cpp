#include "ui/views/figure_dialog.h"

#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/figure_preview.h"
#include "ui/views/picture_export.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontComboBox>
#include <QFontInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

const QString kPdf = QStringLiteral("PDF (*.pdf)");
const QString kSvg = QStringLiteral("SVG (*.svg)");
const QString kPng = QStringLiteral("PNG (*.png)");

/// The chosen format first.
QString filtersOf(FigureFormat format)
{
    const QStringList filters = format == FigureFormat::Pdf   ? QStringList{kPdf, kSvg, kPng}
                                : format == FigureFormat::Svg ? QStringList{kSvg, kPdf, kPng}
                                                              : QStringList{kPng, kPdf, kSvg};
    return filters.join(QStringLiteral(";;"));
}

template <typename Choice>
Choice chosen(const QComboBox& box)
{
    return static_cast<Choice>(box.currentData().toInt());
}

template <typename Choice>
void choose(QComboBox& box, Choice choice)
{
    box.setCurrentIndex(box.findData(int(choice)));
}

/// Reads a number into a setting.
auto numberInto(QLineEdit* field,
                FigureRange allowed,
                const QString& unit,
                double FigureSettings::*part)
{
    return [=](FigureSettings& settings) {
        const QString problem =
            numberProblem(field->accessibleName(), field->text(), allowed, unit);
        if (problem.isEmpty())
            settings.*part = *typedNumber(field->text());
        return problem;
    };
}

auto textInto(QLineEdit* field, QString FigureSettings::*part)
{
    return [=](FigureSettings& settings) {
        settings.*part = field->text().trimmed();
        return QString();
    };
}

} // namespace

FigureDialog::FigureDialog(Figure figure, QWidget* parent)
    : QDialog(parent)
    , m_figure(std::move(figure))
{
    setObjectName(QStringLiteral("figureDialog"));
    setWindowTitle(tr("Save the picture"));
    auto* halves = new QHBoxLayout;
    halves->setSpacing(16);
    QWidget* form = makeForm();
    QWidget* result = makeResult();
    halves->addWidget(form);
    halves->addWidget(result, 1);
    auto* layout = columnIn(this, 12, {14, 12, 14, 12});
    layout->addLayout(halves, 1);
    layout->addWidget(makeButtons());
    QSize size(980, 620);
    if (parent)
        size = size.boundedTo(parent->window()->size() - QSize(20, 40));
    resize(size.expandedTo(minimumSizeHint()));
    fill(settingsOf(m_figure));
    if (m_figure.isEmpty())
        tell(tr("The picture is empty. Show the view first."), true);
    m_column->setFocus();
}

QWidget* FigureDialog::makeForm()
{
    m_fields = new QWidget(this);
    m_fields->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_form = new QFormLayout(m_fields);
    m_form->setContentsMargins({});
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    makeSizeRows();
    makeTextRows();
    if (m_figure.plot)
        makeAxisRows();
    makeFileRows();
    return m_fields;
}

void FigureDialog::addRow(const QString& label, const std::vector<QWidget*>& fields, Take take)
{
    auto* side = new QWidget(m_fields);
    auto* column = columnIn(side, 2);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    const auto grows = [](const QWidget* field) {
        return !qobject_cast<const QLabel*>(field) && field->minimumWidth() < field->maximumWidth();
    };
    for (QWidget* field : fields)
        row->addWidget(field, grows(field) ? 1 : 0);
    if (std::ranges::none_of(fields, grows))
        row->addStretch(1);
    column->addLayout(row);
    auto* problem = textLabel(side, QPalette::WindowText);
    problem->setObjectName(fields.front()->objectName() + QStringLiteral("Problem"));
    problem->setTextFormat(Qt::PlainText); // it quotes what was typed
    problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // widens nothing
    problem->hide();
    column->addWidget(problem);
    auto* title = new QLabel(label, m_fields);
    title->setBuddy(fields.front());
    title->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    title->setContentsMargins(0, 5, 0, 0); // level with the text of the field
    m_form->addRow(title, side);
    m_rows.push_back({.label = title, .problem = problem, .take = std::move(take)});
}

QLineEdit* FigureDialog::addText(const char* name, const QString& title, const QString& tip)
{
    auto* field = named(new QLineEdit(m_fields), name, title);
    field->setToolTip(tip);
    connect(field, &QLineEdit::textChanged, this, &FigureDialog::change);
    return field;
}

QLineEdit* FigureDialog::addNumber(const char* name, const QString& title, const QString& tip)
{
    QLineEdit* field = addText(name, title, tip);
    field->setFixedWidth(10 * fontMetrics().averageCharWidth() + 12);
    return field;
}

template <typename Choice>
QComboBox* FigureDialog::addChoice(const char* name,
                                   const QString& title,
                                   const QString& tip,
                                   const std::vector<std::pair<QString, Choice>>& choices)
{
    auto* box = named(new QComboBox(m_fields), name, title);
    box->setToolTip(tip);
    for (const auto& [text, choice] : choices)
        box->addItem(text, int(choice));
    makeWheelQuiet(*box);
    connect(box, &QComboBox::currentIndexChanged, this, &FigureDialog::change);
    return box;
}

void FigureDialog::makeSizeRows()
{
    m_column = addChoice<FigureColumn>("figureColumn",
                                       tr("Width"),
                                       tr("Choose how wide the figure is on paper"),
                                       {{tr("Single column"), FigureColumn::Single},
                                        {tr("Double column"), FigureColumn::Double},
                                        {tr("Own width"), FigureColumn::Own}});
    m_width = addNumber("figureWidth", tr("Width"), tr("Set the width in millimetres"));
    addRow(tr("&Width"), {m_column, m_width, new QLabel(tr("mm"))}, [this](FigureSettings& all) {
        all.column = chosen<FigureColumn>(*m_column);
        if (all.column != FigureColumn::Own)
            return QString();
        return numberInto(m_width, kFigureMillimetres, tr("mm"), &FigureSettings::ownWidth)(all);
    });
    if (m_figure.heightAt)
        return;
    m_height = addNumber("figureHeight",
                         tr("Height"),
                         tr("Set the height in millimetres; empty: in proportion to the width"));
    addRow(tr("&Height"), {m_height, new QLabel(tr("mm"))}, [this](FigureSettings& all) {
        all.height.reset();
        if (m_height->text().trimmed().isEmpty())
            return QString();
        const QString problem = numberProblem(
            m_height->accessibleName(), m_height->text(), kFigureMillimetres, tr("mm"));
        if (problem.isEmpty())
            all.height = typedNumber(m_height->text());
        return problem;
    });
}

void FigureDialog::makeTextRows()
{
    m_family = named(new QFontComboBox(m_fields), "figureFamily", tr("Font"));
    m_family->setToolTip(tr("Choose the font of all texts"));
    m_family->setEditable(false);
    m_family->setMinimumContentsLength(12);
    m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    makeWheelQuiet(*m_family);
    connect(m_family, &QFontComboBox::currentFontChanged, this, &FigureDialog::change);
    m_fontSize = addNumber("figureFontSize", tr("Font size"), tr("Set the font size in points"));
    addRow(tr("&Font"), {m_family, m_fontSize, new QLabel(tr("pt"))}, [this](FigureSettings& all) {
        const QString family = QFontInfo(m_family->currentFont()).family();
        all.family = family == figureFont({}).family() ? QString() : family; // follows the window's
        return numberInto(m_fontSize, kFigurePoints, tr("pt"), &FigureSettings::fontSize)(all);
    });
    if (m_figure.plot) {
        m_lineWidth = addNumber(
            "figureLineWidth", tr("Line width"), tr("Set the width of the main lines in points"));
        addRow(tr("&Line width"),
               {m_lineWidth, new QLabel(tr("pt"))},
               numberInto(m_lineWidth, kFigureLines, tr("pt"), &FigureSettings::lineWidth));
    }
    m_title = addText("figureTitle", tr("Title"), tr("Set the text above the figure"));
    m_title->setPlaceholderText(tr("None"));
    addRow(tr("&Title"), {m_title}, textInto(m_title, &FigureSettings::title));
}

void FigureDialog::makeAxisRows()
{
    const FigurePlot& plot = *m_figure.plot;
    m_xName =
        addText("figureXName", tr("Horizontal axis"), tr("Set the name of the horizontal axis"));
    m_xName->setPlaceholderText(plot.picture.xLabel);
    addRow(tr("Hori&zontal axis"), {m_xName}, textInto(m_xName, &FigureSettings::xName));
    addLimits(0, tr("Li&mits"), plot.logarithmicX);
    m_yName = addText("figureYName", tr("Vertical axis"), tr("Set the name of the vertical axis"));
    m_yName->setPlaceholderText(plot.picture.yLabel);
    addRow(tr("&Vertical axis"), {m_yName}, textInto(m_yName, &FigureSettings::yName));
    addLimits(2, tr("L&imits"), plot.logarithmicY);
    m_legend = addChoice<FigureLegend>("figureLegend",
                                       tr("Legend"),
                                       tr("Choose where the names of the lines go"),
                                       {{tr("None"), FigureLegend::None},
                                        {tr("Above the plot"), FigureLegend::Above},
                                        {tr("Below the plot"), FigureLegend::Below},
                                        {tr("Right of the plot"), FigureLegend::Right},
                                        {tr("Inside, top left"), FigureLegend::TopLeft},
                                        {tr("Inside, top right"), FigureLegend::TopRight},
                                        {tr("Inside, bottom left"), FigureLegend::BottomLeft},
                                        {tr("Inside, bottom right"), FigureLegend::BottomRight}});
    addRow(tr("Le&gend"), {m_legend}, [this](FigureSettings& all) {
        all.legend = chosen<FigureLegend>(*m_legend);
        return QString();
    });
}

/// Of one axis: `first` is its lower limit.
void FigureDialog::addLimits(std::size_t first, const QString& label, bool logarithmic)
{
    constexpr std::array kNames{"figureLeft", "figureRight", "figureBottom", "figureTop"};
    const std::array titles{tr("Lower limit of the horizontal axis"),
                            tr("Upper limit of the horizontal axis"),
                            tr("Lower limit of the vertical axis"),
                            tr("Upper limit of the vertical axis")};
    const std::array automatic{m_figure.plot->whole[first], m_figure.plot->whole[first + 1]};
    const std::array shown = roundedLimits(automatic, logarithmic);
    for (const std::size_t end : {first, first + 1}) {
        m_limits[end] = addText(kNames[end],
                                titles[end],
                                end == first ? tr("Set where the axis begins; empty: automatic")
                                             : tr("Set where the axis ends; empty: automatic"));
        m_limits[end]->setPlaceholderText(fieldText(shown[end - first]));
        m_limits[end]->setMinimumWidth(9 * fontMetrics().averageCharWidth());
    }
    const std::vector<QWidget*> fields{m_limits[first], new QLabel(tr("to")), m_limits[first + 1]};
    addRow(label, fields, [=, this](FigureSettings& all) {
        const std::array texts{m_limits[first]->text(), m_limits[first + 1]->text()};
        all.limits[first] = typedNumber(texts[0]);
        all.limits[first + 1] = typedNumber(texts[1]);
        return limitsProblem(texts, automatic, logarithmic);
    });
}

void FigureDialog::makeFileRows()
{
    m_format = addChoice<FigureFormat>("figureFormat",
                                       tr("Format"),
                                       tr("Choose the format of the file. PDF and SVG stay sharp "
                                          "at any size; their texts stay texts"),
                                       {{tr("PDF"), FigureFormat::Pdf},
                                        {tr("SVG"), FigureFormat::Svg},
                                        {tr("PNG"), FigureFormat::Png}});
    m_dots = addNumber(
        "figureDots", tr("Resolution"), tr("Set the dots per inch of PNG files and of copies"));
    addRow(tr("Form&at"), {m_format, m_dots, new QLabel(tr("dpi"))}, [this](FigureSettings& all) {
        all.format = chosen<FigureFormat>(*m_format);
        const QString problem =
            numberProblem(m_dots->accessibleName(), m_dots->text(), kFigureDots, tr("dpi"));
        if (!problem.isEmpty())
            return problem;
        all.dotsPerInch = int(std::lround(*typedNumber(m_dots->text())));
        return all.format == FigureFormat::Png ? tooManyPixels(m_figure, all) : QString();
    });
}

QWidget* FigureDialog::makeResult()
{
    auto* side = new QWidget(this);
    m_preview = new FigurePreview(m_figure, side);
    m_scale = named(new QLabel(side), "figureScale", tr("Size of the figure"));
    m_scale->setForegroundRole(QPalette::PlaceholderText);
    m_note = named(textLabel(side, QPalette::WindowText), "figureNote", tr("Note"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* layout = columnIn(side, 4);
    layout->addWidget(m_preview, 1);
    layout->addWidget(m_scale);
    layout->addWidget(m_note);
    connect(m_preview, &FigurePreview::drawn, this, &FigureDialog::showFit);
    return side;
}

QWidget* FigureDialog::makeButtons()
{
    auto* buttons =
        new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("&Save…"), QDialogButtonBox::AcceptRole);
    m_copy = buttons->addButton(tr("Cop&y"), QDialogButtonBox::ActionRole);
    QPushButton* defaults = buttons->button(QDialogButtonBox::RestoreDefaults);
    m_save->setDefault(true); // for Enter in a field; a focused button takes its own
    named(m_save, "figureSave")->setToolTip(tr("Choose a file and write the figure"));
    named(m_copy, "figureCopy")->setToolTip(tr("Copy the figure as an image"));
    named(defaults, "figureDefaults")->setToolTip(tr("Set every field to its default"));
    buttons->button(QDialogButtonBox::Close)->setToolTip(tr("Close without a file"));
    connect(m_save, &QPushButton::clicked, this, &FigureDialog::askForName);
    connect(m_copy, &QPushButton::clicked, this, &FigureDialog::copy);
    connect(defaults, &QPushButton::clicked, this, [this] { fill({}); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void FigureDialog::fill(const FigureSettings& settings)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_settings = settings;
    m_ownWidth = settings.ownWidth;
    choose(*m_column, settings.column);
    m_width->setText(fieldText(settings.width()));
    const auto setText = [](QLineEdit* field, const QString& text) {
        if (field)
            field->setText(text);
    };
    const auto optional = [](std::optional<double> value) {
        return value ? fieldText(*value) : QString();
    };
    setText(m_height, optional(settings.height));
    m_family->setCurrentFont(figureFont(settings.family));
    setText(m_fontSize, fieldText(settings.fontSize));
    setText(m_lineWidth, fieldText(settings.lineWidth));
    setText(m_title, settings.title);
    setText(m_xName, settings.xName);
    setText(m_yName, settings.yName);
    for (std::size_t end = 0; end < m_limits.size(); ++end)
        setText(m_limits[end], optional(settings.limits[end]));
    if (m_legend)
        choose(*m_legend, settings.legend);
    choose(*m_format, settings.format);
    setText(m_dots, QString::number(settings.dotsPerInch));
    m_isFilling = false;
    change();
}

void FigureDialog::change()
{
    if (m_isFilling || !m_preview)
        return;
    const auto column = chosen<FigureColumn>(*m_column);
    const bool isOwn = column == FigureColumn::Own;
    if (m_width->isEnabled() && !isOwn)
        m_ownWidth = typedNumber(m_width->text()).value_or(m_ownWidth);
    if (m_width->isEnabled() != isOwn || !isOwn) {
        const QScopedValueRollback filling(m_isFilling, true);
        FigureSettings width{.column = column, .ownWidth = m_ownWidth};
        m_width->setText(fieldText(width.width()));
        m_width->setEnabled(isOwn);
    }
    FigureSettings wanted = m_settings;
    bool isSound = true;
    for (const Row& row : m_rows) {
        const QString problem = row.take(wanted);
        showProblem(row, problem);
        isSound = isSound && problem.isEmpty();
    }
    m_save->setEnabled(isSound && !m_figure.isEmpty());
    m_copy->setEnabled(m_save->isEnabled() && tooManyPixels(m_figure, wanted).isEmpty());
    if (!isSound)
        return;
    m_settings = wanted;
    m_hasAnswer = false;
    const QSizeF size = figureSize(m_figure, m_settings);
    m_scale->setText(tr("%1 × %2 mm").arg(fieldText(size.width()), fieldText(size.height())));
    if (m_height)
        m_height->setPlaceholderText(fieldText(wanted.usualHeight()));
    m_preview->setSettings(wanted);
}

void FigureDialog::showProblem(const Row& row, const QString& problem)
{
    row.label->setPalette(problem.isEmpty() ? QPalette() : problemPalette(palette()));
    row.problem->setPalette(problem.isEmpty() ? QPalette() : problemPalette(palette()));
    row.problem->setText(problem);
    row.problem->setVisible(!problem.isEmpty());
}

void FigureDialog::tell(const QString& sentence, bool isProblem)
{
    m_note->setPalette(isProblem ? problemPalette(palette()) : QPalette());
    m_note->setText(sentence);
    m_hasAnswer = true;
}

void FigureDialog::showFit()
{
    if (m_figure.isEmpty() || m_hasAnswer)
        return;
    m_note->setPalette(QPalette());
    m_note->setText(m_preview->fit().note());
}

void FigureDialog::askForName()
{
    askForFile(*this,
               tr("Save the picture"),
               filtersOf(m_settings.format),
               m_figure.name,
               [this](const QString& path) { saveTo(path); });
}

void FigureDialog::saveTo(const QString& path)
{
    const QString problem = writeFigure(path, m_figure, m_settings);
    if (!problem.isEmpty())
        return tell(problem, true);
    keepSettings(m_figure, m_settings);
    accept();
}

void FigureDialog::copy()
{
    const QImage image = figureImage(m_figure, m_settings, m_settings.dotsPerInch);
    QApplication::clipboard()->setImage(image);
    keepSettings(m_figure, m_settings);
    tell(tr("Copied: %1 × %2 pixels.").arg(image.width()).arg(image.height()), false);
}

void FigureDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        change();
}

void showFigureDialog(QWidget& parent, const PictureSource& picture)
{
    auto* dialog = new FigureDialog(picture.take(), &parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace coterie::ui
