#pragma once

#include "core/experiment/parameters.h"
#include "core/nn/network.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The words of a network: what an experiment's list of layers may say. One row of the table in
/// layer_words.cpp has all there is to a word: its settings, what it can take, and what it becomes.
/// layer_list.cpp walks a list of them.

namespace coterie {

using Layers = std::vector<Layer>;

enum class Shortcut
{
    None,
    Concatenate, ///< what arrives at the block, before what its layers make of it
    Identity,    ///< what arrives at the block is added
    Projection   ///< likewise, through a 1×1 convolution where the shapes differ
};

/// What normalises a projection.
enum class ProjectionNorm
{
    None,
    BatchNorm,
    GroupNorm
};

/// The settings of all words.
struct WordSettings
{
    std::size_t units = 0; ///< 0: as many as the data set has classes, or one for targets
    std::size_t channels = 1;
    std::size_t kernel = 1;
    std::size_t padding = 0;
    bool bias = true;
    double rate = 0.5;
    std::size_t factor = 2;
    std::size_t repeat = 1;
    Shortcut shortcut = Shortcut::None;
    ProjectionNorm norm = ProjectionNorm::None;
    std::size_t stride = 1;
    std::size_t dilation = 1;
    std::size_t groups = 1;
};

/// What arrives at a layer.
struct Arriving
{
    SampleShape shape;
    bool isFlat = false;     ///< numbers in a row: a table's, or those after flatten or linear
    bool isVolume = false;   ///< of scans; stays so when pools leave a depth of 1
    std::size_t answers = 1; ///< what "classes" stands for

    /// "a picture of 16×28×28", "128 numbers"
    [[nodiscard]] std::string text() const;
};

/// Why a word cannot take what arrives.
struct Misfit
{
    std::string_view setting; ///< the one to change; "layer": the word itself
    std::string message;
};

struct LayerWord
{
    NamedPart part;
    /// Null: it takes anything.
    std::optional<Misfit> (*misfit)(const WordSettings& said, const Arriving& arriving) = nullptr;
    /// What computes it. Null for a block, which is its layers.
    Layers (*lowered)(const WordSettings& said, const Arriving& arriving) = nullptr;
    bool givesNumbers = false; ///< what comes out is flat
};

[[nodiscard]] std::span<const LayerWord> layerWords();
[[nodiscard]] const LayerWord* findWord(std::string_view name);
/// The table as a Registry has it.
[[nodiscard]] std::span<const NamedPart> layerParts();

} // namespace coterie
