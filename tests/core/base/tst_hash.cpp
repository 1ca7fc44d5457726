#include "core/base/hash.h"
#include "tests/sections.h"

#include <QTest>

#include <string>
#include <string_view>

namespace tst_hash {

using namespace coterie;

class TestHash : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesTheStandardsDigests();
    void piecesOfAnyLengthGiveTheSameDigest();
};

/// FIPS 180-4's examples and one of NIST's short messages.
void TestHash::givesTheStandardsDigests()
{
    QCOMPARE(sha256(""),
             std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(sha256("abc"),
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
             std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    QCOMPARE(sha256(std::string(1'000'000, 'a')),
             std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
    QCOMPARE(sha256("\xbd"),
             std::string("68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"));
}

void TestHash::piecesOfAnyLengthGiveTheSameDigest()
{
    std::string text;
    for (int i = 0; i < 300; ++i)
        text += static_cast<char>(i * 7);
    for (std::size_t piece = 1; piece < 140; ++piece) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += piece)
            hash.add(std::string_view(text).substr(at, piece));
        QCOMPARE(hash.digits(), sha256(text));
        QCOMPARE(hash.digits(), sha256(text)); // asking changes nothing
    }
}

COTERIE_SECTION(TestHash)

} // namespace tst_hash

#include "tst_hash.moc"
