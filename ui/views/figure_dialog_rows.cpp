#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/picture_export.h"

#include <QFontComboBox>
#include <QFontInfo>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

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
    if (m_parts.hasLines) {
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
    if (!m_parts.x.name.isEmpty()) {
        m_xName = addText(
            "figureXName", tr("Horizontal axis"), tr("Set the name of the horizontal axis"));
        m_xName->setPlaceholderText(m_parts.x.name);
        addRow(tr("Hori&zontal axis"), {m_xName}, textInto(m_xName, &FigureSettings::xName));
    }
    if (m_parts.x.whole)
        addLimits(0, tr("Li&mits"));
    if (!m_parts.y.name.isEmpty()) {
        m_yName =
            addText("figureYName", tr("Vertical axis"), tr("Set the name of the vertical axis"));
        m_yName->setPlaceholderText(m_parts.y.name);
        addRow(tr("&Vertical axis"), {m_yName}, textInto(m_yName, &FigureSettings::yName));
    }
    if (m_parts.y.whole)
        addLimits(2, m_parts.limitsAreColours ? tr("C&olours") : tr("L&imits"));
    makeLegendRow();
}

/// The places that the figure has, in one order for all.
void FigureDialog::makeLegendRow()
{
    std::vector<std::pair<QString, FigureLegend>> places{
        {tr("None"), FigureLegend::None},
        {tr("Above the plot"), FigureLegend::Above},
        {tr("Below the plot"), FigureLegend::Below},
        {tr("Right of the plot"), FigureLegend::Right},
        {tr("Inside, top left"), FigureLegend::TopLeft},
        {tr("Inside, top right"), FigureLegend::TopRight},
        {tr("Inside, bottom left"), FigureLegend::BottomLeft},
        {tr("Inside, bottom right"), FigureLegend::BottomRight}};
    std::erase_if(places, [this](const auto& place) {
        return std::ranges::find(m_parts.legendPlaces, place.second) == m_parts.legendPlaces.end();
    });
    if (places.empty())
        return;
    m_legend =
        addChoice<FigureLegend>("figureLegend",
                                tr("Legend"),
                                m_figure.plot ? tr("Choose where the names of the lines go")
                                              : tr("Choose where the names of the colours go"),
                                places);
    addRow(tr("Le&gend"), {m_legend}, [this](FigureSettings& all) {
        all.legend = chosen<FigureLegend>(*m_legend);
        return QString();
    });
}

/// Of one axis: `first` is its lower limit.
void FigureDialog::addLimits(std::size_t first, const QString& label)
{
    constexpr std::array kNames{"figureLeft", "figureRight", "figureBottom", "figureTop"};
    std::array titles{tr("Lower limit of the horizontal axis"),
                      tr("Upper limit of the horizontal axis"),
                      tr("Lower limit of the vertical axis"),
                      tr("Upper limit of the vertical axis")};
    std::array tips{tr("Set where the axis begins; empty: automatic"),
                    tr("Set where the axis ends; empty: automatic")};
    if (first == 2 && m_parts.limitsAreColours) {
        titles[2] = tr("Lower limit of the colours");
        titles[3] = tr("Upper limit of the colours");
        tips = {tr("Set the value of the first colour; empty: automatic"),
                tr("Set the value of the last colour; empty: automatic")};
    }
    const PaperAxis& axis = first == 0 ? m_parts.x : m_parts.y;
    const std::array<double, 2> automatic = *axis.whole;
    const bool logarithmic = axis.logarithmic;
    const std::array shown = roundedLimits(automatic, logarithmic);
    for (const std::size_t end : {first, first + 1}) {
        m_limits[end] = addText(kNames[end], titles[end], tips[end - first]);
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
    auto* unit = new QLabel(tr("dpi"));
    addRow(tr("Form&at"), {m_format, m_dots, unit}, [this](FigureSettings& all) {
        all.format = chosen<FigureFormat>(*m_format);
        const QString problem =
            numberProblem(m_dots->accessibleName(), m_dots->text(), kFigureDots, tr("dpi"));
        if (!problem.isEmpty())
            return problem;
        all.dotsPerInch = int(std::lround(*typedNumber(m_dots->text())));
        // A copy has pixels in every format; one that would have too many is not offered.
        return all.format == FigureFormat::Png ? tooManyPixels(m_figure, all) : QString();
    });
    m_rows.back().isOfPixels = true;
}

} // namespace coterie::ui
