#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::Advice;
using engine::Meaning;

class Adviser {
 public:
  Adviser(const State& state, const Unit& unit) : board_(state), unit_(unit) {}

  void zone() { box(unit_.box + ahead(unit_.facing), is_light(unit_) ? Meaning::ZocWeak : Meaning::ZocStrong, "zone", "TTS-ZOC-01"); }

  /// The lowest card for each box it can reach; what stops it elsewhere.
  void moves() {
    struct Best {
      Box box;
      int need = 99;
      bool march = false;
    };
    std::vector<Best> best;
    for (const Route& route : routes(board_, unit_)) {
      if (route.leaves || route.path.empty()) continue;
      if (!judge_route(board_, unit_, nullptr, route).allowed()) continue;
      const Plan plan = plan_of(board_, {&unit_}, {.kind = OrderKind::Move, .units = {unit_.id}}, route);
      const Box end = route.path.back();
      const auto at = std::find_if(best.begin(), best.end(), [&](const Best& b) { return b.box == end; });
      if (at == best.end()) {
        best.push_back({end, plan.need, route.march});
      } else if (plan.need < at->need) {
        *at = {end, plan.need, route.march};
      }
    }
    for (const Best& b : best)
      box(b.box, Meaning::LegalMove, pip(b.need) + (b.march ? " march" : ""), b.march ? "TTS-MAR-01" : "TTS-ACT-T1");
    for (const int dx : {-1, 1}) {
      const Route route{Manoeuvre::Diagonal, {unit_.box + from_frame(unit_.facing, {dx, 1})}, unit_.facing};
      if (!board_.holds(route.path.front())) continue;
      const engine::Verdict verdict = judge_route(board_, unit_, nullptr, route);
      if (!verdict.allowed() && !verdict.reasons.empty() && verdict.reasons.front().rule == "TTS-MOV-14")
        box(route.path.front(), Meaning::IllegalMove, verdict.reasons.front().text, "TTS-MOV-14");
    }
  }

  void charges() {
    for (const Unit* near : board_.enemies_of(unit_)) {
      const Unit& enemy = *near;
      const UnitId& id = enemy.id;
      if (reach(enemy.box, unit_.box) > 2) continue;
      const ChargeWay* best = nullptr;
      int need = 99;
      const std::vector<ChargeWay> ways = charge_ways(unit_, enemy.box);
      std::string why, rule;
      for (const ChargeWay& way : ways) {
        const std::vector<const Unit*> met = targets_in(board_, unit_.side, way.from, way.at);
        if (std::find(met.begin(), met.end(), &enemy) == met.end()) continue;
        const engine::Verdict verdict = judge_way(board_, unit_, way, enemy);
        if (!verdict.allowed()) {
          why = verdict.reasons.front().text, rule = verdict.reasons.front().rule;
          continue;
        }
        const int mine = charge_plan(board_, unit_, {.kind = OrderKind::Charge, .units = {unit_.id}, .target = id}, way).need;
        if (mine < need) {
          need = mine;
          best = &way;
        }
      }
      if (best == nullptr) {
        if (!why.empty()) box(enemy.box, Meaning::NotATarget, why, rule, id);
        continue;
      }
      charge_line(enemy, *best, need);
    }
  }

  void shooting() {
    if (!has_shots(board_, unit_)) return targets(throws(board_, unit_));
    int furthest = 1;
    for (std::size_t i = 0; i < kWeaponNames.size(); ++i)
      if ((unit_.weapons | unit_.extra).has(static_cast<Weapon>(i)) || unit_.escorted)
        furthest = std::max(furthest, range_of(static_cast<Weapon>(i)));
    const bool straddles = unit_.second_box.somewhere();
    const auto half = [&](Box at) {
      return straddles ? std::min(half_distance(unit_.box, at), half_distance(unit_.second_box, at)) : half_distance(unit_.box, at);
    };
    const int widest = furthest + (straddles ? 1 : 0);
    for (int dx = -widest; dx <= widest; ++dx) {
      for (int dy = -widest; dy <= widest; ++dy) {
        const Box at = unit_.box + Step2{dx, dy};
        if (!board_.holds(at) || !weapon_reaching(board_, unit_, at)) continue;
        box(at, Meaning::ArcOfFire, std::to_string(half(at) / 2) + (half(at) % 2 != 0 ? ".5" : ""), "TTS-SHT-T2");
      }
    }
    targets(shots(board_, unit_));
  }
  /// Whom it may hit, and who is not the nearest.
  void targets(const std::vector<ShotCheck>& checks) {
    std::optional<int> nearest;
    for (const ShotCheck& check : checks) {
      const bool free = check.verdict.allowed();
      if (free && !nearest) nearest = check.half_distance;
      if (!check.weapon) continue;
      const bool first = free && check.half_distance == *nearest;
      line_to(check.at, free ? Meaning::SightClear : Meaning::SightBlocked, free ? "TTS-LOS-01" : check.verdict.reasons.front().rule);
      const std::string label = !free ? check.verdict.reasons.front().text : first ? "target" : "not the nearest";
      box(check.at, first ? Meaning::ShootTarget : Meaning::NotATarget, label, free ? "TTS-PRI-01" : "TTS-LOS-03",
          check.target == nullptr ? UnitId{} : check.target->id);
    }
  }

  /// Own save as it would apply from each side, against every kind of enemy on the table, and the rally modifiers.
  void saves() {
    note({"TTS-SAV-03",
          unit_.id.text + " saves on " + std::to_string(base_save(unit_)) + "+",
          static_cast<double>(base_save(unit_)),
          {},
          "card",
          {}});
    std::vector<const Unit*> kinds;  // one of each kind that makes a difference to a save
    for (const Unit* enemy : board_.enemies_of(unit_)) {
      const bool seen = std::any_of(kinds.begin(), kinds.end(),
                                    [&](const Unit* k) { return k->type == enemy->type && k->two_handed == enemy->two_handed; });
      if (!seen) kinds.push_back(enemy);
    }
    for (const Facing side : kFacings) {
      const Box from = unit_.box + ahead(side);
      if (!board_.holds(from)) continue;
      std::vector<std::pair<SaveNeed, std::string>> groups;  // kinds that come to the same are one line
      for (const Unit* enemy : kinds) {
        if (!may_stand_on(board_, *enemy, from) || never_charges(board_, *enemy, unit_, from)) continue;
        const SaveDue due{
            .who = unit_.id, .by = enemy->id, .from = from, .at = unit_.box, .attack = attack_on(unit_, from, unit_.box), .charged = true};
        SaveNeed save = save_need(board_, due);
        std::string kind(row_of(enemy->type).key);
        std::replace(kind.begin(), kind.end(), '_', ' ');
        const auto alike = [&](const auto& group) {
          return std::equal(group.first.modifiers.begin(), group.first.modifiers.end(), save.modifiers.begin(), save.modifiers.end(),
                            [](const engine::Reason& x, const engine::Reason& y) { return x.text == y.text; });
        };
        const auto same = std::find_if(groups.begin(), groups.end(), alike);
        if (same == groups.end()) {
          groups.emplace_back(std::move(save), std::move(kind));
        } else if (same->second.find(kind) == std::string::npos) {
          same->second += ", " + kind;
        }
      }
      for (const auto& [save, who] : groups) {
        std::string text = std::to_string(save.need()) + "+ when charged from " + side_words(side) + " by " + who;
        for (const engine::Reason& row : save.modifiers) {
          const int value = static_cast<int>(row.value.value_or(0));
          text += "; " + without_row_number(row).text + (value > 0 ? " +" : " ") + std::to_string(value);
        }
        note({"TTS-SAV-06", std::move(text), static_cast<double>(save.need()), {}, "card", {}});
      }
    }
    if (unit_.disorder > 0) {
      const SaveNeed rally = save_need(board_, {.who = unit_.id, .group = SaveGroup::Rally, .at = unit_.box});
      for (const engine::Reason& reason : rally.modifiers) note(without_row_number(reason));
      note({"TTS-RAL-03", "rallies on " + std::to_string(rally.need()) + "+", static_cast<double>(rally.need()), {}, "card", {}});
    }
  }

  void command() {
    for (const auto& [id, general] : board_.state().generals) {
      if (general.side != unit_.side || (general.command != unit_.command && !general.senior)) continue;
      const Box at = board_.state().box_of(general);
      if (!at.somewhere()) continue;
      const Box low{std::max(1, at.col - kCommandReach), std::max(1, at.row - kCommandReach)};
      const Box high{std::min(board_.field().columns, at.col + kCommandReach), std::min(board_.field().rows, at.row + kCommandReach)};
      const std::vector<Point> a = region_of(board_.state(), low), b = region_of(board_.state(), high);
      Polygon range;
      range.points = {vec(a[0]), vec({b[1].x, a[0].y}), vec(b[2]), vec({a[0].x, b[2].y})};
      advice_.shapes.push_back({range, Meaning::CommandRange, id.text, "TTS-CMD-01", unit_.id.text});
    }
    if (const auto distance = command_distance(board_, unit_); !is_light(unit_) && distance)
      note({"TTS-CMD-01",
            out_of_command(board_, unit_) ? "out of command" : "boxes to its general",
            static_cast<double>(*distance),
            kCommandReach,
            "boxes",
            {}});
    if (unit_.activation > 0) note({"TTS-ACT-06", "last card", static_cast<double>(unit_.activation), {}, "card", {}});
  }

  Advice take() { return std::move(advice_); }

 private:
  /// A side of the unit as it faces: "the front".
  std::string side_words(Facing side) const {
    if (side == unit_.facing) return "the front";
    return side == opposite(unit_.facing) ? "the rear" : side == left_of(unit_.facing) ? "the left" : "the right";
  }
  static std::string pip(int need) { return need > kHighestCard ? "only 10" : std::to_string(need) + "+"; }
  static Vec2 vec(Point p) { return {p.x.mm(), p.y.mm()}; }
  void box(Box at, Meaning meaning, std::string label, std::string rule, const UnitId& about = {}) {
    if (!board_.holds(at)) return;
    Polygon shape;
    for (const Point corner : region_of(board_.state(), at)) shape.points.push_back(vec(corner));
    advice_.shapes.push_back({std::move(shape), meaning, std::move(label), std::move(rule), about.empty() ? unit_.id.text : about.text});
  }
  void line_to(Box at, Meaning meaning, std::string rule) {
    Polygon line;
    line.closed = false;
    line.points = {vec(centre_of(board_.state(), unit_.box)), vec(centre_of(board_.state(), at))};
    advice_.shapes.push_back({std::move(line), meaning, "", std::move(rule), unit_.id.text});
  }
  void note(engine::Reason reason) { advice_.lines.push_back({Meaning::Note, std::move(reason)}); }

  void charge_line(const Unit& enemy, const ChargeWay& way, int need) {
    const Attack side = attack_on(enemy, way.from, way.at);
    const BonusCards bonus = bonus_cards(board_, unit_, enemy, way.from, way.at, !way.path.empty());
    std::string label = std::string(kAttackNames[static_cast<std::size_t>(side)]) + " " + pip(need);
    if (bonus.flank) label += " +1 card";
    const EvadeRight right = evade_right(board_, enemy, unit_);
    if (right != EvadeRight::None) {
      label += right == EvadeRight::Must ? ", must evade " : ", may evade ";
      label += std::to_string(evade_card(board_, enemy, unit_)) + "+";
      for (const EvadeChoice& choice : evade_choices(board_, enemy, unit_, way.from))
        if (!choice.off && !choice.behind) box(choice.to, Meaning::EvadeTo, choice.key, "TTS-EVD-08", enemy.id);
    }
    box(way.at, Meaning::ChargeTarget, label, "TTS-CHG-02", enemy.id);
    const SaveDue due{.who = enemy.id, .by = unit_.id, .from = way.from, .at = way.at, .attack = side, .charged = true};
    const SaveNeed save = save_need(board_, due);
    advice_.lines.push_back({Meaning::ChargeTarget,
                             {"TTS-SAV-06",
                              enemy.id.text + " would save on " + std::to_string(save.need()) + "+",
                              static_cast<double>(save.need()),
                              {},
                              "card",
                              {}}});
    for (const engine::Reason& reason : save.modifiers) advice_.lines.push_back({Meaning::ChargeTarget, without_row_number(reason)});
  }

  Board board_;
  const Unit& unit_;
  Advice advice_;
};

/// "steep hill" of steep_hill.
std::string in_words(std::string_view key) {
  std::string words(key);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// The ground as it is now, whoever laid it: what lies in a box, what runs along an edge; pieces whose cards are still to be dealt as
/// ghosts.
class Surveyor {
 public:
  explicit Surveyor(const State& state) : state_(state) {}

  void ground() {
    const Field& field = state_.field;
    for (int row = 0; row <= field.rows; ++row)
      for (int col = 0; col <= field.columns; ++col) {
        const Box box{col, row};
        if (field.ground(box) != Ground::Open) area(box, row_of(field.ground(box)).key, Meaning::Note);
        for (const Facing side : {Facing::N, Facing::E}) edge_of(box, side);
      }
  }
  void placed() {
    for (const PlacedPiece& piece : state_.pieces) {
      if (piece.gone) continue;
      for (const Box box : piece.boxes) area(box, piece.kind, Meaning::Ghost);
      for (const std::string& name : piece.edges)
        if (const auto edge = edge_named(name)) strip(edge->first, edge->second, piece.kind, Meaning::Ghost);
    }
  }
  Advice take() { return std::move(advice_); }

 private:
  void area(Box box, std::string_view kind, Meaning meaning) {
    Polygon shape;
    for (const Point corner : region_of(state_, box)) shape.points.push_back({corner.x.mm(), corner.y.mm()});
    advice_.shapes.push_back({std::move(shape), meaning, in_words(kind), "", "terrain"});
  }
  void edge_of(Box box, Facing side) {
    const Edge& edge = state_.field.edge(box, side);
    if (edge.plain()) return;
    const std::string_view kind = edge.fortification ? "fortification"
                                  : edge.stakes      ? "stakes"
                                  : edge.wall        ? "wall"
                                  : edge.stream      ? "stream"
                                                     : "shoreline";
    strip(box, side, kind, Meaning::Note);
  }
  /// A narrow strip on either side of an edge.
  void strip(Box box, Facing side, std::string_view kind, Meaning meaning) {
    constexpr double kHalf = 5.0;  // mm
    const Point from = centre_of(state_, box), to = centre_of(state_, box + ahead(side));
    const double x = (from.x.mm() + to.x.mm()) / 2, y = (from.y.mm() + to.y.mm()) / 2, half = state_.box_size.mm() / 2;
    const bool level = side == Facing::N || side == Facing::S;
    const double dx = level ? half : kHalf, dy = level ? kHalf : half;
    Polygon shape;
    shape.points = {{x - dx, y - dy}, {x + dx, y - dy}, {x + dx, y + dy}, {x - dx, y + dy}};
    advice_.shapes.push_back({std::move(shape), meaning, in_words(kind), "", "terrain"});
  }

  const State& state_;
  Advice advice_;
};

}  // namespace

engine::Advice Rules::advise(const State& state, const engine::Selection& selection, Viewer) {
  if (selection.unit.empty()) {
    Surveyor surveyor(state);
    surveyor.ground();
    if (state.phase == Phase::Terrain) surveyor.placed();
    return surveyor.take();
  }
  if (const Unit* unit = state.unit(selection.unit)) {
    if (!on_table(*unit)) return {};
    Adviser adviser(state, *unit);
    adviser.zone();
    adviser.moves();
    adviser.charges();
    adviser.shooting();
    adviser.saves();
    adviser.command();
    return adviser.take();
  }
  Advice advice;
  const General* general = state.general(selection.unit);
  if (general == nullptr || general->attached) return advice;
  const Board board(state);
  const int length = command_move_length(*general);
  const Box from = state.box_of(*general);
  for (int dx = -length; dx <= length; ++dx) {
    for (int dy = -length; dy <= length; ++dy) {
      const Box to = from + Step2{dx, dy};
      if (!from.somewhere() || to == from || !board.holds(to) || !command_move_reaches(board, *general, to, length)) continue;
      Polygon shape;
      for (const Point corner : region_of(state, to)) shape.points.push_back({corner.x.mm(), corner.y.mm()});
      advice.shapes.push_back({std::move(shape), Meaning::LegalMove, "command move", "TTS-GEN-15", general->id.text});
    }
  }
  return advice;
}

}  // namespace polemarch::to_the_strongest
