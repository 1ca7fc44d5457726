#pragma once

#include "core/data/catalog.h"
#include "core/data/detect_data.h"

#include <QWidget>

class QLabel;

namespace coterie::ui {

class AccentButton;
class PartFields;

/// A file or folder of the user's: what it seems to be, how it is to be read, and the button that
/// puts it into the design.
class ImportHead final : public QWidget
{
    Q_OBJECT

public:
    explicit ImportHead(std::span<const CatalogEntry> catalog, QWidget* parent = nullptr);

    void showDetected(const QString& path, const DetectedData& found);
    /// No format was told: the sentence says why.
    void showRefused(const QString& path, const QString& sentence);
    /// What the reader made of it: facts, or its sentence.
    void showRead(const QString& facts, const QString& problem);
    [[nodiscard]] const Part& part() const;
    [[nodiscard]] const DetectedData& detected() const { return m_detected; }

signals:
    /// A field was changed: it is to be read again.
    void edited();
    void useRequested();

private:
    std::span<const CatalogEntry> m_catalog;
    DetectedData m_detected;
    QLabel* m_title = nullptr;
    QLabel* m_meaning = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_problem = nullptr;
    PartFields* m_fields = nullptr;
    AccentButton* m_use = nullptr;
};

} // namespace coterie::ui
