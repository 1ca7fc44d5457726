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

/// Lays the report out on this paper, which is turned where tables would not fit otherwise. Those
/// that are wider still become several, each with the columns of words. Their letters stay as
/// large, their numbers and words whole, and no heading ends a page.
void layOutReport(QTextDocument& document, const QString& html, QPdfWriter& paper);
/// Whether no table is wider than the page without its margins.
[[nodiscard]] bool tablesFit(const QTextDocument& document, const QPaintDevice& paper);

} // namespace coterie::ui
