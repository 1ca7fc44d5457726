#include "ui/views/figure_dialog.h"

#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/views/figure_preview.h"
#include "ui/views/picture_export.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QStatusTipEvent>

#include <algorithm>

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
void choose(QComboBox& box, Choice choice)
{
    box.setCurrentIndex(box.findData(int(choice)));
}

} // namespace

FigureDialog::FigureDialog(Figure figure, QWidget* parent)
    : QDialog(parent)
    , m_figure(std::move(figure))
    , m_parts(m_figure.parts())
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
    QSize size = onScreen(*this, {980, 620});
    if (parent) // which shows behind it where it is larger
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
    makeAxisRows();
    makeFileRows();
    return m_fields;
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
    defaults->setText(tr("Restore defaults"));
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
        choose(*m_legend, m_parts.placeOf(settings.legend));
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
    bool isSoundCopy = true; // which always has pixels
    for (const Row& row : m_rows) {
        const QString problem = row.take(wanted);
        showProblem(row, problem);
        const bool isNeeded = !row.isOfPixels || wanted.format == FigureFormat::Png;
        isSound = isSound && (problem.isEmpty() || !isNeeded);
        isSoundCopy = isSoundCopy && problem.isEmpty();
    }
    m_save->setEnabled(isSound && !m_figure.isEmpty());
    m_copy->setEnabled(m_save->isEnabled() && isSoundCopy
                       && tooManyPixels(m_figure, wanted).isEmpty());
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

/// By the title, else by what is drawn: many views share the name of theirs.
QString FigureDialog::fileName() const
{
    static const QRegularExpression unit(QStringLiteral("\\s*\\([^()]*\\)$"));
    static const QRegularExpression others(QStringLiteral("[^\\w .,=+−-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    QString name = m_settings.title.isEmpty() ? m_figure.title : m_settings.title;
    if (name.isEmpty() && m_figure.plot)
        name = QString(m_settings.yName.isEmpty() ? m_parts.y.name : m_settings.yName).remove(unit);
    constexpr qsizetype kMost = 80; // letters
    name = name.replace(others, QStringLiteral(" ")).simplified().left(kMost).trimmed();
    while (name.startsWith(u'.')) // else it would be hidden
        name.remove(0, 1);
    return name.isEmpty() ? m_figure.name : name;
}

void FigureDialog::askForName()
{
    askForFile(*this,
               tr("Save the picture"),
               filtersOf(m_settings.format),
               fileName(),
               [this](const QString& path) { saveTo(path); });
}

void FigureDialog::saveTo(const QString& path)
{
    const QString problem = writeFigure(path, m_figure, m_settings);
    if (!problem.isEmpty())
        return tell(problem, true);
    keepSettings(m_figure, m_settings);
    accept();
    if (parentWidget()) { // in the status bar of the window
        QStatusTipEvent written(tr("%1 was written").arg(path));
        QApplication::sendEvent(parentWidget(), &written);
    }
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
