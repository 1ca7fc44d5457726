#include "tests/sections.h"
#include "ui/data/sample_browser.h"
#include "ui/data/sample_grid.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <memory>

namespace tst_client_filter {

using namespace coterie;
using namespace coterie::ui;

/// What the Data page calls the domains of a federation, which are its clients.
class ClientFilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void domainsThatAreClientsAreCalledClients();
};

void ClientFilterTest::domainsThatAreClientsAreCalledClients()
{
    auto plain = std::make_shared<Dataset>();
    plain->classes = 2;
    plain->classNames = {"ill", "well"};
    plain->domainNames = {"north", "south"};
    plain->train.shape = {.channels = 1, .height = 1, .width = 1};
    plain->train.labels = {0, 1, 0, 1};
    plain->train.domains = {0, 0, 1, 1};
    plain->train.values = std::vector<float>{1, 2, 3, 4};
    auto federation = std::make_shared<Dataset>(*plain);
    federation->domainsAreClients = true;
    SampleBrowser browser(nullptr);
    const auto* domains = browser.findChild<QComboBox*>(QStringLiteral("domainFilter"));
    const auto* words = domains->parentWidget()->findChild<QLabel*>();
    browser.showData({.dataset = plain});
    QCOMPARE(words->text(), QStringLiteral("Do&main"));
    QVERIFY(domains->toolTip().contains(QStringLiteral("domain")));
    browser.showData({.dataset = federation});
    QCOMPARE(words->text(), QStringLiteral("Cli&ent"));
    QVERIFY(domains->toolTip().contains(QStringLiteral("client")));
    const Shard shard{.train = {0, 1}, .test = {2}, .validation = {}};
    browser.showData({.dataset = federation, .shards = {shard, shard}});
    QCOMPARE(words->text(), QStringLiteral("Cl&ient in the data")); // the experiment has others
    browser.showData({.dataset = plain});
    QCOMPARE(words->text(), QStringLiteral("Do&main"));
}

COTERIE_WIDGET_SECTION(ClientFilterTest)

} // namespace tst_client_filter

#include "tst_client_filter.moc"
