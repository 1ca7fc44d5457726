#pragma once

#include "core/base/json_node.h"
#include "core/data/catalog.h"
#include "core/data/detect_data.h"
#include "core/data/table_preview.h"
#include "core/experiment/parameters.h"

#include <QString>
#include <QWidget>

#include <filesystem>

class QFormLayout;
class QLabel;

namespace coterie::ui {

/// The parameters of an imported data set as fields. The reader reports what is wrong with a value.
class PartFields final : public QWidget
{
    Q_OBJECT

public:
    explicit PartFields(QWidget* parent = nullptr);

    void showPart(const NamedPart& kind, const Part& part);
    [[nodiscard]] const Part& part() const { return m_part; }

signals:
    void edited(const Part& part);

private:
    QWidget* makeField(const ParameterDescriptor& parameter);
    void set(const ParameterDescriptor& parameter, const ParameterValue& value);

    Part m_part;
    QFormLayout* m_form = nullptr;
};

/// The data set as written at /data/dataset: its name alone, or an object with its parameters.
[[nodiscard]] JsonNode datasetNode(const Part& dataset);

/// Links a published set in `folder` into the data folder, so that window and command line find it.
/// Copies nothing; does nothing if the set is found already.
[[nodiscard]] Result<void> linkIntoDataFolder(const CatalogEntry& entry,
                                              const std::filesystem::path& folder,
                                              const DataFolders& folders);

class AccentButton;
class TableColumns;

/// An imported file or folder: its detected format, how to read it, and a button to use it in the
/// experiment.
class ImportHead final : public QWidget
{
    Q_OBJECT

public:
    explicit ImportHead(QWidget* parent = nullptr);

    void showDetected(const QString& path, const DetectedData& found);
    /// No format was detected; the sentence says why.
    void showRefused(const QString& path, const QString& sentence);
    /// The beginning of a table, as the chosen fields take it; hidden if it has none.
    void showTable(const Result<TablePreview>& preview);
    /// The result of reading: facts, or a problem.
    void showRead(const QString& facts, const QString& problem);
    [[nodiscard]] const Part& part() const;
    [[nodiscard]] const DetectedData& detected() const { return m_detected; }

signals:
    /// A field was changed, so read the data again.
    void edited();
    void useRequested();

private:
    DetectedData m_detected;
    QLabel* m_title = nullptr;
    QLabel* m_meaning = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_problem = nullptr;
    TableColumns* m_columns = nullptr;
    PartFields* m_fields = nullptr;
    AccentButton* m_use = nullptr;
};

} // namespace coterie::ui
