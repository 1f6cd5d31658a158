#include "engine/rulesets/hoplomachia/topics/sallying.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

bool of_lakonian_kind(const std::string& nation) {
  return nation == "Spartan" || nation == "Spartiate" || nation == "Lakonian" || nation == "Misthophoroi";
}

/// A card of psiloi that the battle knows, those of this nation first.
const UnitCard* psiloi_card(const State& state, const std::string& nation, bool with_range) {
  const UnitCard* any = nullptr;
  for (const auto& [key, card] : state.cards) {
    if (card.troop != TroopClass::Psiloi || !card.mov_nf || (with_range && !card.range)) continue;
    if (card.nation == nation) return &card;
    if (any == nullptr) any = &card;
  }
  return any;
}

/// Lochos of a made unit: one stand that faces there.
Lochos one_stand(std::string base, Footprint footprint, const Pose& at) {
  Lochos lochos;
  lochos.fate = Fate::Sound;
  lochos.stands.push_back({.base = {std::move(base)}, .footprint = footprint, .at = {at, {}}});
  return lochos;
}

}  // namespace

bool lakonian_ekdromoi(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return state.options.lakonian_ekdromoi && unit.troop == TroopClass::Hoplite && of_lakonian_kind(unit.nation);
}

std::vector<Made> sent_out(const State& state, Side side) {
  std::vector<Made> out;
  const auto known = state.cards.find("lakonian-ekdromoi");
  if (known == state.cards.end()) return out;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !lakonian_ekdromoi(state, id) || !card_of(state, unit).ekdromoi) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      const Lochos& lochos = unit.lochoi[i];
      const Stand* front = front_of(lochos);
      const UnitId name{id.text + "-ekdromoi-" + std::to_string(i + 1)};
      const bool is_out = state.units.contains(name) && state.units.at(name).on_table();
      if (!lochos.sound() || in_melee(lochos) || lochos.fight.ekdromoi_lost || front == nullptr || is_out) continue;
      Taxis sent;
      sent.side = side;
      sent.name = "ekdromoi of " + id.text;
      sent.nation = unit.nation;
      sent.card = known->first;
      sent.troop = TroopClass::Psiloi;
      sent.arrangement = Arrangement::NF;
      sent.mode = Mode::March;
      sent.order = {OrderType::ReleaseEkdromoi, OrderSource::Salpinx, state.at.turn, false};
      sent.allied_to = id;
      sent.ekdromoi_of = LochosRef{id, static_cast<int>(i)};
      sent.lochoi.push_back(one_stand(name.text + ".1", front->footprint, ahead_of(front->at.pose, front->footprint.depth)));
      out.push_back({name, std::move(sent)});
    }
  }
  return out;
}

std::vector<UnitId> to_recall(const State& state, Side side) {
  std::vector<UnitId> out;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && unit.ekdromoi_of && unit.on_table() && unit.mode != Mode::Rout && !in_melee(unit)) out.push_back(id);
  return out;
}

std::optional<Sally> sally_of(const State& state, const UnitId& id) {
  const Length most = card_of(state, id).mov_nf.value_or(Length{});
  for (const InLane& lane : lane_of(state, id)) {
    if (lane.way.value > most) return std::nullopt;
    return Sally{lane.first, std::max(Length{}, lane.way.value - 1_in)};
  }
  return std::nullopt;
}

engine::Verdict may_sally(const State& state, const UnitId& id) {
  const auto sally = sally_of(state, id);
  if (!sally) return engine::refuse("HM-OPT6-03", "no enemy straight ahead within its move");
  const Taxis& foe = taxis_at(state, sally->at.unit);
  if (!is_lights(foe)) return engine::refuse("HM-OPT6-04", "ekdromoi charge enemy lights, not " + sally->at.unit.text);
  return engine::allow();
}

std::optional<EkdromoiResult> ekdromoi_result(const Charts& charts, TroopClass target, int die, bool lakonian) {
  const auto chart = charts.ekdromoi.find(std::string(word_of(target)));
  if (chart == charts.ekdromoi.end()) return std::nullopt;
  const bool better = lakonian && (target == TroopClass::Peltaste || target == TroopClass::Hippeis);
  if (lakonian && target == TroopClass::Psiloi && die >= 6) return EkdromoiResult::EkdromoiKilled;  // HM-OPT6-06
  return chart->second[static_cast<std::size_t>(std::clamp(die - (better ? 1 : 0), 1, 6) - 1)];
}

std::string text_of(EkdromoiResult result) {
  switch (result) {
    case EkdromoiResult::NoEffect:
      return "no effect";
    case EkdromoiResult::TormentorKilled:
      return "the tormentor is killed";
    case EkdromoiResult::EkdromoiKilled:
      return "the ekdromoi are killed";
    case EkdromoiResult::Both:
      return "both are killed";
  }
  return {};
}

bool takes_release(const State& state, const Taxis& unit) {
  if (!state.options.scythed_chariots || unit.troop != TroopClass::Chariot) return false;
  return unit.nation == "Persian" || state.armies[unit.side].nation == "Persian";
}

bool drives(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return takes_release(state, unit) && unit.order.type == OrderType::ReleaseEkdromoi && unit.order.source != OrderSource::None;
}

Drive drive_of(const State& state, const UnitId& id, Length left) {
  const Taxis& unit = taxis_at(state, id);
  Drive drive{heading_of(unit), {}, std::nullopt, false};
  const Shapes own = shapes_of(unit);
  std::optional<geo::Gap> nearest;
  for (const auto& [other, foe] : state.units) {
    if (foe.side == unit.side || !foe.core || foe.troop != TroopClass::Hoplite || foe.hidden || !foe.on_table()) continue;
    const geo::Gap gap = geo::gap_between(own, shapes_of(foe));
    if (!nearest || gap.signed_gap.value < nearest->signed_gap.value) nearest = gap;
  }
  if (own.empty() || !nearest) return drive;
  const Vec2 to = geo::vec(nearest->on_b) - geo::vec(nearest->on_a);
  const Angle straight = geo::direction(to.x, to.y);
  const std::vector<engine::PlacedBase> start = places_of(unit);
  const auto gone = [&](Angle course, Length way) {
    std::vector<engine::PlacedBase> out = start;
    for (engine::PlacedBase& placed : out) {
      placed.at.pose = shifted(placed.at.pose, course, way);
      placed.at.pose.heading = course;
    }
    return out;
  };
  for (const int aside : {0, 10, -10, 20, -20, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90}) {
    const Angle course = (straight + Angle::from_deg(aside)).normalised();
    Shapes body;
    for (const engine::PlacedBase& placed : gone(course, {}))
      for (const Lochos& lochos : unit.lochoi)
        for (const Stand& stand : lochos.stands)
          if (stand.base == placed.base) body.push_back(geo::placed(stand.footprint, placed.at));
    Length way = left;
    std::optional<LochosRef> meets;
    for (const auto& [other, foe] : state.units) {
      if (foe.side == unit.side || foe.hidden || foe.scenery) continue;
      for (std::size_t i = 0; i < foe.lochoi.size(); ++i) {
        if (!foe.lochoi[i].on_table()) continue;
        const auto touch = first_touch(body, Angle{}, shapes_of(foe.lochoi[i]));
        if (touch && touch->travel.value <= way) way = touch->travel.value, meets = LochosRef{other, static_cast<int>(i)};
      }
    }
    if (!impassable_between(state, gone(course, {}), gone(course, way), unit).empty()) continue;
    drive.course = course;
    drive.way = way;
    drive.meets = meets;
    drive.phalanx = meets && !is_lights(taxis_at(state, meets->unit)) && taxis_at(state, meets->unit).troop == TroopClass::Hoplite;
    return drive;
  }
  return drive;
}

std::vector<Made> wall_garrison(const State& state) {
  std::vector<Made> out;
  if (!state.options.wall_shoots || !state.battle.invader) return out;
  const Side defender = other(*state.battle.invader);
  const UnitCard* card = psiloi_card(state, state.armies[defender].nation, true);
  if (card == nullptr) return out;
  const Angle heading = defender == Side::A ? 90_deg : 270_deg;
  const Length frontage = frontage_of(15), depth = 20_mm;
  for (const Terrain& piece : state.terrain) {
    if (piece.kind != "city_wall" || piece.outline.empty()) continue;
    Point low = piece.outline.front(), high = low;
    for (const Point& p : piece.outline) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    // Along the edge that looks at the Invader, on the wall.
    const Length y = defender == Side::A ? high.y - depth / 2 : low.y + depth / 2;
    Taxis garrison;
    garrison.side = defender;
    garrison.name = "psiloi on " + piece.id;
    garrison.nation = state.armies[defender].nation;
    garrison.card = card->id;
    garrison.troop = TroopClass::Psiloi;
    garrison.arrangement = Arrangement::NF;
    garrison.scenery = true;
    const UnitId name{"wall-" + piece.id};
    int number = 0;
    for (Length x = low.x + frontage / 2; x + frontage / 2 <= high.x + 1_mm; x += frontage) {
      const Footprint stand{Outline::Rectangle, frontage, depth};
      garrison.lochoi.push_back(one_stand(name.text + "." + std::to_string(++number), stand, {x, y, heading}));
    }
    if (defender == Side::A) std::reverse(garrison.lochoi.begin(), garrison.lochoi.end());  // from its right
    if (!garrison.lochoi.empty()) out.push_back({name, std::move(garrison)});
  }
  return out;
}

}  // namespace polemarch::hoplomachia
