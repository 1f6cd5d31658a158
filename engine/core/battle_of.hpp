#pragma once
/// Makes a Battle from a room's typed doors: JSON in and out, undo by refolding, overruling, amending, holding. Include in one
/// text*.cpp of a room, where the JSON of its State, Command, Event and Step is visible. Pure.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "engine/core/battle.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/bounds.hpp"
#include "engine/core/fits.hpp"
#include "engine/core/groups.hpp"
#include "engine/core/hidden.hpp"
#include "engine/core/history.hpp"
#include "engine/core/json_types.hpp"
#include "engine/core/leading.hpp"
#include "engine/core/named.hpp"
#include "engine/core/recounts.hpp"
#include "engine/core/repair.hpp"
#include "engine/core/shows.hpp"
#include "engine/core/upcast.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::engine {

/// What is said of a logged event, or of a command upon it, that the battle cannot take.
inline constexpr char kMisfit[] = "does not fit the battle as it stands";

template <Ruleset R, class Hidden = NothingHidden, class Showing = R>
class BattleOf final : public Battle, public Hides, public Shows, public Leading, public Groups, public Beside, public Recounts {
 public:
  using State = typename R::State;
  using Command = typename R::Command;
  using Event = typename R::Event;
  using Record = History::Record;

  explicit BattleOf(State initial) : initial_(initial), state_(std::move(initial)) {}

  const RulesetInfo& info() const override { return R::info(); }
  std::int64_t seq() const override { return history_.seq(); }
  const State& state() const { return state_; }

  Result<Verdict> judge(std::string_view text) const override {
    auto spoken = parse(text);
    if (!spoken) return spoken.error();
    return holding_together([&] { return judge_spoken(*spoken); });
  }

  Result<Outcome> submit(std::string_view text) override {
    auto spoken = parse(text);
    if (!spoken) return spoken.error();
    const std::optional<Viewer> holder = held_by_;
    auto outcome = holding_together([&] { return carried_out(*spoken, text); });
    if (!outcome) {
      state_ = refold(history_.head());
      held_by_ = holder;
      throws_.clear();
      happened_ = {};
    }
    return outcome;
  }

  Result<std::string> todays(std::string_view event_json) const override;
  Result<std::vector<std::string>> fold(std::string_view command, std::span<const std::string> events, bool overrulable = true) override;

  std::vector<Wait> waits(Viewer viewer) const override;
  std::vector<OwedPlacement> owed() const override { return R::agenda(state_).owed; }
  std::vector<Window> windows(Viewer viewer) const override { return R::windows(state_, viewer); }
  std::vector<OfferText> offers(Viewer viewer, const About& about) const override;
  Advice advise(const Selection& selection, Viewer viewer) const override { return R::advise(state_, selection, viewer); }
  std::vector<Place> places() const override { return R::places(state_); }
  std::vector<std::string> describe(Viewer viewer) const override { return R::describe(state_, viewer); }
  Now now() const override { return R::now(state_); }
  std::optional<Ending> ending() const override { return R::ending(state_); }
  std::vector<Figure> figures(const UnitId& unit, Viewer viewer) const override {
    if constexpr (requires { R::figures(state_, unit, viewer); }) return R::figures(state_, unit, viewer);
    return {};
  }
  std::vector<Counter> counters() const override {
    if constexpr (requires { R::counters(state_); }) return R::counters(state_);
    return {};
  }
  std::optional<Pending> pending(const WaitId& id) const override {
    if constexpr (requires(const Wait& wait) { Showing::pending(state_, wait); })
      for (const Wait& wait : R::agenda(state_).open_waits())
        if (wait.id == id) return Showing::pending(state_, wait);
    return std::nullopt;
  }
  std::vector<std::string> value_names(const WaitId& id) const override {
    if constexpr (requires(const Wait& wait) { Showing::value_names(state_, wait); })
      for (const Wait& wait : R::agenda(state_).open_waits())
        if (wait.id == id) return Showing::value_names(state_, wait);
    return {};
  }
  std::vector<StateMark> marks(const UnitId& unit, Viewer viewer) const override {
    if constexpr (requires { Showing::marks(state_, unit, viewer); }) return Showing::marks(state_, unit, viewer);
    return {};
  }
  OfferMark mark_of(std::string_view command) const override {
    if constexpr (requires(const Command& room) { Showing::mark_of(state_, room); }) {
      if (const auto own = room_command(command)) return Showing::mark_of(state_, *own);
    }
    return {};
  }
  Lead lead(std::string_view command) const override {
    if constexpr (requires(const Command& room) { Showing::lead(state_, room); }) {
      if (const auto own = room_command(command)) return Showing::lead(state_, *own);
    }
    return {};
  }
  std::vector<UnitId> acting(std::string_view command) const override {
    const auto own = room_command(command);
    return own ? std::visit([](const auto& one) { return acting_in(one); }, *own) : std::vector<UnitId>();
  }
  std::string narrowed(std::string_view command, const std::set<UnitId>& kept) const override {
    auto own = room_command(command);
    if (!own || acting(command).empty()) return {};
    std::visit([&](auto& one) { keep_acting(one, kept); }, *own);
    return canonical(variant_to_json(*own, "do"));
  }
  std::vector<Hand> hands(Viewer viewer) const override {
    if constexpr (requires { Showing::hands(state_, viewer); }) return Showing::hands(state_, viewer);
    return {};
  }
  std::string card_of(std::string_view command) const override {
    if constexpr (requires(const Command& room) { Showing::card_of(state_, room); }) {
      if (const auto own = room_command(command)) return Showing::card_of(state_, *own);
    }
    return {};
  }
  PlacingOrder placing() const override {
    if constexpr (requires { Showing::placing(state_); }) return Showing::placing(state_);
    return {};
  }
  int last_turn() const override {
    if constexpr (requires { Showing::last_turn(state_); }) return Showing::last_turn(state_);
    return 0;
  }
  const std::vector<Thrown>& last_throws() const override { return throws_; }
  const Happened& last_happened() const override { return happened_; }
  std::optional<Viewer> held_by() const override { return held_by_; }
  std::string state_text(Viewer viewer) const override { return canonical(hide_secrets(Json(state_), viewer)); }
  std::string sealed_state_text(const std::function<std::string(const std::string&, const std::string&)>& seal) const override {
    return canonical(seal_secrets(Json(state_), seal));
  }
  std::string say(std::string_view command) const override {
    const auto spoken = parse(command);
    if (!spoken) return {};
    const auto* rooms = std::get_if<Command>(&spoken->what);
    return rooms == nullptr ? say_repair(std::get<Repair>(spoken->what)) : R::say(state_, *rooms);
  }
  std::string tell(std::string_view event) const override;
  Happened happened(std::span<const std::string> events) const override;
  std::string clause(std::string_view command) const override {
    const auto spoken = parse(command);
    if (!spoken) return {};
    if (const auto* repair = std::get_if<Repair>(&spoken->what)) return clause_of_repair(*repair);
    if constexpr (requires(const Command& c) { R::clause(state_, c); }) return R::clause(state_, std::get<Command>(spoken->what));
    return {};
  }
  Deed deed(std::string_view command) const override;
  bool only_ends(std::string_view command) const override;
  Route route(std::string_view command) const override;
  Gist gist(std::string_view event) const override;
  std::unique_ptr<Battle> copy() const override { return std::make_unique<BattleOf>(*this); }
  Viewer audience(std::string_view command) const override {
    const auto spoken = parse(command);
    return spoken ? audience_of(*spoken, false) : Viewer::Both;
  }
  Viewer refused_audience(std::string_view command) const override {
    const auto spoken = parse(command);
    return spoken ? audience_of(*spoken, true) : Viewer::Both;
  }
  Viewer event_audience(std::string_view event) const override;
  std::string_view hidden_setup() const override { return Hidden::kSetup; }
  Json written_out(Json setup) const override {
    if constexpr (requires { Hidden::write_out(state_, setup); }) Hidden::write_out(state_, setup);
    return setup;
  }
  std::optional<std::string> broken_invariant() const override { return R::broken_invariant(state_); }

 private:
  /// A command of the room's own; nothing for a repair and for malformed text.
  std::optional<Command> room_command(std::string_view text) const {
    auto spoken = parse(text);
    auto* own = spoken ? std::get_if<Command>(&spoken->what) : nullptr;
    return own == nullptr ? std::nullopt : std::optional<Command>(std::move(*own));
  }

  /// A command understood: the battle's own (repair) or the room's.
  struct Spoken {
    Viewer by = Viewer::Umpire;
    std::variant<Repair, Command> what;
    std::string text;
  };
  Result<Spoken> parse(std::string_view text) const;
  Outcome carried_out(const Spoken& spoken, std::string_view text);
  /// A log that was meddled with can lead to a battle in which no room finds its way; that is said, and the battle stands as before.
  template <class F>
  static auto holding_together(F&& f) -> Result<decltype(f())>;

  /// A refused command that may be ruled on, and who may know what it said.
  struct Refused {
    std::string text;
    Viewer audience = Viewer::Both;
  };
  Refused refused_now(std::string_view text) const { return {std::string(text), refused_audience(text)}; }
  /// The overrulable command a `rule` speaks of: the named one or the latest. Null when there is none, or it is ruled on already: a
  /// ruling closes its question, until it is taken back.
  const Refused* ruled_command(const RuleCommand& rule) const {
    const auto at = overrulable_.find(ruled_seq(rule));
    return at == overrulable_.end() || history_.is_ruled(at->first) ? nullptr : &at->second;
  }
  std::int64_t ruled_seq(const RuleCommand& rule) const {
    return rule.seq ? *rule.seq : overrulable_.empty() ? 0 : overrulable_.rbegin()->first;
  }
  Viewer audience_of(const Spoken& spoken, bool refused) const;

  /// Refused to who knows everything, and not so, or for another reason, to who knows what is public.
  bool depends_on_what_is_hidden(const Command& command) const;
  Viewer audience_of_wait(const WaitId& id) const;

  /// The question's, or of one the speaker may have meant when he named none that is open.
  Viewer audience_of_answer(Viewer by, const AnswerWait& answer) const;

  Verdict judge_spoken(const Spoken& spoken) const;
  /// What the room says; a refused command that changes nothing, whoever rules it, is impossible, so that nobody overrules it for nothing.
  /// So is one that names what this battle has not: a rule that comes first may refuse it, but no ruling carries it out.
  Verdict judge_room(Viewer by, const Command& command) const;
  Verdict judge_undo(Viewer by, const UndoCommand& undo) const;
  Verdict judge_rule(Viewer by, const RuleCommand& rule) const;
  std::optional<Verdict> held_up(Viewer by) const;  ///< the other side called Hold
  Verdict judge_amend(Viewer by, const AmendCommand& amend) const;
  Verdict judge_take_off(Viewer by, const TakeOffCommand& off) const;
  std::vector<Event> taken_off(Viewer by, const UnitId& unit) const;  ///< its loss as the room tells it; nothing without such a door
  /// What is broken after and was not before: an invariant, or a name of what the battle does not have.
  static std::optional<std::string> newly_broken(const State& before, const State& after);

  /// Every broken invariant, where the room lists them all; else the first.
  static std::vector<std::string> all_broken(const State& state);

  Result<Json> set_by_hand(const AmendCommand& amend) const;  ///< the state's text with the value in it
  Result<State> amended(const Json& set) const;

  /// What an amendment does to the names everybody calls bases and units by, in a line; nothing when it leaves them.
  static std::optional<std::string> renamed(const State& before, const State& after);
  static std::optional<std::string> beyond_bounds(const State& before, const Json& after);

  std::vector<Json> decide_spoken(const Spoken& spoken, bool& ruled) const;
  std::vector<Json> decide_room(Viewer by, const Command& command) const;
  void overtake_undone(std::vector<Event>& decided) const;
  std::vector<Json> decide_take_off(Viewer by, const TakeOffCommand& off) const;
  /// Refolds, then owes what the rules now have elsewhere than before.
  std::vector<Json> decide_undo(const UndoCommand& undo) const;
  State refold(std::int64_t to) const;
  /// Behind a command: keeps the state now and then, so that an undo need not begin at the start.
  void pass_waypoint();
  static State evolve_repair(State&& state, const RepairEvent& event) {
    if (const auto* amended = std::get_if<Amended>(&event)) {
      Json j = state;
      j[Json::json_pointer(amended->path)] = amended->value;
      return j.template get<State>();
    }
    return std::move(state);  // Undone is followed by its parent; the others change nothing in the room
  }
  /// An event of the history, as today's room writes it.
  static State evolve_kept(State&& state, std::string_view text) {
    const Json event = io::parsed(text);
    if (const auto repair = repair_event_from_json(event)) return evolve_repair(std::move(state), *repair);
    return R::evolve(std::move(state), variant_from_json<Event>(event, "event"));
  }

  /// An event of an older log as today's room knows it.
  static Event event_of(const Json& j, const State& state) { return variant_from_json<Event>(upcast<R>(j, state), "event"); }

  /// The seq of the latest refusal of this command, for an earlier log that does not name it.
  std::int64_t refused_as(const Json& command) const {
    for (auto at = overrulable_.rbegin(); at != overrulable_.rend(); ++at)
      if (io::parsed(at->second.text) == command) return at->first;
    return 0;
  }

  Event fitting_event_of(const Json& j) const;  ///< the same for the readers: throws FieldError alone

  void apply_json(const Json& j, Record& record);
  /// The state behind an event of a log. Throws FieldError for one that does not fit the agenda, or names somebody whom the battle has
  /// neither before it nor after.
  static State evolved_as_logged(State state, const Event& event);
  /// Why a log with these events, said now, could not be read again; nothing where it can: such a command is not taken.
  std::optional<std::string> unreadable(const std::vector<Json>& events) const;
  /// What a value names that the battle does not have.
  struct Stranger {
    std::string name;
    std::function<bool(const State&)> is_in;
  };
  template <class T>
  static std::vector<Stranger> strangers_in(const State& state, const T& value);
  void apply_repair(RepairEvent repair, Record& record);
  /// The secrets that are not revealed, by name: of side A, of side B.
  using Veiled = std::array<std::set<std::string>, 2>;
  static Veiled veiled(const State& state);
  /// Behind a command: which side's secrets it opened, or did away with.
  void note_shown(const Veiled& before, Record& record) const;
  /// An event of the room goes into the history, as today's text of it.
  static void keep(const Event& event, std::string_view text, Record& record);

  template <class Wanted>
  static constexpr bool tells() {
    return []<class... E>(std::variant<E...>*) { return (std::is_same_v<E, Wanted> || ...); }(static_cast<Event*>(nullptr));
  }

  /// The throw this event tells, before it is applied: a room's own Thrown, or an answer to a Chance wait by its `pending` door.
  void add_throw(const Json& j);
  void add_fallen(const Wait& wait, const std::vector<int>& values);
  Happened happened_in(const std::vector<Event>& known) const;
  /// What everybody may know of it, read against the state before it.
  Happened openly_happened(const std::vector<Json>& events) const;

  std::string tell_json(const State& state, const Json& j) const {
    if (const auto repair = repair_event_from_json(j)) return tell_repair(*repair);
    try {
      return R::tell(state, event_of(j, state));
    } catch (const std::logic_error&) {  // it names a unit or a way that is not there
      throw FieldError("", kMisfit);
    }
  }

  State initial_, state_;
  History history_;
  std::vector<std::pair<std::int64_t, std::shared_ptr<const State>>>
      waypoints_;  ///< by seq; at most kWaypoints, further apart in a long battle
  std::int64_t waypoint_every_ = 16;
  std::map<std::int64_t, Refused> overrulable_;
  std::optional<Viewer> held_by_;  ///< no part of the state: an undo leaves it, or the other side could take a Hold back
  std::vector<Thrown> throws_;     ///< of the last command
  Happened happened_;              ///< in it, as far as everybody may know
};

/// The door of the registry: reads the setup and makes the battle, or says in one line what is wrong with it.
template <Ruleset R, class Hidden = NothingHidden, class Showing = R>
Result<std::unique_ptr<Battle>> make_battle_of(std::string_view setup_json, std::string_view name) {
  auto state = R::initial(setup_json, name);
  if (!state) return state.error();
  return std::unique_ptr<Battle>(std::make_unique<BattleOf<R, Hidden, Showing>>(std::move(*state)));
}

}  // namespace polemarch::engine

#include "engine/core/battle_of_audience.hpp"
#include "engine/core/battle_of_commands.hpp"
#include "engine/core/battle_of_events.hpp"
#include "engine/core/battle_of_gists.hpp"
#include "engine/core/battle_of_repairs.hpp"
