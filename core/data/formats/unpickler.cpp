#include "core/data/formats/unpickler.h"

#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"

#include <array>
#include <bit>

namespace coterie {

namespace {

// Python's documentation of the instructions: Lib/pickletools.py.

constexpr std::size_t kMostObjects = 200'000;
constexpr std::size_t kMostItems = 2'000'000; // of all lists and dictionaries
constexpr std::size_t kLongestText = 1000;

constexpr std::size_t kMark = SIZE_MAX; // on the stack, no object

using Object = PickledObject;
using Kind = Object::Kind;

} // namespace

Result<std::uint64_t> Unpickler::whole(std::size_t count)
{
    std::array<std::uint8_t, 8> bytes{};
    COTERIE_CHECK(readExactly(m_source, std::span(bytes).first(count), "a number of the pickle"));
    std::uint64_t value = 0;
    for (std::size_t i = count; i > 0; --i)
        value = value << 8U | bytes[i - 1];
    return value;
}

Result<std::string> Unpickler::text(std::uint64_t size)
{
    if (size > kLongestText)
        return failHere(filled("a text of more than {} bytes", kLongestText));
    std::string text(static_cast<std::size_t>(size), ' ');
    COTERIE_CHECK(readExactly(m_source,
                              {reinterpret_cast<std::uint8_t*>(text.data()), text.size()},
                              "a text of the pickle"));
    return text;
}

Result<std::string> Unpickler::line()
{
    std::string text;
    while (true) {
        COTERIE_TRY(const std::uint64_t letter, whole(1));
        if (letter == '\n')
            return text;
        text += static_cast<char>(letter);
        if (text.size() > kLongestText)
            return failHere(filled("a name of more than {} bytes", kLongestText));
    }
}

Result<void> Unpickler::bytes(std::uint64_t size)
{
    if (size > kMostBytes)
        return failHere(filled("more than {} bytes", kMostBytes));
    COTERIE_CHECK(checkAnnounced(m_source, size));
    COTERIE_CHECK(checkMemory(m_source, m_bytes + size));
    Object object{.kind = Kind::Bytes};
    COTERIE_TRY(object.bytes, readBytes(m_source, size));
    m_bytes += size;
    return push(std::move(object));
}

Result<void> Unpickler::push(Object object)
{
    if (m_objects.size() >= kMostObjects || m_stack.size() >= kMostObjects)
        return failHere(
            filled("more than {} Python objects; save them as arrays instead", kMostObjects));
    m_stack.push_back(m_objects.size());
    m_objects.push_back(std::move(object));
    return {};
}

Result<std::size_t> Unpickler::pop()
{
    if (m_stack.empty() || m_stack.back() == kMark)
        return failHere("the pickle is damaged: an object is missing");
    const std::size_t place = m_stack.back();
    m_stack.pop_back();
    return place;
}

Result<std::vector<std::size_t>> Unpickler::popToMark()
{
    const auto mark = std::find(m_stack.rbegin(), m_stack.rend(), kMark);
    if (mark == m_stack.rend())
        return failHere("the pickle is damaged: a mark is missing");
    std::vector<std::size_t> items(mark.base(), m_stack.end());
    m_stack.erase(mark.base() - 1, m_stack.end());
    return items;
}

Result<void> Unpickler::tuple(std::size_t count)
{
    Object object{.kind = Kind::Tuple, .items = std::vector<std::size_t>(count)};
    for (std::size_t i = count; i > 0; --i) {
        COTERIE_TRY(object.items[i - 1], pop());
    }
    return push(std::move(object));
}

Result<void> Unpickler::remember(std::uint64_t key)
{
    if (m_stack.empty() || m_stack.back() == kMark)
        return failHere("the pickle is damaged: an object is missing");
    if (m_memo.size() >= kMostObjects)
        return failHere(filled("more than {} remembered objects", kMostObjects));
    m_memo[key] = m_stack.back();
    return {};
}

Result<void> Unpickler::recall(std::uint64_t key)
{
    const auto found = m_memo.find(key);
    if (found == m_memo.end())
        return failHere("the pickle is damaged: an object is recalled that was never made");
    if (m_stack.size() >= kMostObjects)
        return failHere(filled("more than {} Python objects", kMostObjects));
    m_stack.push_back(found->second);
    return {};
}

Result<void> Unpickler::pushNamed(const std::string& module, const std::string& name)
{
    const bool inner = module == "numpy.core.multiarray" || module == "numpy._core.multiarray";
    if (inner && name == "_reconstruct")
        return push({.kind = Kind::MakeArray});
    if (module == "numpy" && name == "ndarray")
        return push({.kind = Kind::ArrayClass});
    if (module == "numpy" && name == "dtype")
        return push({.kind = Kind::TypeClass});
    return failHere(filled("the pickle asks for {}.{}; only dictionaries, lists, numbers and NumPy "
                           "arrays are read",
                           printable(module.substr(0, 60), LineEnds::Escape),
                           printable(name.substr(0, 60), LineEnds::Escape)));
}

/// Calls of the three functions that are known.
Result<void> Unpickler::reduce()
{
    COTERIE_TRY(const std::size_t arguments, pop());
    COTERIE_TRY(const std::size_t function, pop());
    if (!is(arguments, Kind::Tuple))
        return failHere("the pickle is damaged: a call without arguments");
    const std::vector<std::size_t>& given = m_objects[arguments].items;
    if (is(function, Kind::MakeArray) && !given.empty() && is(given[0], Kind::ArrayClass))
        return push({.kind = Kind::Array});
    if (is(function, Kind::TypeClass) && !given.empty() && is(given[0], Kind::Text))
        return push({.kind = Kind::Type, .text = m_objects[given[0]].text});
    return failHere("a call that is not read; only dictionaries, lists, numbers and NumPy arrays "
                    "are");
}

/// What arrays and types are made of.
Result<void> Unpickler::build()
{
    COTERIE_TRY(const std::size_t state, pop());
    COTERIE_TRY(const std::size_t place, pop());
    m_stack.push_back(place);
    if (!is(state, Kind::Tuple))
        return failHere("an object with a state that is not read");
    const std::vector<std::size_t> items = m_objects[state].items;
    Object& built = m_objects[place];
    if (built.kind == Kind::Type && items.size() >= 2 && is(items[1], Kind::Text)) {
        built.bigEndian = m_objects[items[1]].text == ">";
        return {};
    }
    // version, shape, type, Fortran order, bytes or a list of objects
    if (built.kind == Kind::Array && items.size() == 5 && is(items[1], Kind::Tuple)
        && is(items[2], Kind::Type)) {
        built.items = items;
        return {};
    }
    return failHere("an object with a state that is not read");
}

Result<void> Unpickler::add(Kind kind, std::vector<std::size_t> items)
{
    if (m_stack.empty() || m_stack.back() == kMark || !is(m_stack.back(), kind)
        || (kind == Kind::Dictionary && items.size() % 2 != 0))
        return failHere("the pickle is damaged: something is added to nothing");
    std::vector<std::size_t>& to = m_objects[m_stack.back()].items;
    if (to.size() + items.size() > 2 * kMostObjects)
        return failHere(filled("more than {} Python objects", kMostObjects));
    m_items += items.size();
    if (m_items > kMostItems)
        return failHere(filled("more than {} entries of lists and dictionaries", kMostItems));
    to.insert(to.end(), items.begin(), items.end());
    return {};
}

Result<void> Unpickler::constant(std::uint8_t instruction)
{
    switch (instruction) {
    case 'N':
        return push({});
    case 0x88:
        return pushNumber(1);
    case 0x89:
        return pushNumber(0);
    case 'K':
    case 'M': {
        COTERIE_TRY(const std::uint64_t value, whole(instruction == 'K' ? 1 : 2));
        return pushNumber(static_cast<double>(value));
    }
    case 'J': {
        COTERIE_TRY(const std::uint64_t value, whole(4));
        return pushNumber(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
    }
    case 0x8A: { // a signed number of as many bytes
        COTERIE_TRY(const std::uint64_t size, whole(1));
        if (size > 8)
            return failHere("a whole number of more than 8 bytes");
        COTERIE_TRY(std::uint64_t value, whole(static_cast<std::size_t>(size)));
        const std::uint64_t unused = 64 - 8 * size;
        if (size > 0) // the sign fills the bytes that are not there
            value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused)
                                               >> static_cast<std::int64_t>(unused));
        return pushNumber(static_cast<double>(static_cast<std::int64_t>(value)));
    }
    case 'G': {
        std::array<std::uint8_t, 8> bytes{};
        COTERIE_CHECK(readExactly(m_source, bytes, "a number of the pickle"));
        const std::uint64_t value =
            std::uint64_t{big32(bytes.data())} << 32U | big32(bytes.data() + 4);
        return pushNumber(std::bit_cast<double>(value));
    }
    case 0x8C:
    case 'X': {
        COTERIE_TRY(const std::uint64_t size, whole(instruction == 'X' ? 4 : 1));
        Object object{.kind = Kind::Text};
        COTERIE_TRY(object.text, text(size));
        return push(std::move(object));
    }
    case 'C':
    case 'B':
    case 0x8E: {
        COTERIE_TRY(const std::uint64_t size,
                    whole(instruction == 'C' ? 1 : (instruction == 'B' ? 4 : 8)));
        return bytes(size);
    }
    default:
        return failHere(filled("instruction {} of the pickle is not read; only dictionaries, "
                               "lists, numbers and NumPy arrays are",
                               instruction));
    }
}

Result<void> Unpickler::collect(std::uint8_t instruction)
{
    switch (instruction) {
    case ')':
        return tuple(0);
    case 0x85:
    case 0x86:
    case 0x87:
        return tuple(instruction - 0x84U);
    case 't': {
        Object object{.kind = Kind::Tuple};
        COTERIE_TRY(object.items, popToMark());
        return push(std::move(object));
    }
    case ']':
        return push({.kind = Kind::List});
    case '}':
        return push({.kind = Kind::Dictionary});
    case 'a': {
        COTERIE_TRY(const std::size_t item, pop());
        return add(Kind::List, {item});
    }
    case 's': {
        COTERIE_TRY(const std::size_t value, pop());
        COTERIE_TRY(const std::size_t key, pop());
        return add(Kind::Dictionary, {key, value});
    }
    case 'e':
    case 'u': {
        COTERIE_TRY(std::vector<std::size_t> items, popToMark());
        return add(instruction == 'e' ? Kind::List : Kind::Dictionary, std::move(items));
    }
    default:
        return constant(instruction);
    }
}

Result<void> Unpickler::step(std::uint8_t instruction)
{
    switch (instruction) {
    case 0x80: { // the version; the instructions themselves tell what can be read
        COTERIE_CHECK(whole(1));
        return {};
    }
    case 0x95: // how many bytes follow together
        COTERIE_CHECK(whole(8));
        return {};
    case '(':
        if (m_stack.size() >= kMostObjects)
            return failHere("too many marks");
        m_stack.push_back(kMark);
        return {};
    case 'q':
    case 'r': {
        COTERIE_TRY(const std::uint64_t key, whole(instruction == 'q' ? 1 : 4));
        return remember(key);
    }
    case 0x94:
        return remember(m_memo.size());
    case 'h':
    case 'j': {
        COTERIE_TRY(const std::uint64_t key, whole(instruction == 'h' ? 1 : 4));
        return recall(key);
    }
    case 'c': {
        COTERIE_TRY(const std::string module, line());
        COTERIE_TRY(const std::string name, line());
        return pushNamed(module, name);
    }
    case 0x93: {
        COTERIE_TRY(const std::size_t name, pop());
        COTERIE_TRY(const std::size_t module, pop());
        return pushNamed(std::string(m_objects[module].text), std::string(m_objects[name].text));
    }
    case 'R':
        return reduce();
    case 'b':
        return build();
    default:
        return collect(instruction);
    }
}

Result<std::size_t> Unpickler::run()
{
    while (true) {
        m_place = m_source.offset();
        COTERIE_TRY(const std::uint64_t instruction, whole(1));
        if (instruction == '.')
            return pop();
        COTERIE_CHECK(step(static_cast<std::uint8_t>(instruction)));
    }
}

} // namespace coterie
