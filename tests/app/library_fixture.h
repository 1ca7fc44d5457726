#pragma once

#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace coterie::test {

/// Libraries with methods, built against the package that this build installs. A file that uses it
/// needs COTERIE_CXX_COMPILER.
class LibraryFixture : public CliFixture
{
protected:
    [[nodiscard]] Outcome run(const QString& words) const
    {
        return shell("\"$COTERIE_CLI\" " + words);
    }
    /// Once, after begin().
    void installPackage()
    {
        const QString prefix = m_built.filePath("prefix");
        // A header that an earlier version has left there is of no account.
        QDir(prefix).mkpath("include/coterie/core");
        QFile left(prefix + "/include/coterie/core/left.h");
        if (!left.open(QIODevice::WriteOnly) || left.write("#pragma once\n") < 0)
            qFatal("cannot write %s", qPrintable(left.fileName()));
        left.close();
        const Outcome installed = shell("cmake --install '" + tests::builtFile("")
                                        + "' --component methods --prefix '" + prefix + "'");
        if (installed.code != 0)
            qFatal("%s", qPrintable(installed.out + installed.err));
    }
    /// A library of a folder of tests/app, whose project uses the installed package.
    [[nodiscard]] QByteArray built(const QString& folder, const QString& name) const
    {
        const QString build = m_built.filePath("build_" + name);
        const Outcome outcome =
            shell("cmake -S '" COTERIE_SOURCE_DIR "/tests/app/" + folder + "' -B '" + build
                  + "' -DCMAKE_PREFIX_PATH='" + m_built.filePath("prefix")
                  + "' -DCMAKE_CXX_COMPILER='" COTERIE_CXX_COMPILER
                    "' -DCMAKE_BUILD_TYPE=Debug && cmake --build '"
                  + build + "'");
        if (outcome.code != 0)
            qFatal("%s", qPrintable(outcome.out + outcome.err));
        return contents(build + '/' + name + ".so");
    }
    /// A library in the folder `methods`, which is made.
    QString put(const QString& name, const QByteArray& bytes) const
    {
        QDir(m_folder->path()).mkpath("methods");
        return write("methods/" + name, bytes);
    }

private:
    QTemporaryDir m_built;
};

} // namespace coterie::test
