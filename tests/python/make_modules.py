#!/usr/bin/env python3
"""Makes networks in PyTorch and saves them as TorchScript, for tests of the model torchScript.

    make_modules.py DIR            LeNet, ResNet-18 for CIFAR, a two-layer LSTM, a ViT with patches of 4
    make_modules.py DIR --small    LeNet, LSTM and ViT of a few thousand parameters, and smaller ones for single tests

Every module is saved, loaded again and trained for one step. The values are those of seed 1, so that the same PyTorch
makes the same values. The last layer of each is called fc.
"""
import argparse
import pathlib
import sys
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class LeNet(nn.Module):
    """28×28 grey pictures."""

    def __init__(self, hidden: int, classes: int = 10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.hidden = nn.Linear(16 * 4 * 4, hidden)
        self.fc = nn.Linear(hidden, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc(F.relu(self.hidden(x.flatten(1))))


class ResidualBlock(nn.Module):
    def __init__(self, before: int, channels: int, stride: int):
        super().__init__()
        self.conv1 = nn.Conv2d(before, channels, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.shortcut = nn.Sequential()
        if stride != 1 or before != channels:
            self.shortcut = nn.Sequential(nn.Conv2d(before, channels, 1, stride, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(y)) + self.shortcut(x))


class ResNet18(nn.Module):
    """For 32×32 pictures in colour: its first convolution is 3×3 and no pooling follows."""

    def __init__(self, classes: int = 10):
        super().__init__()
        blocks = []
        before = 64
        for channels, stride in [(64, 1), (128, 2), (256, 2), (512, 2)]:
            blocks += [ResidualBlock(before, channels, stride), ResidualBlock(channels, channels, 1)]
            before = channels
        self.conv1 = nn.Conv2d(3, 64, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(512, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = self.blocks(F.relu(self.bn1(self.conv1(x))))
        return self.fc(x.mean((2, 3)))


class NextCharacter(nn.Module):
    """Windows of characters, whose numbers come as real numbers: which character follows."""

    def __init__(self, characters: int, width: int, hidden: int):
        super().__init__()
        self.embedding = nn.Embedding(characters, width)
        self.lstm = nn.LSTM(width, hidden, num_layers=2, batch_first=True)
        self.fc = nn.Linear(hidden, characters)

    def forward(self, x: Tensor) -> Tensor:
        outputs, _ = self.lstm(self.embedding(x.flatten(1).long()))
        return self.fc(outputs[:, -1])


class TransformerBlock(nn.Module):
    def __init__(self, width: int, heads: int, inner: int, dropout: float):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.project = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.dropout = nn.Dropout(dropout)

    def attend(self, x: Tensor) -> Tensor:
        batch, tokens, width = x.shape
        size = width // self.heads
        q, k, v = self.qkv(x).reshape(batch, tokens, 3, self.heads, size).permute(2, 0, 3, 1, 4).unbind(0)
        weights = torch.softmax(q @ k.transpose(-2, -1) / size**0.5, -1)
        return self.project((weights @ v).transpose(1, 2).reshape(batch, tokens, width))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.dropout(self.attend(self.norm1(x)))
        return x + self.dropout(self.down(F.gelu(self.up(self.norm2(x)))))


class VisionTransformer(nn.Module):
    """Square pictures in patches of 4×4."""

    def __init__(self, channels: int, side: int, width: int, depth: int, heads: int, classes: int = 10):
        super().__init__()
        patches = (side // 4) ** 2
        self.patches = nn.Conv2d(channels, width, 4, 4)
        self.first = nn.Parameter(torch.zeros(1, 1, width))
        self.places = nn.Parameter(0.02 * torch.randn(1, patches + 1, width))
        self.blocks = nn.Sequential(*[TransformerBlock(width, heads, 2 * width, 0.1) for _ in range(depth)])
        self.norm = nn.LayerNorm(width)
        self.fc = nn.Linear(width, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(x.size(0), -1, -1), x], 1) + self.places
        return self.fc(self.norm(self.blocks(x))[:, 0])


class Counting(nn.Module):
    """Counts in evaluation too, where the samples say so: nothing that Coterie can train."""

    def __init__(self, classes: int = 10):
        super().__init__()
        self.fc = nn.Linear(7 * 7, classes)
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        if x.sum() < 0:
            self.count += 1
        return self.fc(F.avg_pool2d(x, 4).flatten(1))


class Softmax(nn.Module):
    """Gives the logarithm of softmax, as for a negative log-likelihood."""

    def __init__(self, classes: int = 10):
        super().__init__()
        self.hidden = nn.Linear(7 * 7, 4)
        self.fc = nn.Linear(4, classes)

    def forward(self, x: Tensor) -> Tensor:
        return F.log_softmax(self.fc(F.relu(self.hidden(F.avg_pool2d(x, 4).flatten(1)))), dim=1)


class InstanceNormed(nn.Module):
    """Its running statistics are written back by every pass, in evaluation as they were read."""

    def __init__(self, classes: int = 10):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 5, stride=4, bias=False)
        self.norm = nn.InstanceNorm2d(4, affine=True, track_running_stats=True)
        self.fc = nn.Linear(4 * 6 * 6, classes)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc(F.relu(self.norm(self.conv(x))).flatten(1))


@torch.jit.interface
class Inner(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Watched(nn.Module):
    """Would move its mean if its flag said so, and counts in whole numbers."""

    def __init__(self):
        super().__init__()
        self.moves = False
        self.register_buffer("mean", torch.zeros(7 * 7))
        self.register_buffer("passes", torch.zeros((), dtype=torch.long))

    def forward(self, x: Tensor) -> Tensor:
        self.passes.add_(1)
        if self.moves:
            self.mean.add_(x.mean(0))
        return x


class Behind(nn.Module):
    """Calls a module through an interface."""

    inner: Inner

    def __init__(self, classes: int = 10):
        super().__init__()
        self.inner = Watched()
        self.fc = nn.Linear(7 * 7, classes)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc(self.inner.forward(F.avg_pool2d(x, 4).flatten(1)))


@torch.jit.interface
class Given(nn.Module):
    def forward(self, x: Tensor, kept: Tensor) -> Tensor:
        pass


class Adds(nn.Module):
    """Changes what it is given, where the samples say so."""

    def forward(self, x: Tensor, kept: Tensor) -> Tensor:
        if x.sum() < 0:
            kept.add_(x.mean(0))
        return x


class Subtracts(nn.Module):
    """Changes nothing of what it is given."""

    def forward(self, x: Tensor, kept: Tensor) -> Tensor:
        return x - kept


class Handing(nn.Module):
    """Hands a buffer to a module behind an interface."""

    inner: Given

    def __init__(self, inner: nn.Module, classes: int = 10):
        super().__init__()
        self.inner = inner
        self.register_buffer("mean", torch.zeros(7 * 7))
        self.fc = nn.Linear(7 * 7, classes)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc(self.inner.forward(F.avg_pool2d(x, 4).flatten(1), self.mean))


class Choosing(nn.Module):
    """Hands a buffer to modules of a list by their number."""

    def __init__(self, inners: list, classes: int = 10):
        super().__init__()
        self.inners = nn.ModuleList(inners)
        self.register_buffer("mean", torch.zeros(7 * 7))
        self.fc = nn.Linear(7 * 7, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = F.avg_pool2d(x, 4).flatten(1)
        for i in range(len(self.inners)):
            inner: Given = self.inners[i]
            x = inner.forward(x, self.mean)
        return self.fc(x)


class Lends(nn.Module):
    """Gives its buffer away."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(7 * 7))

    def forward(self, x: Tensor) -> Tensor:
        return self.mean


class Borrowing(nn.Module):
    """Changes what a module behind an interface gives."""

    inner: Inner

    def __init__(self, classes: int = 10):
        super().__init__()
        self.inner = Lends()
        self.fc = nn.Linear(7 * 7, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = F.avg_pool2d(x, 4).flatten(1)
        mean = self.inner.forward(x)
        if x.sum() < 0:
            mean.add_(x.mean(0))
        return self.fc(x - mean)


@torch.jit.script
class Total:
    """An object that a pass makes; it changes the tensor that it was given."""

    def __init__(self, kept: Tensor):
        self.kept = kept

    def add(self, x: Tensor):
        self.kept.add_(x.mean(0))

    def __enter__(self):
        self.kept.add_(1)

    def __exit__(self, type: Any, value: Any, trace: Any):
        pass


class Totalling(nn.Module):
    """Puts a buffer into an object, or a copy of it, which may change."""

    def __init__(self, copies: bool, classes: int = 10):
        super().__init__()
        self.copies = copies
        self.register_buffer("mean", torch.zeros(7 * 7))
        self.fc = nn.Linear(7 * 7, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = F.avg_pool2d(x, 4).flatten(1)
        total = Total(self.mean.clone() if self.copies else self.mean)
        if x.sum() < 0:
            total.add(x)
        return self.fc(x - total.kept)


class Entering(nn.Module):
    """Puts a buffer into an object of a with statement."""

    def __init__(self, classes: int = 10):
        super().__init__()
        self.register_buffer("mean", torch.zeros(7 * 7))
        self.fc = nn.Linear(7 * 7, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = F.avg_pool2d(x, 4).flatten(1)
        if x.sum() < 0:
            with Total(self.mean):
                x = x + 1
        return self.fc(x)


def pictures(*shape):
    return lambda: (torch.randn(8, *shape), torch.randint(10, (8,)))


def windows(characters):
    return lambda: (torch.randint(characters, (8, 80)).float(), torch.randint(characters, (8,)))


# Name: how to make it, and a batch for it.
LARGE = {
    "lenet": (lambda: LeNet(120), pictures(1, 28, 28)),
    "resnet18": (ResNet18, pictures(3, 32, 32)),
    "lstm": (lambda: NextCharacter(64, 32, 128), windows(64)),
    "vit": (lambda: VisionTransformer(3, 32, 128, 4, 4), pictures(3, 32, 32)),
}
SMALL = {
    "lenet": (lambda: LeNet(32), pictures(1, 28, 28)),
    "lstm": (lambda: NextCharacter(32, 8, 16), windows(32)),
    "vit": (lambda: VisionTransformer(1, 28, 16, 1, 2), pictures(1, 28, 28)),
    "counting": (Counting, pictures(1, 28, 28)),
    "softmax": (Softmax, pictures(1, 28, 28)),
    "instance": (InstanceNormed, pictures(1, 28, 28)),
    "behind": (Behind, pictures(1, 28, 28)),
    "handing": (lambda: Handing(Adds()), pictures(1, 28, 28)),
    "reading": (lambda: Handing(Subtracts()), pictures(1, 28, 28)),
    "choosing": (lambda: Choosing([Subtracts(), Adds()]), pictures(1, 28, 28)),
    "borrowing": (Borrowing, pictures(1, 28, 28)),
    "totalling": (lambda: Totalling(False), pictures(1, 28, 28)),
    "copying": (lambda: Totalling(True), pictures(1, 28, 28)),
    "entering": (Entering, pictures(1, 28, 28)),
}


def trained_loss(module, batch):
    """The loss before a step of SGD; every parameter must have moved."""
    before = [value.detach().clone() for value in module.parameters()]
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    inputs, labels = batch
    module.train()
    loss = F.cross_entropy(module(inputs), labels)
    loss.backward()
    optimizer.step()
    same = [name for (name, value), old in zip(module.named_parameters(), before) if torch.equal(value, old)]
    if same or not torch.isfinite(loss):
        sys.exit(f"did not learn: {same}, loss {loss.item()}")
    return loss.item()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--small", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, (make, draw) in (SMALL if given.small else LARGE).items():
        torch.manual_seed(1)
        module = make()
        file = given.folder / f"{name}.pt"
        torch.jit.script(module).save(str(file))
        torch.manual_seed(2)
        batch = draw()
        loaded = torch.jit.load(str(file))
        with torch.no_grad():
            if not torch.equal(loaded.eval()(batch[0]), module.eval()(batch[0])):
                sys.exit(f"{file} computes something else than the module it was made from")
        parameters = sum(value.numel() for value in module.parameters())
        print(f"{file}: {parameters} parameters, {file.stat().st_size} bytes, loss {trained_loss(loaded, batch):.4f}")


if __name__ == "__main__":
    main()
