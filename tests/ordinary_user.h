#pragma once

#include <QtGlobal>

#include <unistd.h>

/// Does `work` with an ordinary user's rights, which the super-user's tests would otherwise never
/// meet.
template <typename Work>
void asOrdinaryUser(Work work)
{
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && ::seteuid(65534) != 0)
        qFatal("the rights could not be given up");
    work();
    if (isRoot && ::seteuid(0) != 0)
        qFatal("the rights could not be taken back");
}
