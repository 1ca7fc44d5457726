#include "core/train/shared_parcels.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <random>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

/// Of this start of this machine and this space of process numbers.
std::uint64_t machineNumber()
{
    std::string start;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), start);
    struct stat space = {};
    if (start.empty() || ::stat("/proc/self/ns/pid", &space) != 0)
        return 0;
    return std::hash<std::string>{}(start + ' ' + std::to_string(space.st_ino));
}

std::shared_ptr<Parcel> emptyParcel()
{
    const int file = ::memfd_create("coterie-parcel", MFD_CLOEXEC);
    return file < 0 ? nullptr : std::make_shared<Parcel>(file);
}

bool isOfNobody(const std::shared_ptr<Parcel>& parcel)
{
    return parcel.use_count() == 1;
}

/// The beginning of a file of another process; nothing if it is shorter.
std::span<char> mapped(std::int32_t process, std::int32_t file, std::size_t bytes)
{
    const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
    const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0)
        return {};
    struct stat there = {};
    void* seen = MAP_FAILED;
    if (::fstat(opened, &there) == 0 && S_ISREG(there.st_mode)
        && static_cast<std::size_t>(there.st_size) >= bytes) // behind its end nobody can look
        seen = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, opened, 0);
    ::close(opened);
    if (seen == MAP_FAILED)
        return {};
    return {static_cast<char*>(seen), bytes};
}

} // namespace

Parcel::~Parcel()
{
    ::close(m_file);
}

bool Parcel::put(std::string_view message)
{
    for (std::size_t done = 0; done < message.size();) {
        const std::string_view rest = message.substr(done);
        const ssize_t written =
            ::pwrite(m_file, rest.data(), rest.size(), static_cast<off_t>(done));
        if (written <= 0)
            return false;
        done += static_cast<std::size_t>(written);
        m_size = std::max(m_size, done);
    }
    return true;
}

void Parcel::keepAtMost(std::size_t bytes)
{
    if (m_size > bytes && ::ftruncate(m_file, 0) == 0)
        m_size = 0;
}

ParcelShelf::ParcelShelf(bool isShared)
    : m_probe(isShared ? emptyParcel() : nullptr)
{
    std::random_device draw;
    const std::uint64_t number = std::uint64_t{draw()} << 32 | draw();
    if (m_probe && m_probe->put({reinterpret_cast<const char*>(&number), sizeof number}))
        m_place = {.machine = machineNumber(),
                   .number = number,
                   .process = ::getpid(),
                   .probe = m_probe->file()};
}

std::shared_ptr<const Parcel> ParcelShelf::pack(const std::shared_ptr<const std::string>& message)
{
    if (m_lastMessage.lock() == message)
        if (auto last = m_last.lock())
            return last;
    m_lastMessage.reset();
    auto found = std::ranges::find_if(m_parcels, isOfNobody);
    if (found == m_parcels.end()) {
        auto made = emptyParcel();
        if (!made)
            return nullptr;
        found = m_parcels.insert(found, std::move(made));
    }
    if (!(*found)->put(*message))
        return nullptr;
    m_lastMessage = message;
    m_last = *found;
    return *found;
}

void ParcelShelf::tidy(std::size_t bytesOfEach)
{
    m_lastMessage.reset(); // its parcel may lose it
    for (const std::shared_ptr<Parcel>& parcel : m_parcels)
        if (isOfNobody(parcel))
            parcel->keepAtMost(bytesOfEach);
}

ParcelReader::~ParcelReader()
{
    for (const auto& [parcel, bytes] : m_seen)
        ::munmap(bytes.data(), bytes.size());
}

bool ParcelReader::find(const ParcelShelfPlace& shelf, const ParcelShelfPlace& here)
{
    if (std::exchange(m_hasLooked, true))
        return m_isFound;
    m_process = shelf.process;
    if (shelf.machine == 0 || shelf.machine != here.machine)
        return false;
    const std::optional<std::string_view> probe = read(shelf.probe, sizeof shelf.number);
    m_isFound = probe && std::memcmp(probe->data(), &shelf.number, sizeof shelf.number) == 0;
    return m_isFound;
}

std::optional<std::string_view> ParcelReader::read(std::int32_t parcel, std::size_t bytes)
{
    const auto known = m_seen.find(parcel);
    if (known != m_seen.end() && known->second.size() >= bytes)
        return std::string_view(known->second.data(), bytes);
    const std::span<char> seen = mapped(m_process, parcel, bytes);
    if (seen.empty())
        return std::nullopt;
    if (known != m_seen.end())
        ::munmap(known->second.data(), known->second.size());
    m_seen.insert_or_assign(parcel, seen);
    return std::string_view(seen.data(), bytes);
}

ParcelExchange::Packed
ParcelExchange::pack(int to, const std::shared_ptr<const std::string>& message, bool isLong)
{
    Packed packed{.note = {.shelf = m_shelf.place(), .canReadYours = other(to).isReadable ? 1 : 0}};
    if (!isLong || !other(to).canReadOurs)
        return packed;
    const std::lock_guard lock(m_shelfMutex);
    packed.parcel = m_shelf.pack(message);
    if (packed.parcel)
        packed.note.parcel = packed.parcel->file();
    return packed;
}

void ParcelExchange::learn(int from, const ParcelNote& note)
{
    OtherRank& sender = other(from);
    sender.canReadOurs = note.canReadYours != 0;
    const std::lock_guard lock(m_readerMutex);
    sender.isReadable = sender.reader.find(note.shelf, m_shelf.place());
}

std::optional<std::string_view>
ParcelExchange::read(int from, std::int32_t parcel, std::size_t bytes)
{
    const std::lock_guard lock(m_readerMutex);
    return other(from).reader.read(parcel, bytes);
}

void ParcelExchange::tidy(std::size_t bytesOfEach)
{
    const std::lock_guard lock(m_shelfMutex);
    m_shelf.tidy(bytesOfEach);
}

} // namespace coterie
