#pragma once

#include <QtGlobal>

#include <unistd.h>

/// Does `work` with an ordinary user's rights, which the super-user's tests would otherwise never
/// meet. The real user changes as well: a program that starts with two of them ignores the options
/// of the sanitizers in its environment and may not look for leaks in itself.
template <typename Work>
void asOrdinaryUser(Work work)
{
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && ::setresuid(65534, 65534, 0) != 0)
        qFatal("the rights could not be given up");
    work();
    if (isRoot && ::setresuid(0, 0, 0) != 0)
        qFatal("the rights could not be taken back");
}
