#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Where the parcels of a process lie.
struct ParcelShelfPlace
{
    std::uint64_t machine = 0; ///< the same for processes that see each other; 0: nobody may look
    std::uint64_t number = 0;  ///< drawn; it stands in the probe
    std::int32_t process = 0;
    std::int32_t probe = -1; ///< a file that is always there
};

/// A message in memory that other processes of this machine can read: a file without a name, which
/// they open through /proc.
class Parcel
{
public:
    explicit Parcel(int file)
        : m_file(file)
    {}
    ~Parcel();
    Parcel(const Parcel&) = delete;
    Parcel& operator=(const Parcel&) = delete;

    [[nodiscard]] int file() const { return m_file; }
    /// False if there is no room.
    [[nodiscard]] bool put(std::string_view message);
    /// Gives memory back, if it has more than this.
    void keepAtMost(std::size_t bytes);

private:
    int m_file;
    std::size_t m_size = 0;
};

/// The parcels of this process. One is used again when nobody else holds it any more.
class ParcelShelf
{
public:
    /// Without `isShared` there are none.
    explicit ParcelShelf(bool isShared);

    [[nodiscard]] const ParcelShelfPlace& place() const { return m_place; }
    /// The message in a parcel, in the same one while the last message is packed again; null if
    /// there is no room.
    [[nodiscard]] std::shared_ptr<const Parcel>
    pack(const std::shared_ptr<const std::string>& message);
    /// Parcels that nobody else holds give their memory back, if it is more than this.
    void tidy(std::size_t bytesOfEach);

private:
    ParcelShelfPlace m_place;
    std::shared_ptr<Parcel> m_probe;
    std::vector<std::shared_ptr<Parcel>> m_parcels;
    std::weak_ptr<const std::string> m_lastMessage;
    std::weak_ptr<Parcel> m_last;
};

/// Reads parcels of another process.
class ParcelReader
{
public:
    ParcelReader() = default;
    ~ParcelReader();
    ParcelReader(const ParcelReader&) = delete;
    ParcelReader& operator=(const ParcelReader&) = delete;

    /// Looks for the shelf, the first time; whether its parcels can be read here.
    bool find(const ParcelShelfPlace& shelf, const ParcelShelfPlace& here);
    /// So many bytes of this parcel, if they can be read. They stay where they are until the parcel
    /// is read again.
    [[nodiscard]] std::optional<std::string_view> read(std::int32_t parcel, std::size_t bytes);

private:
    bool m_hasLooked = false;
    bool m_isFound = false;
    std::int32_t m_process = 0;
    std::map<std::int32_t, std::span<char>> m_seen; ///< of each parcel, as far as it was read
};

/// What a message between ranks says of parcels.
struct ParcelNote
{
    ParcelShelfPlace shelf;        ///< of the sender
    std::int32_t parcel = -1;      ///< in which the message lies; -1: in none
    std::int32_t canReadYours = 0; ///< whether the sender can read the receiver's parcels
};

/// The parcels between one rank and all others, which learn from their messages who can read whose.
/// On any thread.
class ParcelExchange
{
public:
    ParcelExchange(int ranks, bool isShared)
        : m_shelf(isShared)
        , m_ranks(static_cast<std::size_t>(ranks))
    {}

    struct Packed
    {
        ParcelNote note;
        std::shared_ptr<const Parcel> parcel = {}; ///< to be held until it was read
    };
    /// For a message to this rank. It lies in a parcel if it is long and the rank can read it.
    [[nodiscard]] Packed
    pack(int to, const std::shared_ptr<const std::string>& message, bool isLong);
    void learn(int from, const ParcelNote& note);
    /// See ParcelReader.
    [[nodiscard]] std::optional<std::string_view>
    read(int from, std::int32_t parcel, std::size_t bytes);
    /// See ParcelShelf.
    void tidy(std::size_t bytesOfEach);

private:
    struct OtherRank
    {
        ParcelReader reader;
        std::atomic<bool> isReadable = false; ///< here
        std::atomic<bool> canReadOurs = false;
    };

    [[nodiscard]] OtherRank& other(int rank) { return m_ranks[static_cast<std::size_t>(rank)]; }

    std::mutex m_shelfMutex;
    ParcelShelf m_shelf; ///< its place never changes
    std::mutex m_readerMutex;
    std::vector<OtherRank> m_ranks;
};

} // namespace coterie
