#include "core/base/indices.h"
#include "core/base/packed_bytes.h"
#include "core/train/dealt_columns.h"
#include "core/train/federation.h"
#include "core/train/rank_group.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

/// The participants' local work, its averages, mixes and products, of all models or of those that
/// are here.

namespace coterie {

at::Tensor Trained::updates() const
{
    at::Tensor differences = at::empty_like(ends.parameters);
    for (std::size_t j = 0; j < clients.size(); ++j) {
        const double rate = jobRates.empty() ? learningRate : jobRates[j];
        at::Tensor row = differences.select(0, signedSize(j));
        at::sub_out(row,
                    starts.parameters.select(0, signedSize(starts.place(startRow[j]))),
                    ends.parameters.select(0, signedSize(j)));
        row.div_(rate);
    }
    return differences;
}

at::Tensor Trained::bufferUpdates(const ParamLayout& layout) const
{
    const auto statistics = signedSize(layout.bufferCount);
    const auto counters = signedSize(layout.batchNormLayers);
    at::Tensor differences =
        at::empty({signedSize(clients.size()), statistics + counters}, ends.parameters.options());
    for (std::size_t j = 0; j < clients.size(); ++j) {
        at::Tensor row = differences[signedSize(j)];
        const at::Tensor start = starts.buffers.select(0, signedSize(starts.place(startRow[j])));
        row.narrow(0, 0, statistics).copy_((start - ends.buffers[signedSize(j)]) / jobRates[j]);
        row.narrow(0, statistics, counters).fill_(-results[j].steps / jobRates[j]);
    }
    return differences;
}

Trained Federation::train(const ModelRows& starts, RoundReport& report)
{
    std::vector<LocalJob> jobs;
    for (const std::size_t client : participants())
        jobs.push_back({.client = client, .startRow = starts.rowOf(client)});
    return train(jobs, starts, report);
}

Trained Federation::train(std::span<const LocalJob> jobs,
                          const ModelRows& starts,
                          RoundReport& roundReport,
                          const LocalTask& task)
{
    Trained trained;
    trained.learningRate = learningRate();
    trained.starts = starts;
    for (const LocalJob& job : jobs) {
        assert(trained.everyone.empty() || trained.everyone.back() < job.client);
        trained.everyone.push_back(job.client);
        if (!isHere(job.client))
            continue;
        trained.clients.push_back(job.client);
        trained.startRow.push_back(job.startRow);
        trained.jobRates.push_back(job.learningRate.value_or(learningRate()));
    }
    trained.ends = m_rows.take(trained.clients.size(), starts);
    std::vector<LocalResult> results(jobs.size());
    if (!m_executor->train({.context = m_context,
                            .work = m_work,
                            .jobs = jobs,
                            .starts = starts,
                            .ends = trained.ends,
                            .results = results,
                            .task = task}))
        throw RunStopped{};
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        m_samplesUsed += static_cast<double>(results[j].steps) * m_plan.local.batch;
        report(jobs[j].client, results[j], roundReport);
        if (isHere(jobs[j].client))
            trained.results.push_back(results[j]);
    }
    keepBuffers(trained);
    m_lastTrained = trained;
    return trained;
}

Trained Federation::rehearse(std::span<const LocalJob> jobs, const ModelRows& starts)
{
    State before = state();
    for (StatePart& part : before)
        part.values = part.values.clone();
    Trained last = m_lastTrained;
    RoundReport unread;
    unread.clients.resize(clients());
    Trained trained = train(jobs, starts, unread);
    m_lastTrained = std::move(last);
    restore(before);
    return trained;
}

void Federation::concludeTraining(std::vector<std::size_t> clients,
                                  const ModelRows& starts,
                                  std::vector<std::size_t> startRow,
                                  const ModelRows& ends,
                                  RoundReport& roundReport)
{
    assert(clients.size() == startRow.size() && clients.size() == ends.count());
    Trained whole{.clients = std::move(clients),
                  .ends = ends,
                  .starts = starts,
                  .startRow = std::move(startRow),
                  .results = {},
                  .learningRate = learningRate(),
                  .jobRates = {},
                  .everyone = {}};
    PackedBytes mine; // for the reports of other ranks
    for (std::size_t j = 0; j < whole.clients.size(); ++j) {
        ClientReport& client = roundReport.clients[whole.clients[j]];
        const auto from = signedSize(starts.place(whole.startRow[j]));
        const at::Tensor moved = starts.parameters.select(0, from).to(at::kDouble)
                                 - ends.parameters.select(0, signedSize(j)).to(at::kDouble);
        const double norm = moved.norm().item().toDouble() / learningRate();
        mine.put(whole.clients[j]);
        mine.put(norm);
        if (client.steps > 0)
            client.updateNorm = norm;
        whole.results.push_back({.steps = client.steps,
                                 .loss = client.trainLoss.value_or(0),
                                 .accuracy = client.trainAccuracy,
                                 .updateNorm = norm});
    }
    whole.everyone = whole.clients;
    m_lastTrained = std::move(whole);
    if (!m_deal)
        return;
    m_lastTrained.everyone.clear();
    for (const std::string& told : exchangeOf(RankWord::Train)(mine.take()))
        for (UnpackedBytes bytes(told); !bytes.atEnd();) {
            m_lastTrained.everyone.push_back(bytes.get<std::size_t>());
            ClientReport& client = roundReport.clients.at(m_lastTrained.everyone.back());
            const auto norm = bytes.get<double>();
            if (client.steps > 0)
                client.updateNorm = norm;
        }
}

RankExchange Federation::exchangeOf(RankWord word) const
{
    return [this, word](std::string mine) {
        return m_ranks->exchanged(word, std::move(mine), m_context.stop.stop_requested());
    };
}

ModelRows Federation::mix(const Collaboration& a, const ModelRows& rows) const
{
    return rows.first ? mixDealt(*m_deal, a, rows, exchangeOf(RankWord::Columns))
                      : coterie::mix(a, rows, m_bufferMode);
}

ModelRows Federation::average(const ModelRows& ends, std::span<const double> weights) const
{
    return averageOf(ends, indices(m_deal ? participants().size() : ends.count()), weights);
}

ModelRows Federation::averageOf(const ModelRows& ends,
                                std::span<const std::size_t> places,
                                std::span<const double> weights) const
{
    if (!m_deal) {
        ModelRows mean = ModelRows::empty(1, ends);
        coterie::average(ends, places, weights, mean, 0, m_bufferMode);
        return mean;
    }
    const std::vector<std::size_t> all = participants();
    const auto before = static_cast<std::size_t>( // at other ranks
        std::ranges::count_if(all, [this](std::size_t i) { return i < m_deal->first(); }));
    std::vector<std::size_t> clients;
    std::vector<std::size_t> rows;
    for (const std::size_t place : places) {
        clients.push_back(all[place]);
        if (isHere(all[place]))
            rows.push_back(place - before);
    }
    return averageDealt(*m_deal, ends, rows, clients, weights, exchangeOf(RankWord::Average));
}

at::Tensor Federation::sum(const Trained& trained, const at::Tensor& like, const AddTerm& add) const
{
    at::Tensor sum = at::zeros_like(like);
    if (!m_deal)
        for (std::size_t j = 0; j < trained.clients.size(); ++j)
            add(j, sum);
    else
        sumDealt(
            *m_deal,
            participants(),
            sum,
            [&](std::size_t j) { add(j, sum); },
            exchangeOf(RankWord::Average));
    return sum;
}

void Federation::shareNumbers(std::span<double> ofClients) const
{
    assert(ofClients.size() == clients());
    if (!m_deal)
        return;
    const auto ofRank = [&](std::size_t rank) {
        const std::size_t first = m_deal->firstOf(rank);
        return ofClients.subspan(first, m_deal->firstOf(rank + 1) - first);
    };
    PackedBytes mine;
    mine.putRaw(ofRank(m_deal->rank).data(), ofRank(m_deal->rank).size_bytes());
    const std::vector<std::string> all = exchangeOf(RankWord::Numbers)(mine.take());
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        UnpackedBytes(all[rank]).getRaw(ofRank(rank).data(), ofRank(rank).size_bytes());
}

void Federation::giveMeans(const ModelRows& from,
                           std::span<const ModelMean> means,
                           ModelRows& to) const
{
    if (m_deal)
        return giveMeansDealt(
            *m_deal, from, means, keepsOneModel(m_bufferMode), to, exchangeOf(RankWord::Columns));
    for (const ModelMean& mean : means)
        giveMean(from, mean, to, m_bufferMode);
}

void Federation::copyModel(ModelRows& models, std::size_t to, std::size_t from) const
{
    if (m_deal)
        copyDealt(*m_deal, models, to, from, exchangeOf(RankWord::Columns));
    else
        models.copyRow(to, models, from);
}

Matrix Federation::gram(const at::Tensor& ofClients, std::span<const std::size_t> clients) const
{
    if (clients.empty())
        return {};
    if (m_deal)
        return gramDealt(*m_deal, ofClients, clients, exchangeOf(RankWord::Columns));
    at::Tensor rows = ofClients;
    if (clients.size() < static_cast<std::size_t>(rows.size(0))) {
        const std::vector<std::int64_t> places(clients.begin(), clients.end());
        rows = rows.index_select(0, at::tensor(places, at::kLong).to(rows.device()));
    }
    return gramOfRows(rows);
}

void Federation::keepBuffers(const Trained& trained)
{
    if (!m_context.clientBuffers.defined())
        return;
    for (std::size_t j = 0; j < trained.clients.size(); ++j) {
        const at::Tensor trainedRow = trained.ends.buffers.select(0, signedSize(j));
        if (trained.clients[j] == pooledClient())
            m_context.clientBuffers.copy_(
                trainedRow.expand_as(m_context.clientBuffers)); // its model is that of all clients
        else
            m_context.clientBuffers.select(0, signedSize(trained.clients[j])).copy_(trainedRow);
    }
}

void Federation::report(std::size_t number, const LocalResult& result, RoundReport& report) const
{
    if (number == pooledClient()) {
        report.pooledTrain = Score{.loss = result.loss,
                                   .accuracy = result.accuracy,
                                   .samples = signedSize(workload().trainCount(pooledClient()))};
        return;
    }
    ClientReport& client = report.clients[number];
    client.steps += result.steps;
    if (result.steps == 0) // no samples, no loss
        return;
    client.trainLoss = result.loss;
    client.trainAccuracy = result.accuracy;
    client.updateNorm = result.updateNorm;
}

} // namespace coterie
