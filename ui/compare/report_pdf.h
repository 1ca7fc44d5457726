#pragma once

#include <QByteArray>
#include <QString>

class QPaintDevice;
class QPdfWriter;
class QTextDocument;

namespace coterie::ui {

/// A report (core/summary/html_report.h) as a PDF of A4 pages with numbers. Its figures stay
/// drawings and its words text. What a web page folds is open. May be called on any thread.
[[nodiscard]] QByteArray reportPdf(const QString& html);

/// Lays the report out on this paper, which becomes as wide as it is high where tables would not
/// fit otherwise. Their numbers and words stay whole, and no heading ends a page.
void layOutReport(QTextDocument& document, const QString& html, QPdfWriter& paper);
/// Whether no table is wider than the page without its margins.
[[nodiscard]] bool tablesFit(const QTextDocument& document, const QPaintDevice& paper);

} // namespace coterie::ui
