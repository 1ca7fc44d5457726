#pragma once

#include "core/nn/cpu_step.h"
#include "tests/core/nn/reference_modules.h"
#include "tests/core/nn/stack.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// One client's gradient, outputs and statistics on the planned step, against LibTorch's modules.
template <typename Scalar>
void comparePlanned(const Network& network, bool training, double allowed, std::size_t batch = 6)
{
    const at::ScalarType type = c10::CppTypeToScalarType<Scalar>::value;
    const Stack stack = randomStack(network, 1, signedSize(batch), type);
    const at::Tensor parameters = stack.parameters.detach().contiguous();
    at::Tensor buffers = stack.buffers.clone();
    const at::Tensor inputs = stack.inputs.detach().contiguous();
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < batch; ++i)
        labels.push_back(static_cast<std::int32_t>(i % network.outputs()));

    CpuStep<Scalar> step(network, batch + 2);
    std::copy_n(inputs.data_ptr<Scalar>(), inputs.numel(), step.input());
    if (training)
        step.train(
            parameters.data_ptr<Scalar>(), buffers.data_ptr<Scalar>(), batch, DropoutKey{}, 0);
    else
        step.evaluate(parameters.data_ptr<Scalar>(), buffers.data_ptr<Scalar>(), batch);
    (void)step.loss(std::span<const std::int32_t>(labels));
    const at::Tensor gradient = at::full_like(parameters, 99); // all of it is overwritten
    step.backward(parameters.data_ptr<Scalar>(), gradient.data_ptr<Scalar>());

    ReferenceModules reference(network, parameters[0], stack.buffers[0]);
    reference.train(training);
    const at::Tensor rows = inputs[0];
    const at::Tensor outputs =
        reference.forward(network.input().height == 1 ? rows.flatten(1) : rows).flatten(1);
    at::nll_loss(at::log_softmax(outputs, 1),
                 at::tensor(std::vector<std::int64_t>(labels.begin(), labels.end())))
        .backward();
    const at::Tensor found = at::tensor(
        std::vector<Scalar>(step.outputs().begin(), step.outputs().end()), at::dtype(type));
    QVERIFY2(difference(found.view_as(outputs), outputs) <= allowed,
             qPrintable(QString::number(difference(found.view_as(outputs), outputs))));
    QVERIFY2(difference(gradient[0], reference.gradientRow()) <= allowed,
             qPrintable(QString::number(difference(gradient[0], reference.gradientRow()))));
    QVERIFY(difference(buffers[0], reference.bufferRow()) <= allowed);
}

} // namespace coterie
