#pragma once
/// Close combat: which bases fight, support, overlap or stand idle, and the dice that come of it. Rules PA-CCD, PA-FLR, PA-HER-23. The
/// roles are read from where the bases stand. Table mm. Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/paean/topics/stands.hpp"
#include "engine/rulesets/paean/volley.hpp"

namespace polemarch::paean {

enum class Role {
  Contacting,   ///< PA-CCD-02
  Supporting,   ///< directly behind a contacting base, within the limit (PA-CCD-13)
  Surplus,      ///< behind a contacting base beyond the limit (PA-CCD-21)
  Overlapping,  ///< wholly past an enemy flank, the nearest on that side (PA-CCD-11)
  Redundant     ///< PA-CCD-15
};
std::string_view name_of(Role role);

/// A base of a fighting formation.
struct Fighter {
  BaseId base;
  Role role = Role::Redundant;
  UnitId against = {};        ///< the enemy it attacks, or whose flank it overlaps; empty when redundant
  Flank from = Flank::Front;  ///< side of that enemy it attacks
  Flank own = Flank::Front;   ///< contacting: its own side that touches
  Flank edge = Flank::Front;  ///< contacting: the edge of this base that lies along the enemy
  bool caught = false;        ///< contacting: an enemy's front touches its flank or rear
  BaseId before = {};         ///< supporting: the contacting base before it
  bool operator==(const Fighter&) const = default;
};

/// Every base of the formation, in its order; then those of formations that back it (PA-CHG-16), when they support.
std::vector<Fighter> fighters_of(const State& state, const UnitId& unit);
/// Where its bases touch those of a foe it is in contact with. The side on which a front touches is the one of the whole contact
/// (PA-AMB-58), whatever edge of the single base it lies along.
std::vector<BaseTouch> touches_in_contact(const State& state, const UnitId& unit, const Contact& contact);
/// The side of `on` that is in contact with `foe`; its front when it is not.
Flank side_of_contact(const State& state, const UnitId& on, const UnitId& foe);
/// An enemy's front touches a flank or rear of it (PA-FLR-03).
bool caught_in_flank(const std::vector<Fighter>& fighters);
/// Supporting dice a contacting base may have. PA-CCD-14, PA-CCD-19, PA-CCD-20, PA-AMB-28.
int most_supports(Weight weight);
/// The close combat dice of a formation as it stands, by enemy and side attacked.
std::vector<Volley> melee_volleys(const State& state, const UnitId& unit);
/// The dice of a hero who leads the formation, and of those he adds when it charges. PA-HER-23, PA-HER-25, PA-HER-T2.
std::vector<engine::ThrowRow> hero_rows(const UnitId& id, const Leader& hero, bool rushing);
/// All formations that fight as one melee with this one: linked by contact, and those that back one of them. Sorted.
std::vector<UnitId> melee_of(const State& state, const UnitId& unit);
/// The formation in contact whose combat this one fights from behind, straight or behind others that do; empty: none (PA-CHG-16).
UnitId backed_by(const State& state, const UnitId& unit);
/// It fights from behind a friend who is in contact (PA-CHG-16): it is in that combat for all that comes of it.
bool fights_from_behind(const State& state, const UnitId& unit);
/// In close combat, in contact, against a hero alone or from behind: it only fights, turns or, L and LM, evades (PA-AMB-42).
bool in_combat(const State& state, const UnitId& unit);
/// Points of contact of a formation: full frontal contacts count most, then the number of touching bases. PA-FLR-11.
int points_of_contact(const State& state, const UnitId& unit);

/// What kind of save a formation has against an enemy in this phase of their combat. PA-RES-34..44.
struct MeleeCover {
  Cover cover = Cover::None;
  int need = 0;
  std::string rule;
};
MeleeCover melee_cover_of(const State& state, const UnitId& unit, const UnitId& foe);
/// The cover in which a combat of these two begins as they stand: the defender is in it, the attacker outside or in it too (PA-RES-34,
/// PA-RES-37).
std::optional<Covered> cover_at_first(const State& state, const UnitId& defender, const UnitId& attacker);
/// The cover at least half of the formation's bases stand in, or behind as seen from the enemy at `from`; the better one of two.
/// PA-MRX-05, PA-AMB-85, PA-AMB-92.
Cover cover_of(const State& state, const UnitId& unit, Vec2 from);

}  // namespace polemarch::paean
