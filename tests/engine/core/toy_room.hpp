#pragma once
/// The smallest room that has every door: duellists who strike, parry, feint, bid in secret and order each other about. The pattern to
/// copy for a new ruleset, and the ground on which the agenda is proved.

#include <map>

#include "engine/core/asks.hpp"
#include "engine/core/battle_of.hpp"
#include "engine/core/one_of.hpp"
#include "engine/core/telling.hpp"
#include "engine/core/unfold.hpp"

namespace polemarch::toy {

using namespace polemarch::engine;

/// The hit that ends a duellist's fight.
constexpr int kLastHit = 3;
struct Duellist {
  Side side = Side::A;
  Pose pose;
  int hits = 0;
  bool on_table() const { return hits < kLastHit; }
  bool operator==(const Duellist&) const = default;
};

// Steps: what is going on; each resumes when its waits are answered.
struct Strike {
  static constexpr const char* kName = "strike";
  static constexpr Aim kAim = Aim::Blow;
  UnitId unit, target;
  bool parried = false;
  bool operator==(const Strike&) const = default;
};
struct Parry {
  static constexpr const char* kName = "parry";
  UnitId unit;
  bool feinted = false;
  bool operator==(const Parry&) const = default;
};
struct Feint {
  static constexpr const char* kName = "feint";
  bool operator==(const Feint&) const = default;
};
struct Bidding {
  static constexpr const char* kName = "bidding";
  bool operator==(const Bidding&) const = default;
};
/// An enemy's trick: the other side says where my unit steps.
struct Taunt {
  static constexpr const char* kName = "taunt";
  UnitId unit;
  bool operator==(const Taunt&) const = default;
};
using StepList = std::variant<Strike, Parry, Feint, Bidding, Taunt>;
struct Step : OneOf<StepList> {
  using OneOf::OneOf;
};

struct State {
  std::map<UnitId, Duellist> units;
  int initiative = 0;  ///< +1 A, -1 B after a bidding
  Agenda<Step> agenda;

  State();
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();
  bool operator==(const State& other) const;
};

// Commands.
struct StrikeAt {
  static constexpr const char* kName = "strike";
  static constexpr Deed kDeed = Deed::Charge;
  UnitId unit, target;
  bool operator==(const StrikeAt&) const = default;
};
struct ParryWith {
  static constexpr const char* kName = "parry";
  UnitId unit;
  bool operator==(const ParryWith&) const = default;
};
struct FeintNow {
  static constexpr const char* kName = "feint";
  bool operator==(const FeintNow&) const = default;
};
struct Bid {
  static constexpr const char* kName = "bid";
  bool operator==(const Bid&) const = default;
};
struct TauntUnit {
  static constexpr const char* kName = "taunt";
  UnitId unit;
  bool operator==(const TauntUnit&) const = default;
};
using CommandList = std::variant<AnswerWait, PlaceBases, StrikeAt, ParryWith, FeintNow, Bid, TauntUnit>;
struct Command : OneOf<CommandList> {
  using OneOf::OneOf;
};

// Events.
struct StrikeParried {
  static constexpr const char* kName = "strike_parried";
  bool operator==(const StrikeParried&) const = default;
};
struct ParryFeinted {
  static constexpr const char* kName = "parry_feinted";
  bool operator==(const ParryFeinted&) const = default;
};
struct Hit {
  static constexpr const char* kName = "hit";
  static constexpr News kNews = News::Result;
  static constexpr Glyph kGlyph = Glyph::Hits;
  UnitId unit;
  Pose to;
  bool operator==(const Hit&) const = default;
};
struct Stepped {
  static constexpr const char* kName = "stepped";
  UnitId unit;
  Pose to;
  bool operator==(const Stepped&) const = default;
};
struct InitiativeWon {
  static constexpr const char* kName = "initiative_won";
  int sign = 0;
  bool operator==(const InitiativeWon&) const = default;
};
using EventList = std::variant<StepOpened<Step>, WaitAnswered, StepClosed, PlacementOwed, Placed, Thrown, Lost, StrikeParried, ParryFeinted,
                               Hit, Stepped, InitiativeWon>;
struct Event : OneOf<EventList> {
  using OneOf::OneOf;
};

struct Toy {
  using State = toy::State;
  using Command = toy::Command;
  using Event = toy::Event;
  using Step = toy::Step;
  static const RulesetInfo& info();
  static Result<State> initial(std::string_view setup_json, std::string_view name);
  static Verdict judge(const State& state, Viewer by, const Command& command);
  static std::vector<Event> decide(const State& state, Viewer by, const Command& command);
  static State evolve(State&& state, const Event& event);
  static std::vector<Offer<Command>> offers(const State& state, Viewer viewer, const About& about);
  static std::vector<Window> windows(const State& state, Viewer viewer);
  static Advice advise(const State& state, const Selection& selection, Viewer viewer);
  static std::vector<Place> places(const State& state);
  static const Agenda<Step>& agenda(const State& state) { return state.agenda; }
  static std::optional<std::string> broken_invariant(const State& state);
  static std::vector<std::string> describe(const State& state, Viewer viewer);
  static Now now(const State&) { return {1, Viewer::Both, "duel", "strike"}; }
  static std::optional<Ending> ending(const State&) { return std::nullopt; }
  static std::string say(const State& state, const Command& command);
  static std::string tell(const State& state, const Event& event);
  /// Before version 2 a hit was "touched" and named its unit "who".
  static Json upcast(Json event);
};

// What each step does when its waits are answered, and that nothing goes on by itself (engine/core/unfold.hpp).
using Unfold = engine::Unfold<Toy>;
void resume(Unfold& u, const Strike& strike, const Answers& answers);
void resume(Unfold& u, const Parry& parry, const Answers& answers);
void resume(Unfold& u, const Feint& feint, const Answers& answers);
void resume(Unfold& u, const Bidding& bidding, const Answers& answers);
void resume(Unfold& u, const Taunt& taunt, const Answers& answers);
bool go_on(Unfold& u);

}  // namespace polemarch::toy
extern template struct polemarch::engine::OneOf<polemarch::toy::StepList>;
extern template struct polemarch::engine::OneOf<polemarch::toy::CommandList>;
extern template struct polemarch::engine::OneOf<polemarch::toy::EventList>;
