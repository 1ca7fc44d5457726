#pragma once

#include <QString>

#include <cstddef>
#include <map>

namespace coterie::ui {

struct RoundGroups;

/// Tells of round after round who trains with whom since then and did not before. A method may
/// group only those who take part in a round: whoever is in none of its groups stays where it was.
class GroupChanges final
{
public:
    /// "clients 0 and 1 formed group 1; client 5 left group 2"; nothing where all is as it was.
    /// Many changes are counted.
    [[nodiscard]] QString tell(const RoundGroups& formed);

private:
    /// The group that a client is in.
    struct Place
    {
        int colour = 0;
        bool isAlone = true;
    };

    std::map<int, Place> m_places; ///< by client
};

} // namespace coterie::ui
