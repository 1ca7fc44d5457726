#pragma once

#include <QByteArray>
#include <QString>

namespace coterie::ui {

/// A report (core/summary/html_report.h) as a PDF of A4 pages with numbers. Its figures stay
/// drawings and its words text. What a web page folds is open. May be called on any thread.
[[nodiscard]] QByteArray reportPdf(const QString& html);

} // namespace coterie::ui
