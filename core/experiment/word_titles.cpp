#include "core/experiment/word_titles.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

// Parameters of the same name share the meaning of a word.
constexpr std::array kTitles{
    // Of the experiment itself
    WordTitle{"profile", "paper", "the papers' equations"},
    WordTitle{"profile", "code", "the authors' released code"},
    WordTitle{"device", "auto", "a CUDA device if there is one"},
    WordTitle{"device", "cpu", "CPU"},
    WordTitle{"device", "cuda", "CUDA device"},
    WordTitle{"precision", "float32", "32-bit floats"},
    WordTitle{"precision", "float64", "64-bit floats"},
    WordTitle{"initialisation", "default", "LibTorch's own"},
    WordTitle{"initialisation", "xavier", "Xavier"},
    WordTitle{"initialisation", "kaiming", "Kaiming"},
    WordTitle{"keepModels", "last", "those of the last round"},
    WordTitle{"keepModels", "best", "those of the best round"},
    WordTitle{"keepModels", "none", "no models"},
    WordTitle{"bnMode", "average", "averaged with the models"},
    WordTitle{"bnMode", "local", "kept by every client"},
    WordTitle{"bnMode", "officialHcct", "client 0's as in HCCT's code"},

    // Of layers
    WordTitle{"units", "classes", "one per class"},
    WordTitle{"shortcut", "none", "none"},
    WordTitle{"shortcut", "concatenate", "concatenate the input"},
    WordTitle{"shortcut", "identity", "add the input"},
    WordTitle{"shortcut", "projection", "add the projected input"},
    WordTitle{"norm", "none", "none"},
    WordTitle{"norm", "batchNorm", "batch-norm"},
    WordTitle{"norm", "groupNorm", "group-norm"},

    // Of data sets
    WordTitle{"shape", "28x28x3", "28 × 28 in colour"},
    WordTitle{"shape", "28x28x1", "28 × 28 in grey"},
    WordTitle{"shape", "32x32x3", "32 × 32 in colour"},
    WordTitle{"missing", "refuse", "are an error"},
    WordTitle{"missing", "leaveOut", "are left out"},
    WordTitle{"split", "balanced", "balanced (47 classes)"},
    WordTitle{"split", "byClass", "by class (62 classes)"},
    WordTitle{"split", "byMerge", "by merge (47 classes)"},
    WordTitle{"split", "letters", "letters (26 classes)"},
    WordTitle{"split", "digits", "digits (10 classes)"},
    WordTitle{"split", "mnist", "MNIST's digits (10 classes)"},
    WordTitle{"channels", "auto", "where there are 1 or 3"},
    WordTitle{"channels", "first", "first"},
    WordTitle{"channels", "last", "last"},
    WordTitle{"task", "classification", "classification"},
    WordTitle{"task", "regression", "regression"},
    WordTitle{"separator", "comma", "comma"},
    WordTitle{"separator", "semicolon", "semicolon"},
    WordTitle{"separator", "tab", "tab"},
    WordTitle{"fit", "stretch", "the whole picture stretched"},
    WordTitle{"fit", "crop", "the square in its middle"},
    WordTitle{"colour", "asStored", "stay grey"},
    WordTitle{"client", "none", "not said"},
    WordTitle{"client", "speaker", "by speaker (NAME:)"},
    WordTitle{"client", "block", "by block between empty lines"},
    WordTitle{"letters", "asStored", "as they are"},
    WordTitle{"letters", "lowerCase", "small letters only"},
    WordTitle{"colour", "always", "become coloured"},
    WordTitle{"separator", "blank", "blanks"},
    WordTitle{"missing", "mean", "the column's mean"},
    WordTitle{"missing", "median", "the column's median"},
    WordTitle{"missing", "mostFrequent", "the column's most frequent value"},
    WordTitle{"missing", "drop", "row left out"},
    WordTitle{"layout", "features", "features"},
    WordTitle{"layout", "square", "square picture"},
    WordTitle{"method", "auto", "by the change of size"},
    WordTitle{"method", "area", "area"},
    WordTitle{"method", "bilinear", "bilinear"},

    // Of partitions
    WordTitle{"test", "auto", "the official test set where there is one"},
    WordTitle{"test", "official", "the official test set"},
    WordTitle{"test", "share", "a share of the client's own samples"},
    WordTitle{"pool", "official", "the official test set"},
    WordTitle{"pool", "merged", "all images"},
    WordTitle{"by", "class", "class"},
    WordTitle{"by", "domain", "domain"},
    WordTitle{"sizes", "halfNormal", "half-normal"},
    WordTitle{"sizes", "equal", "equal"},

    // Of samplers
    WordTitle{"signal", "bias", "output biases"},
    WordTitle{"signal", "fcRowMean", "row means of output weights"},
    WordTitle{"distanceVec", "bias", "output biases"},
    WordTitle{"distanceVec", "fcWeightBias", "output weights and biases"},
    WordTitle{"refresh", "everyParticipation", "the newest of each client"},
    WordTitle{"refresh", "warmUpOnly", "the first of each client"},
    WordTitle{"refresh", "gradients", "everybody's gradient"},
    WordTitle{"refresh", "localWork", "everybody's local work"},
    WordTitle{"refresh", "participants", "what participants sent"},
    WordTitle{"warmUp", "random", "at random from those not seen"},
    WordTitle{"warmUp", "blocks", "in blocks of ids"},
    WordTitle{"inCluster", "bySize", "by size"},
    WordTitle{"inCluster", "uniform", "with equal chances"},
    WordTitle{"wardMode", "rows", "rows of the matrix"},
    WordTitle{"wardMode", "condensed", "entries of the matrix"},

    // Of algorithms
    WordTitle{"aggregation", "bySize", "by size"},
    WordTitle{"aggregation", "uniform", "all alike"},
    WordTitle{"init", "distinct", "apart"},
    WordTitle{"init", "same", "all the same"},
    WordTitle{"start", "clusterModel", "the cluster's model"},
    WordTitle{"start", "membersMean", "the mean of its members' models"},
    WordTitle{"firstRound", "clusters", "of the method"},
    WordTitle{"firstRound", "global", "of FedAvg"},
    WordTitle{"personalModel", "mean", "the mean of its models"},
    WordTitle{"personalModel", "own", "the model it trained"},
    WordTitle{"mode", "hcct", "as HCCT implements it"},
    WordTitle{"mode", "canonical", "as its authors do"},
    WordTitle{"criterion", "binary", "binary"},
    WordTitle{"criterion", "continuous", "continuous"},
    WordTitle{"criterion", "oracle", "oracle"},
    WordTitle{"sizes", "auto", "samples if binary"},
    WordTitle{"sizes", "trainSize", "training samples"},
    WordTitle{"sizes", "none", "nothing"},
    WordTitle{"innerSolver", "gd", "the arm's optimizer"},
    WordTitle{"innerSolver", "nesterov", "Nesterov's gradient"},
    WordTitle{"thetaInit", "previous", "the client's last model"},
    WordTitle{"thetaInit", "center", "the server's model"},
    WordTitle{"gammaPolicy", "respectively", "each on its own condition"},
    WordTitle{"gammaPolicy", "joint", "both on both conditions"},
    WordTitle{"gammaPolicy", "constant", "never"},
    WordTitle{"code", "literal", "as Remark 1 has it"},
    WordTitle{"code", "bitmap", "as its bitmap alone"},
    WordTitle{"code", "dense", "entry by entry"},
    WordTitle{"derivative", "firstOrder", "first order"},
    WordTitle{"derivative", "hessian", "second order"},
    WordTitle{"alphaMode", "absolute", "absolute"},
    WordTitle{"alphaMode", "relative", "a multiple of the client's samples"},
    WordTitle{"similarity", "cosine", "cosine"},
    WordTitle{"similarity", "sign", "share of equal signs"},
    WordTitle{"bootstrap", "independent", "everybody alone"},
    WordTitle{"bootstrap", "global", "all together"},
    WordTitle{"newcomerProbe", "mean", "the mean of the groups' models"},
    WordTitle{"newcomerProbe", "init", "the initial weights"},
    WordTitle{"newcomerMode", "greedy", "largest benefit"},
    WordTitle{"newcomerMode", "repartition", "waiting for the next partition"},
    WordTitle{"layerScore", "between", "variance between clients"},
    WordTitle{"layerScore", "official", "pooled variance"},
    WordTitle{"simScope", "all", "whole updates"},
    WordTitle{"simScope", "body", "bodies only"},
    WordTitle{"wants", "gram", "products of the updates"},
    WordTitle{"wants", "cosines", "cosines of the updates"},
    WordTitle{"wants", "distances", "distances between the models"},
    WordTitle{"wants", "losses", "losses of each model on each client"},
    WordTitle{"wants", "sizes", "numbers of samples"},
    WordTitle{"wants", "labelCounts", "samples of each class"},
};

} // namespace

std::span<const WordTitle> wordTitles()
{
    return kTitles;
}

std::string_view titleOfWord(std::string_view parameter, std::string_view word)
{
    const auto row = std::ranges::find_if(kTitles, [&](const WordTitle& known) {
        return known.parameter == parameter && known.word == word;
    });
    return row == kTitles.end() ? std::string_view() : row->title;
}

} // namespace coterie
