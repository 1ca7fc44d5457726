#include "ui/design/experiment_document.h"

#include "ui/words.h"

#include <QSaveFile>

namespace coterie::ui {

namespace {

constexpr int kTypingRestMs = 200;

struct Opened
{
    QString text;
    CheckedExperiment checked;
    QString failure;
};

} // namespace

CheckedExperiment checkExperiment(const std::string& json, const Registry& registry)
{
    CheckedExperiment checked;
    auto parsed = parseExperiment(json, registry);
    if (!parsed) {
        checked.problems = parsed.error();
        return checked;
    }
    checked.experiment = std::make_shared<const Experiment>(std::move(*parsed));
    checked.plans =
        std::make_shared<const std::vector<RunPlan>>(expand(*checked.experiment, registry));
    return checked;
}

ExperimentDocument::ExperimentDocument(const Registry& registry, QObject* parent)
    : QObject(parent)
    , m_registry(registry)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kTypingRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ExperimentDocument::check);
}

void ExperimentDocument::open(const QString& path)
{
    const auto work = [path, &registry = m_registry] {
        Opened opened;
        const Result<std::string> text = readExperimentText(path.toStdString());
        if (!text) {
            opened.failure = toQString(text.error().sentence());
            return opened;
        }
        opened.text = toQString(*text);
        opened.checked = checkExperiment(*text, registry);
        return opened;
    };
    m_reading.run(work, [this, path](Opened opened) {
        if (!opened.failure.isEmpty()) {
            emit failed(opened.failure);
            return;
        }
        m_rest.stop();
        m_checking.cancel();
        m_path = path;
        m_text = opened.text;
        m_savedText = opened.text;
        m_checked = std::move(opened.checked);
        emit this->opened();
        emit checkedChanged();
    });
}

void ExperimentDocument::save(const QString& path)
{
    const QString text = m_text;
    const auto work = [path, text, saying = tr("%1 cannot be written: %2")] {
        QSaveFile file(path); // the old file stays whole until the new one is
        if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.commit())
            return saying.arg(path, file.errorString());
        return QString();
    };
    m_writing.run(work, [this, path, text](const QString& failure) {
        if (!failure.isEmpty()) {
            emit failed(failure);
            return;
        }
        m_path = path;
        m_savedText = text;
        emit saved();
    });
}

void ExperimentDocument::setText(const QString& text)
{
    if (m_text == text)
        return;
    m_text = text;
    m_checking.cancel();
    m_rest.start();
    emit edited();
}

bool ExperimentDocument::isChecking() const
{
    return m_rest.isActive() || m_checking.isBusy();
}

void ExperimentDocument::check()
{
    m_checking.run([json = m_text.toStdString(),
                    &registry = m_registry] { return checkExperiment(json, registry); },
                   [this](CheckedExperiment checked) {
                       m_checked = std::move(checked);
                       emit checkedChanged();
                   });
}

} // namespace coterie::ui
