#include "engine/rulesets/paean/topics/reactions.hpp"

#include <algorithm>

#include "engine/geometry/body.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

using geometry::operator-;
using geometry::operator*;

namespace {
constexpr int kConsecutive = 2;  // PA-REA-03
}  // namespace

std::string_view key_of(Reaction reaction) {
  switch (reaction) {
    case Reaction::Fire:
      return "fire";
    case Reaction::Evade:
      return "evade";
    case Reaction::Counter:
      return "counter";
    case Reaction::Turn:
      return "turn";
    case Reaction::Stand:
      return "stand";
  }
  return "stand";
}

ReactionNeed reaction_need(const State& state, const UnitId& unit) {
  ReactionNeed out;
  const Side side = *side_of(state, unit);
  int earlier = 0;
  if (const Leader* leader = find_leader(state, unit)) {
    out.rows.push_back({"PA-REA-T1", leader->hero() ? "a hero" : "his command value", leader->hero() ? 11 : leader->value, side});
    earlier = leader->reactions;
  } else {
    const UnitId hero = hero_with(state, unit);
    if (!hero.empty() && !state.options.hero_reacts_with_own_formation) {
      out.rows.push_back({"PA-REA-T1", "led by " + hero.text, 11, side});
    } else {
      const Experience experience = experience_of(state, unit);
      out.rows.push_back({"PA-REA-T1", std::string(word_of(experience)), training_number(experience), side});
    }
    earlier = formation_at(state, unit).status.reactions;
  }
  if (earlier > 0)
    out.rows.push_back({"PA-REA-03", std::to_string(earlier) + (earlier == 1 ? " reaction" : " reactions") + " passed this bound",
                        -kConsecutive * earlier, side});
  out.need = engine::sum_of(out.rows);
  return out;
}

std::vector<Reaction> reactions_of(const State& state, const UnitId& unit, const UnitId& charger, Flank side, bool fired) {
  const Formation& formation = formation_at(state, unit);
  if (rallying(formation)) return {};  // PA-REA-22
  const bool frontal = side == Flank::Front;
  if (formation.bases.size() == 1 && !frontal)  // PA-REA-23
    for (const Contact& contact : formation.contacts)
      if (contact.on == Flank::Front) return {};
  std::vector<Reaction> out;
  const Card& card = card_of(state, unit);
  const bool led = !hero_with(state, unit).empty();
  const bool fighting = engaged(state, unit);
  if (!formation.hoplite() && missile_armed(card) && !fired && !fighting && state.formations.contains(charger) &&
      !aims_at(state, unit, charger).shooting().empty())
    out.push_back(Reaction::Fire);  // PA-REA-06, PA-REA-09, PA-REA-16, PA-REA-20, PA-REA-21
  if (!formation.hoplite() && !led && (!fighting || !formation.heavier()))
    out.push_back(Reaction::Evade);  // PA-REA-07, PA-REA-10, PA-AMB-37, PA-AMB-42
  const Card& enemy = card_of(state, charger);
  const bool on_horse = enemy.cavalry() && !card.cavalry();
  if ((formation.heavier() || led) && frontal && !formation.status.turned && !on_horse && !fighting)
    out.push_back(Reaction::Counter);                                            // PA-REA-11, PA-REA-14, PA-REA-18, PA-EVA-12..14
  if (!frontal && formation.weight != Weight::L) out.push_back(Reaction::Turn);  // PA-REA-12, PA-REA-15, PA-AMB-52
  return out;
}

int files_to_turn(const State& state, const UnitId& unit, Flank side) {
  const geometry::Body body = body_of(state, unit);
  return side == Flank::Rear ? body.ranks() : body.files();
}

bool rows_behind_turn(const State& state, const UnitId& unit, Flank side) {
  const std::vector<Contact>& contacts = formation_at(state, unit).contacts;
  const bool ahead = std::any_of(contacts.begin(), contacts.end(), [](const Contact& contact) { return contact.on == Flank::Front; });
  return ahead && side != Flank::Rear && body_of(state, unit).ranks() > 1;
}

Turned turned_to(const State& state, const UnitId& unit, Flank side, int files, int first_row) {
  const geometry::Body body = body_of(state, unit);
  const Formation& formation = formation_at(state, unit);
  Turned out;
  std::vector<std::vector<BaseId>> rows;
  for (const auto& row : body.rows) {
    rows.emplace_back();
    for (const std::size_t index : row) rows.back().push_back(formation.bases[index]);
  }
  rows.erase(rows.begin(), rows.begin() + first_row);
  const auto ranks = rows.size();
  if (side == Flank::Rear) {
    const std::size_t turning = std::min<std::size_t>(ranks, static_cast<std::size_t>(std::max(1, files)));
    for (std::size_t row = ranks; row-- > ranks - turning;) {
      std::reverse(rows[row].begin(), rows[row].end());
      out.bases.insert(out.bases.end(), rows[row].begin(), rows[row].end());
    }
    for (const BaseId& base : out.bases) {
      MeasuredPose at = base_at(state, base).at;
      at.pose.heading = (at.pose.heading + 180_deg).normalised();
      out.poses.push_back({base, at});
    }
  } else {
    std::vector<std::vector<BaseId>> files_of;  // from the outer file inwards, each from the front
    const std::size_t widest = static_cast<std::size_t>(body.files());
    for (std::size_t n = 0; n < std::min<std::size_t>(widest, static_cast<std::size_t>(std::max(1, files))); ++n) {
      files_of.emplace_back();
      for (const auto& row : rows)
        if (n < row.size()) files_of.back().push_back(side == Flank::Left ? row[n] : row[row.size() - 1 - n]);
    }
    double front = -1e12, rear = 1e12;
    for (auto& file : files_of) {
      // Turned left, a base's left is the old rear: the new row runs from the old rear to the old front.
      if (side == Flank::Left) std::reverse(file.begin(), file.end());
      for (const BaseId& base : file) {
        out.bases.push_back(base);
        const geometry::Shape shape = geometry::placed(footprint_of(base_at(state, base).card), base_at(state, base).at);
        front = std::max(front, body.own_frame(shape.front_centre()).x);
        rear = std::min(rear, body.own_frame(shape.centre - shape.half_depth * shape.ahead).x);
      }
    }
    const double edge = side == Flank::Left ? body.left : body.right;
    const Angle heading = (body.heading + (side == Flank::Left ? 90_deg : -90_deg)).normalised();
    out.poses = in_rows(state, out.bases, body.on_table({(front + rear) / 2, edge}), heading, static_cast<int>(ranks));
  }
  for (const BaseId& base : formation.bases)
    if (std::find(out.bases.begin(), out.bases.end(), base) == out.bases.end()) out.rest.push_back(base);
  return out;
}

}  // namespace polemarch::paean
