#include "tests/core/experiment/same_names.h"
#include "tests/sections.h"

#include <array>

namespace tst_same_names {

using namespace coterie;

namespace {

struct Settings
{
    double second = 0;
};

constexpr std::array kParameters{bind<&Settings::second>({.name = "second"})};

} // namespace

/// Structs of the same name in the unnamed namespaces of two files.
class TestSameNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFillsItsOwnMember()
    {
        ParameterSet given;
        given.set("second", 7.0);
        QCOMPARE(readParameters<Settings>(kParameters, given).second, 7.0);
        QCOMPARE(secondOfTheOtherSettings(given), 7.0);
    }
};

COTERIE_SECTION(TestSameNames)

} // namespace tst_same_names

#include "tst_same_names.moc"
