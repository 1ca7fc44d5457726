#pragma once

#include "core/data/catalog.h"
#include "core/data/detect_data.h"
#include "core/experiment/parameters.h"

#include <QString>
#include <QWidget>

#include <filesystem>

class QFormLayout;
class QLabel;

namespace coterie::ui {

/// The parameters of an imported data set as fields: a choice for words, a line for names of files
/// and columns, a number. What is wrong with a value is for the reader to say.
class PartFields final : public QWidget
{
    Q_OBJECT

public:
    explicit PartFields(QWidget* parent = nullptr);

    void showPart(const NamedPart& kind, const Part& part);
    [[nodiscard]] const Part& part() const { return m_part; }

signals:
    /// A user changed a value.
    void edited(const Part& part);

private:
    QWidget* makeField(const ParameterDescriptor& parameter);
    void set(const ParameterDescriptor& parameter, const ParameterValue& value);

    Part m_part;
    QFormLayout* m_form = nullptr;
};

/// The data set as an experiment file writes it at /data/dataset: its name alone, or an object with
/// its parameters.
[[nodiscard]] QString datasetJson(const Part& dataset);

/// Makes a published set that lies in `folder` findable, for the window and the command line alike:
/// a link to it in the data folder, nothing is copied. Does nothing if it is found there already.
[[nodiscard]] Result<void> linkIntoDataFolder(const CatalogEntry& entry,
                                              const std::filesystem::path& folder,
                                              const DataFolders& folders);

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
