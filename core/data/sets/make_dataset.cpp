#include "core/data/sets/make_dataset.h"

namespace coterie {

Result<DatasetPointer> makeDataset(const NamedPart& part,
                                   const DatasetFacts& facts,
                                   Result<Samples> train,
                                   Result<Samples> test)
{
    for (const Result<Samples>* read : {&train, &test})
        if (!*read)
            return Unexpected<Error>{read->error()};
    if (test->count() > 0 && train->shape != test->shape)
        return fail(std::string(part.title),
                    "the test samples differ in size from the training samples");
    auto dataset = std::make_shared<Dataset>();
    dataset->name = part.name;
    dataset->title = part.title;
    dataset->classes = facts.classNames.size();
    dataset->classNames.assign(facts.classNames.begin(), facts.classNames.end());
    dataset->domainNames.assign(facts.domainNames.begin(), facts.domainNames.end());
    dataset->inputScale = facts.inputScale;
    dataset->train = std::move(*train);
    dataset->officialTest = std::move(*test);
    return DatasetPointer(std::move(dataset));
}

} // namespace coterie
