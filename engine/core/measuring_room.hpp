#pragma once
/// A room that keeps no turn: units, where their bases stand, and advice. For rulesets whose battle is not adjudicated yet; they say so
/// in info().missing. T gives `Card` (what a unit is), `info()`, `advise(state, selection)`. Pure.

#include <algorithm>
#include <map>
#include <set>

#include "engine/core/room.hpp"

namespace polemarch::engine {

struct StandingBase {
  BaseId base;
  Footprint footprint;
  MeasuredPose at;
  bool on_table = false;  ///< false until it is first placed, and after it is removed
  bool operator==(const StandingBase&) const = default;
};

template <class Card>
struct MeasuredUnit {
  Side side = Side::A;
  std::string name;
  Card card;
  std::vector<StandingBase> bases;
  bool operator==(const MeasuredUnit&) const = default;
};

struct NoStep {
  static constexpr const char* kName = "none";
  bool operator==(const NoStep&) const = default;
};
using NoSteps = std::variant<NoStep>;

template <class Card>
struct MeasuringState {
  Length width, depth;
  std::map<UnitId, MeasuredUnit<Card>> units;
  Agenda<NoSteps> agenda;
  bool operator==(const MeasuringState&) const = default;
};

/// Every invariant that is broken, a sentence each.
template <class Card>
std::vector<std::string> broken_invariants(const MeasuringState<Card>& state) {
  std::vector<std::string> broken;
  if (state.width <= Length{} || state.depth <= Length{}) broken.emplace_back("the table has no size");
  std::set<BaseId> bases;
  for (const auto& [id, unit] : state.units) {
    if (unit.bases.empty()) broken.push_back(id.text + " has no bases");
    for (const StandingBase& standing : unit.bases) {
      if (standing.footprint.frontage <= Length{} || standing.footprint.depth <= Length{})
        broken.push_back(standing.base.text + " has no size");
      if (!bases.insert(standing.base).second) broken.push_back("base " + standing.base.text + " is there twice");
    }
  }
  return broken;
}

/// {"do":"remove","unit":"A3"}: off the table; {"do":"remove","unit":"A3","bases":["A3.2"]}: some of its bases.
struct RemoveBases {
  static constexpr const char* kName = "remove";
  UnitId unit;
  std::vector<BaseId> bases;
  bool operator==(const RemoveBases&) const = default;
};
struct BasesRemoved {
  static constexpr const char* kName = "bases_removed";
  UnitId unit;
  std::vector<BaseId> bases;
  bool operator==(const BasesRemoved&) const = default;
};

template <class T>
struct MeasuringRules {
  using State = MeasuringState<typename T::Card>;
  using Step = NoSteps;
  using Command = std::variant<AnswerWait, PlaceBases, RemoveBases>;
  using Event = std::variant<StepOpened<Step>, WaitAnswered, StepClosed, PlacementOwed, Placed, BasesRemoved>;

  static const RulesetInfo& info() { return T::info(); }
  static Result<State> initial(std::string_view setup_json, std::string_view name);  // measuring_json.hpp, in the room's text.cpp
  static Advice advise(const State& state, const Selection& selection, Viewer) { return T::advise(state, selection); }
  static const Agenda<Step>& agenda(const State& state) { return state.agenda; }
  static std::vector<Window> windows(const State&, Viewer) { return {}; }

  static const StandingBase* find_base(const State& state, const BaseId& base, UnitId* owner = nullptr) {
    for (const auto& [id, unit] : state.units)
      for (const StandingBase& standing : unit.bases)
        if (standing.base == base) {
          if (owner != nullptr) *owner = id;
          return &standing;
        }
    return nullptr;
  }

  static Verdict judge(const State& state, Viewer by, const Command& command) {
    return std::visit(Overloaded{[&](const AnswerWait&) { return impossible("no question is open"); },
                                 [&](const PlaceBases& place) { return judge_placing(state, by, place); },
                                 [&](const RemoveBases& remove) { return judge_removing(state, by, remove); }},
                      command);
  }

  static std::vector<Event> decide(const State& state, Viewer, const Command& command) {
    std::vector<Event> events;
    if (const auto* place = std::get_if<PlaceBases>(&command)) {
      UnitId unit = place->unit;
      if (unit.empty()) find_base(state, place->poses.front().base, &unit);
      events.push_back(Placed{0, unit, place->poses});
    }
    if (const auto* remove = std::get_if<RemoveBases>(&command)) {
      BasesRemoved removed{remove->unit, remove->bases};
      if (removed.bases.empty())
        for (const StandingBase& standing : state.units.at(remove->unit).bases)
          if (standing.on_table) removed.bases.push_back(standing.base);
      events.push_back(std::move(removed));
    }
    return events;
  }

  static State evolve(State&& state, const Event& event) {
    std::visit(
        Overloaded{[&](const StepOpened<Step>& e) { apply(state.agenda, e); }, [&](const WaitAnswered& e) { apply(state.agenda, e); },
                   [&](const StepClosed& e) { apply(state.agenda, e); }, [&](const PlacementOwed& e) { apply(state.agenda, e); },
                   [&](const Placed& e) {
                     apply(state.agenda, e);
                     for (const PlacedBase& placed : e.poses)
                       for (StandingBase& standing : state.units.at(e.unit).bases)
                         if (standing.base == placed.base) {
                           standing.at = placed.at;
                           standing.on_table = true;
                         }
                   },
                   [&](const BasesRemoved& e) {
                     for (StandingBase& standing : state.units.at(e.unit).bases)
                       if (std::find(e.bases.begin(), e.bases.end(), standing.base) != e.bases.end()) standing.on_table = false;
                   }},
        event);
    return std::move(state);
  }

  /// Measuring has nothing to offer but taking a unit off.
  static std::vector<Offer<Command>> offers(const State& state, Viewer viewer, const About& about) {
    std::vector<Offer<Command>> out;
    if (std::holds_alternative<AboutNothing>(about)) return out;
    for (const auto& [id, unit] : state.units) {
      if (const auto* one = std::get_if<UnitId>(&about); one != nullptr && *one != id) continue;
      const RemoveBases remove{id, {}};
      if (const Verdict verdict = judge_removing(state, viewer, remove); verdict.allowed()) out.push_back({remove, verdict, {}});
    }
    return out;
  }

  static std::vector<Place> places(const State& state) {
    std::vector<Place> out;
    for (const auto& [id, unit] : state.units)
      for (const StandingBase& standing : unit.bases)
        out.push_back({id, standing.base, unit.side, standing.footprint, standing.at.pose, {}, standing.on_table});
    return out;
  }

  static std::optional<std::string> broken_invariant(const State& state) {
    const std::vector<std::string> broken = broken_invariants(state);
    return broken.empty() ? std::nullopt : std::optional(broken.front());
  }

  static std::vector<std::string> describe(const State& state, Viewer) {
    int on_table = 0;
    for (const auto& [id, unit] : state.units)
      on_table += std::any_of(unit.bases.begin(), unit.bases.end(), [](const StandingBase& base) { return base.on_table; });
    return {std::string(info().name) + ": measuring only, " + std::to_string(on_table) + " of " + std::to_string(state.units.size()) +
                " units on the table",
            std::string(info().missing)};
  }
  static Now now(const State&) { return {0, Viewer::Both, "measuring", "point at units to measure between them"}; }
  static std::optional<Ending> ending(const State&) { return std::nullopt; }
  static std::string say(const State&, const Command& command) {
    return std::visit(Overloaded{[](const AnswerWait&) { return std::string("answer"); },
                                 [](const PlaceBases& place) { return "place " + place.unit.text; },
                                 [](const RemoveBases& remove) { return "take " + remove.unit.text + " off the table"; }},
                      command);
  }
  static std::string tell(const State&, const Event& event) {
    if (const auto* placed = std::get_if<Placed>(&event)) return placed->unit.text + " stands where it was put";
    if (const auto* removed = std::get_if<BasesRemoved>(&event)) return removed->unit.text + ": bases taken off the table";
    return {};
  }

 private:
  static Verdict judge_removing(const State& state, Viewer by, const RemoveBases& remove) {
    const auto at = state.units.find(remove.unit);
    if (at == state.units.end()) return impossible("unknown unit " + remove.unit.text);
    const std::vector<StandingBase>& bases = at->second.bases;
    if (!may_answer(by, viewer_of(at->second.side))) return impossible(remove.unit.text + " is not yours to take off the table");
    for (const BaseId& base : remove.bases) {
      const auto found = std::find_if(bases.begin(), bases.end(), [&](const StandingBase& b) { return b.base == base; });
      if (found == bases.end()) return impossible("unknown base " + base.text);
      if (!found->on_table) return impossible("base " + base.text + " is off the table already");
    }
    if (std::none_of(bases.begin(), bases.end(), [](const StandingBase& base) { return base.on_table; }))
      return impossible(remove.unit.text + " is off the table already");
    return allow();
  }
  static Verdict judge_placing(const State& state, Viewer by, const PlaceBases& place) {
    if (place.owed) return impossible("no placement is owed");
    if (place.poses.empty()) return impossible("say where: \"poses\"");
    UnitId unit = place.unit;
    for (const PlacedBase& placed : place.poses) {
      UnitId owner;
      if (find_base(state, placed.base, &owner) == nullptr) return impossible("unknown base " + placed.base.text);
      if (unit.empty()) unit = owner;
      if (owner != unit) return impossible("base " + placed.base.text + " belongs to " + owner.text + ", not " + unit.text);
      if (!may_answer(by, viewer_of(state.units.at(owner).side))) return impossible(owner.text + " is not yours to place");
      const Point at = placed.at.pose.centre();
      if (at.x < Length{} || at.y < Length{} || at.x > state.width || at.y > state.depth)
        return refuse("", "base " + placed.base.text + " would stand off the table");
    }
    return allow();
  }
};

}  // namespace polemarch::engine
