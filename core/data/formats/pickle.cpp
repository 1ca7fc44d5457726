#include "core/data/formats/pickle.h"

#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/data/formats/npy.h"
#include "core/data/formats/unpickler.h"

namespace coterie {

namespace {

using Object = PickledObject;
using Kind = Object::Kind;

/// An array of numbers of a pickle. Takes its bytes.
Result<NumberArray>
numbersOf(Unpickler& pickle, const std::vector<std::size_t>& state, std::string name)
{
    const Object& type = pickle.at(state[2]);
    Object& content = pickle.at(state[4]);
    const NumberType* numbers = numberType(&NumberType::npy, type.text == "b1" ? "u1" : type.text);
    if (numbers == nullptr || content.kind != Kind::Bytes)
        return pickle.failHere(filled("{} must be an array of booleans or real numbers, not signed "
                                      "bytes (type is '{}')",
                                      name,
                                      printable(type.text.substr(0, 20), LineEnds::Escape)));
    std::vector<std::size_t> shape;
    std::uint64_t count = 1;
    for (const std::size_t place : pickle.at(state[1]).items) {
        const Object& size = pickle.at(place);
        if (size.kind != Kind::Number || !(size.number >= 0)
            || size.number > static_cast<double>(kMostBytes) || shape.size() == 8)
            return pickle.failHere(filled("the shape of {} is no list of sizes", name));
        shape.push_back(static_cast<std::size_t>(size.number));
        if (shape.back() > 0 && count > kMostBytes / shape.back())
            return pickle.failHere(filled("{} has more than {} values", name, kMostBytes));
        count *= shape.back();
    }
    const Object& fortran = pickle.at(state[3]);
    if (shape.size() > 1 && (fortran.kind != Kind::Number || fortran.number != 0))
        return pickle.failHere(
            filled("{} is in Fortran order; save numpy.ascontiguousarray of it instead", name));
    const bool bigEndian = type.bigEndian;
    const std::uint64_t size = content.bytes.size();
    if (size != count * numbers->bytes)
        return pickle.failHere(
            filled("{} must have {} bytes (has {})", name, count * numbers->bytes, size));
    const ByteSourcePointer bytes =
        sourceOf(storeOf(std::move(name), std::move(content.bytes)), 0, size);
    return readNumbers(*bytes, *numbers, bigEndian, std::move(shape), count);
}

/// A list of numbers, such as labels that were never made an array.
Result<NumberArray>
numbersOfList(Unpickler& pickle, const std::vector<std::size_t>& items, std::string name)
{
    std::vector<float> values;
    for (const std::size_t place : items) {
        const Object& item = pickle.at(place);
        if (item.kind != Kind::Number)
            return pickle.failHere(filled("{} must be an array, or a list of numbers", name));
        values.push_back(static_cast<float>(item.number));
    }
    return NumberArray{.dimensions = {values.size()},
                       .values = std::move(values),
                       .place = {.file = std::move(name), .width = 1}};
}

} // namespace

Result<std::map<std::string, NumberArray>> readPickledArrays(ByteSource& source,
                                                             const std::set<std::string>& names)
{
    COTERIE_TRY(const NpyHeader header, readNpyHeader(source));
    if (header.type != "|O" || !header.shape.empty())
        return failAt(source, 0, "must be an array of one Python dictionary");
    Unpickler pickle(source);
    COTERIE_TRY(const std::size_t whole, pickle.run());
    // The array of one object that numpy.savez made of the dictionary, or the dictionary itself.
    std::size_t place = whole;
    if (const Object& array = pickle.at(place); array.kind == Kind::Array && !array.items.empty()) {
        const Object& list = pickle.at(array.items[4]);
        if (list.kind == Kind::List && list.items.size() == 1)
            place = list.items[0];
    }
    if (pickle.at(place).kind != Kind::Dictionary)
        return pickle.failHere("must be an array of one Python dictionary");
    const std::vector<std::size_t> members = pickle.at(place).items;
    std::map<std::string, std::size_t> last; // of a name that is there twice the last one counts
    for (std::size_t i = 0; i < members.size(); i += 2) {
        const Object& key = pickle.at(members[i]);
        if (key.kind != Kind::Text)
            return pickle.failHere("the names in the dictionary must be texts");
        if (names.empty() || names.contains(key.text))
            last[key.text] = members[i + 1];
    }
    std::map<std::string, NumberArray> arrays;
    for (const auto& [key, at] : last) {
        const Object& value = pickle.at(at);
        std::string name = source.name() + ": " + printable(key, LineEnds::Escape);
        if (value.kind == Kind::Array && !value.items.empty()) {
            const std::vector<std::size_t> state = value.items;
            COTERIE_TRY(arrays[key], numbersOf(pickle, state, std::move(name)));
        } else if (value.kind == Kind::List || value.kind == Kind::Tuple) {
            COTERIE_TRY(arrays[key], numbersOfList(pickle, value.items, std::move(name)));
        }
    }
    COTERIE_CHECK(expectEnd(source, "the pickle"));
    return arrays;
}

} // namespace coterie
