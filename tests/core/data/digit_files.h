#pragma once

#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"

#include <QDir>
#include <QFileInfo>
#include <QString>

/// The five data sets of HCCT's Digit task as small files in their published formats.
namespace digitfiles {

inline void put(const QString& folder, const QString& name, const QByteArray& bytes)
{
    const QString file = folder + '/' + name;
    QDir().mkpath(QFileInfo(file).path());
    idxfiles::write(file, bytes);
}

inline void putMnist(const QString& folder)
{
    for (const char* part : {"train", "t10k"}) {
        put(folder, QString("mnist/%1-images-idx3-ubyte").arg(part), idxfiles::images(20, 28, 28));
        put(folder, QString("mnist/%1-labels-idx1-ubyte").arg(part), idxfiles::labels(20));
    }
}

/// The seed's labels are 10 and 3; here a ten is no digit.
inline void putSynthDigits(const QString& folder)
{
    QByteArray file = seedfiles::seed("mat/plain");
    const qsizetype ten = file.lastIndexOf(QByteArray("\x0A\x03", 2));
    QVERIFY(ten > 0);
    file[ten] = '\7';
    put(folder, "synth-digits/synth_train_32x32.mat", file);
    put(folder, "synth-digits/synth_test_32x32.mat", file);
}

inline void putMnistM(const QString& folder)
{
    for (const char* part : {"train", "test"}) {
        put(folder, QString("mnist-m/mnist_m_%1_labels.txt").arg(part), "a.png 4\nb.png 9\n");
        for (const char* picture : {"a", "b"})
            put(folder,
                QString("mnist-m/mnist_m_%1/%2.png").arg(part, picture),
                seedfiles::seed("png/colour"));
    }
}

/// MNIST with 20 pictures to train and 20 to test on; the others with two and two.
inline void putAll(const QString& folder)
{
    putMnist(folder);
    put(folder, "svhn/train_32x32.mat", seedfiles::seed("mat/compressed")); // labels 10 and 3
    put(folder, "svhn/test_32x32.mat", seedfiles::seed("mat/plain"));
    put(folder, "usps/zip.train.gz", seedfiles::seed("usps/two_lines.gz"));
    put(folder, "usps/zip.test", seedfiles::seed("usps/two_lines"));
    putSynthDigits(folder);
    putMnistM(folder);
}

} // namespace digitfiles
