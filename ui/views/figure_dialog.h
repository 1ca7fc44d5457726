#pragma once

#include "ui/views/figure_drawing.h"

#include <QComboBox>
#include <QDialog>

#include <functional>
#include <vector>

class QFontComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace coterie::ui {

class FigurePreview;

/// Puts a drawing on paper: its size, texts, axes and legend, with a preview. What a saved or
/// copied figure had is remembered. A field with a bad value says so below itself, and the preview
/// waits.
class FigureDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit FigureDialog(Figure figure, QWidget* parent = nullptr);

    /// The last ones without a problem.
    [[nodiscard]] const FigureSettings& settings() const { return m_settings; }
    /// In the format of the file's ending. Closes the dialog, or says what went wrong.
    void saveTo(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Takes a field's value, and returns what is wrong with it.
    using Take = std::function<QString(FigureSettings&)>;
    struct Row
    {
        QLabel* label = nullptr;
        QLabel* problem = nullptr;
        Take take;
        bool isOfPixels = false; ///< files without pixels do not need it
    };

    QWidget* makeForm();
    QWidget* makeResult();
    QWidget* makeButtons();
    void makeSizeRows();
    void makeTextRows();
    void makeAxisRows();
    void makeLegendRow();
    void makeFileRows();
    /// The first field gets the label.
    void addRow(const QString& label, const std::vector<QWidget*>& fields, Take take);
    QLineEdit* addText(const char* name, const QString& title, const QString& tip);
    QLineEdit* addNumber(const char* name, const QString& title, const QString& tip);
    template <typename Choice>
    QComboBox* addChoice(const char* name,
                         const QString& title,
                         const QString& tip,
                         const std::vector<std::pair<QString, Choice>>& choices);
    template <typename Choice>
    [[nodiscard]] static Choice chosen(const QComboBox& box)
    {
        return static_cast<Choice>(box.currentData().toInt());
    }
    void addLimits(std::size_t first, const QString& label);
    void fill(const FigureSettings& settings);
    void change();
    void showProblem(const Row& row, const QString& problem);
    /// The answer to a button, which stays until a field changes.
    void tell(const QString& sentence, bool isProblem);
    /// Says what has no room.
    void showFit();
    [[nodiscard]] QString fileName() const;
    void askForName();
    void copy();

    const Figure m_figure;
    const FigureParts m_parts; ///< of the figure
    FigureSettings m_settings;
    std::vector<Row> m_rows;
    QFormLayout* m_form = nullptr;
    QWidget* m_fields = nullptr;
    QComboBox* m_column = nullptr;
    QLineEdit* m_width = nullptr;
    double m_ownWidth = 0; ///< while a column's width is shown
    QLineEdit* m_height = nullptr;
    QFontComboBox* m_family = nullptr;
    QLineEdit* m_fontSize = nullptr;
    QLineEdit* m_lineWidth = nullptr;
    QLineEdit* m_title = nullptr;
    QLineEdit* m_xName = nullptr;
    QLineEdit* m_yName = nullptr;
    std::array<QLineEdit*, 4> m_limits = {};
    QComboBox* m_legend = nullptr;
    QComboBox* m_format = nullptr;
    QLineEdit* m_dots = nullptr;
    FigurePreview* m_preview = nullptr;
    QLabel* m_scale = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_copy = nullptr;
    bool m_isFilling = false;
    bool m_hasAnswer = false; ///< the note shows one
};

/// Shows the dialog for a figure of this source.
void showFigureDialog(QWidget& parent, const PictureSource& picture);

} // namespace coterie::ui
