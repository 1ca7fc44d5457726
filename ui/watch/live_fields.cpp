#include "ui/watch/live_fields.h"

#include "ui/frame/plot_theme.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QPainter>
#include <QStringList>

#include <optional>

namespace coterie::ui {

Result<LiveChange> typedChange(const QString& text, const LiveSetting& setting, int nextRound)
{
    const QString typed = text.trimmed();
    if (typed.isEmpty())
        return Unexpected<Error>{{.kind = ErrorKind::Missing,
                                  .place = setting.place,
                                  .allowed = setting.descriptor->allowed()}};
    const bool isWhole = setting.descriptor->type == ParameterType::Integer;
    const std::optional<double> value =
        typedNumber(isWhole ? withoutThousands(typed).value_or(typed) : typed);
    return liveChange(setting,
                      value ? JsonNode::fromReal(*value) : JsonNode::fromText(typed.toStdString()),
                      nextRound);
}

QString liveName(const LiveSetting& setting)
{
    const QString symbol = toQString(setting.descriptor->symbol);
    return symbol.isEmpty() || symbol.contains(u'_') ? labelOf(*setting.descriptor)
                                                     : labelOf(*setting.descriptor) + u' ' + symbol;
}

QString liveLabel(const LiveSetting& setting)
{
    const QString label = labelOf(*setting.descriptor).toHtmlEscaped();
    const QString symbol = symbolText(setting.descriptor->symbol);
    return symbol.isEmpty() ? label : QStringLiteral("%1 %2").arg(label, symbol);
}

QString liveMeaning(const LiveSetting& setting)
{
    const ParameterDescriptor& descriptor = *setting.descriptor;
    QStringList lines{fromCore(descriptor.meaning)};
    if (!descriptor.equation.empty())
        lines.front() += QStringLiteral(" (%1)").arg(fromCore(descriptor.equation));
    lines << say("Allowed: %1").arg(fromCore(descriptor.allowed()));
    return lines.join(u'\n');
}

QString liveProblem(const Error& why)
{
    if (why.kind == ErrorKind::Missing)
        return say("Must be %1; the field is empty.").arg(fromCore(why.allowed));
    QString text = toQString(why.complaint());
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text + u'.';
}

void EdgedEdit::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_problem.isHidden())
        return;
    constexpr double kWide = 2;
    QPainter painter(this);
    painter.setPen(QPen(problemColour(palette()), kWide));
    painter.drawRect(QRectF(rect()).adjusted(kWide / 2, kWide / 2, -kWide / 2, -kWide / 2));
}

} // namespace coterie::ui
