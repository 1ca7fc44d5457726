#pragma once

#include "core/data/formats/bytes.h"

#include <map>
#include <string>
#include <vector>

namespace coterie {

/// What a pickle makes, as far as it is allowed to.
struct PickledObject
{
    enum class Kind
    {
        None,
        Number,
        Text,
        Bytes,
        Tuple,
        List,
        Dictionary, ///< items: key, value, key, value …
        MakeArray,  ///< numpy's _reconstruct
        ArrayClass,
        TypeClass,
        Type, ///< text: such as "f4"; bigEndian
        Array
    };

    Kind kind = Kind::None;
    bool bigEndian = false;
    double number = 0;
    std::string text = {};
    std::vector<std::uint8_t> bytes = {};
    std::vector<std::size_t> items = {}; ///< places of objects; an array: of its state's values
};

/// Carries a pickle out, on objects that are known by their places in a list.
class Unpickler
{
public:
    explicit Unpickler(ByteSource& source)
        : m_source(source)
    {}

    /// The place of what it makes.
    Result<std::size_t> run();
    PickledObject& at(std::size_t place) { return m_objects[place]; }
    [[nodiscard]] Unexpected<Error> failHere(const std::string& what) const
    {
        return failAt(m_source, m_place, what);
    }

private:
    Result<void> step(std::uint8_t instruction);
    Result<void> collect(std::uint8_t instruction);
    Result<void> constant(std::uint8_t instruction);
    Result<std::uint64_t> whole(std::size_t bytes);
    Result<std::string> text(std::uint64_t size);
    Result<std::string> line();
    Result<void> bytes(std::uint64_t size);
    Result<void> push(PickledObject object);
    Result<void> pushNumber(double number)
    {
        return push({.kind = PickledObject::Kind::Number, .number = number});
    }
    Result<std::size_t> pop();
    Result<std::vector<std::size_t>> popToMark();
    Result<void> tuple(std::size_t count);
    Result<void> remember(std::uint64_t key);
    Result<void> recall(std::uint64_t key);
    Result<void> pushNamed(const std::string& module, const std::string& name);
    Result<void> reduce();
    Result<void> build();
    Result<void> add(PickledObject::Kind kind, std::vector<std::size_t> items);
    [[nodiscard]] bool is(std::size_t place, PickledObject::Kind kind) const
    {
        return m_objects[place].kind == kind;
    }

    ByteSource& m_source;
    std::uint64_t m_place = 0; // of the instruction
    std::uint64_t m_bytes = 0; // of all Bytes
    std::size_t m_items = 0;   // added to lists and dictionaries
    std::vector<PickledObject> m_objects;
    std::vector<std::size_t> m_stack;
    std::map<std::uint64_t, std::size_t> m_memo;
};

} // namespace coterie
