#pragma once
/// The doors every ruleset has, as a C++20 concept. Inside a room all is typed; outside, the assistant sees Battle (battle.hpp). Pure.

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/advice.hpp"
#include "engine/core/agenda.hpp"
#include "engine/core/commands.hpp"
#include "engine/core/events.hpp"
#include "engine/core/needs.hpp"
#include "engine/core/overloaded.hpp"
#include "engine/core/verdict.hpp"
#include "models/footprint.hpp"
#include "models/result.hpp"

namespace polemarch::engine {

struct RulesetInfo {
  std::string_view key;        ///< "to_the_strongest"
  std::string_view name;       ///< "To the Strongest!"
  std::string_view owner;      ///< whose rules these are
  std::string_view catalogue;  ///< version of the facts this room implements, e.g. "v1.1 / 2026-11"
  int state_v = 1;             ///< raised whenever the canonical state text changes
  std::string_view missing;    ///< what this room does not do, one plain sentence; empty when it does all
};

/// What offers are asked about: everything, what belongs to no unit (end the phase, pass, a card of the hand), a unit, or a wait.
struct AboutAll {};
struct AboutNothing {};
using About = std::variant<AboutAll, AboutNothing, UnitId, WaitId>;

/// A thing that may be done, or may not and why. `still_needed` is what has to be rolled, shown, placed or typed.
template <class Command>
struct Offer {
  Command command;
  Verdict verdict;
  Needs still_needed;
  bool whole = true;  ///< it may be given as it stands, and what it needs is asked afterwards; false: a pose or a name has to be filled in
  Viewer audience = Viewer::Both;  ///< who may know that it can be done: a card of the hand is its side's
};

/// What the battle stands at, for the one sentence that is always on the screen. `todo` is what is to be done, in players' words, with no
/// full stop: "give an order to a unit, or pass". Open waits say their own question.
struct Now {
  int turn = 0;  ///< counted as the ruleset counts; 0: before the first
  Viewer who = Viewer::Both;
  std::string phase;  ///< "orders"; empty where the ruleset has none
  std::string todo;
};

/// A figure that matters of a unit in this phase, as players say it: {"5+", "saves"}.
struct Figure {
  std::string value, label;
};

/// What decides the battle, of one side: medals that go one by one, or losses that grow towards a limit where something breaks.
struct Counter {
  Side side = Side::A;
  std::string name;  ///< "medals", "Cassius's command"
  int value = 0;
  std::optional<int> limit, start;
  bool counts_down = false;
  std::string rule;
  bool operator==(const Counter&) const = default;
};

/// How the battle ended.
struct Ending {
  std::optional<Side> winner;  ///< nobody: a draw
  std::string text;            ///< why, in one plain clause: "the last medal is lost"
  std::string rule;            ///< catalogue id
  bool operator==(const Ending&) const = default;
};

/// A right to interrupt. It never blocks: giving the next answer closes it.
struct Window {
  std::string id;  ///< stable while it is open
  Viewer who = Viewer::Both;
  std::string rule;
  std::string text;   ///< "evade with A4?"
  std::string until;  ///< what closes it: "the melee dice of B2"
};

/// Who stands on a base, as a drawn base shows it.
enum class Troops { None, Foot, LightFoot, Mounted };

/// Where the rules have a base. Rooms on a grid give the pose of the slot in the box.
struct Place {
  UnitId unit;
  BaseId base;
  Side side = Side::A;
  Footprint footprint;
  Pose pose;
  std::vector<Point> region;  ///< grid rooms: the box; the base is well placed anywhere inside it
  bool on_table = true;
  Troops troops = Troops::None;  ///< leaders, engines and wagons: none
};

/// Options and tolerances agreed at this table: name -> value, in the log header.
using Options = std::vector<std::pair<std::string, std::string>>;

template <class R>
concept Ruleset = requires(const typename R::State& state, typename R::State&& moved, const typename R::Command& command,
                           const typename R::Event& event, Viewer viewer, const About& about, const Selection& selection,
                           std::string_view text) {
  typename R::Step;
  { R::info() } -> std::same_as<const RulesetInfo&>;
  { R::initial(text, text) } -> std::same_as<Result<typename R::State>>;  // setup JSON, its name for errors
  { R::judge(state, viewer, command) } -> std::same_as<Verdict>;
  { R::decide(state, viewer, command) } -> std::same_as<std::vector<typename R::Event>>;
  { R::evolve(std::move(moved), event) } -> std::same_as<typename R::State>;
  { R::offers(state, viewer, about) } -> std::same_as<std::vector<Offer<typename R::Command>>>;
  { R::windows(state, viewer) } -> std::same_as<std::vector<Window>>;
  { R::advise(state, selection, viewer) } -> std::same_as<Advice>;
  { R::places(state) } -> std::same_as<std::vector<Place>>;
  { R::agenda(state) } -> std::same_as<const Agenda<typename R::Step>&>;
  { R::broken_invariant(state) } -> std::same_as<std::optional<std::string>>;  // judged after amend and in random play
  { R::describe(state, viewer) } -> std::same_as<std::vector<std::string>>;    // turn, side to move, score: short plain lines
  { R::now(state) } -> std::same_as<Now>;
  { R::ending(state) } -> std::same_as<std::optional<Ending>>;  // nothing while the battle goes on
  { R::say(state, command) } -> std::same_as<std::string>;      // one plain English line for menus: "move A3 to c4"
  { R::tell(state, event) } -> std::same_as<std::string>;       // one plain English line for report and log panel; state = before the event
};

/// A room that plays with cards or chits has one more door, `static std::optional<Pile> pile(const State&, const Wait&)`: the pile a
/// Chance wait is drawn from as it lies now. Nothing: dice, or cards that nobody counts.
template <class R>
concept DealsCards = requires(const typename R::State& state, const Wait& wait) {
  { R::pile(state, wait) } -> std::same_as<std::optional<Pile>>;
};

/// A room says what there is, `static bool has(const State&, const Name&)`, by each type of name that its events use: units by whatever
/// name the rules order about, bases, squares. A logged event that names what is there neither before it nor after is refused.
template <class R, class Name>
concept Knows = requires(const typename R::State& state, const Name& name) {
  { R::has(state, name) } -> std::same_as<bool>;
};
template <class R, class Name>
requires Knows<R, Name>
bool there_is(const typename R::State& state, const Name& name) { return R::has(state, name); }

/// A room whose options are words and shares has one more door, `static std::optional<std::string> odd_by_hand(const State& before, const
/// State& after)`: what an amendment sets that its set-up would refuse, in one line. Nothing where it would take it.

/// Collects events while keeping the state they lead to, so that decide() can look at what it has done so far.
template <class R>
class Unfolding {
 public:
  explicit Unfolding(const typename R::State& state) : state_(state) {}
  const typename R::State& state() const { return state_; }
  void emit(typename R::Event event) {
    state_ = R::evolve(std::move(state_), event);
    events_.push_back(std::move(event));
  }
  std::vector<typename R::Event> take() { return std::move(events_); }

 private:
  typename R::State state_;
  std::vector<typename R::Event> events_;
};

}  // namespace polemarch::engine
