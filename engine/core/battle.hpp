#pragma once
/// One battle of any ruleset, as the assistant sees it: text in and out, and the shared values (waits, windows, offers, advice, places).
/// Pure: no clock, file or chance; the assistant writes the log and brings dice. battle_of.hpp makes one from a room.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/gist.hpp"
#include "engine/core/needs.hpp"
#include "engine/core/room.hpp"
#include "engine/core/route.hpp"
#include "engine/core/telling.hpp"
#include "models/result.hpp"

namespace polemarch::engine {

/// An offer with its command as JSON text ({"do":...}).
struct OfferText {
  std::string command;
  std::string text;  ///< what it is in plain words, for a menu
  Verdict verdict;
  Needs still_needed;
  bool whole = true;  ///< may be given as it stands (see Offer)
  Viewer audience = Viewer::Both;
  bool ends = false;  ///< closes a phase, turn, activation or action
  Deed deed = Deed::Other;
};

/// What came of one command. `seq` is its number in the battle (1, 2, 3 ...); refused commands have one too.
struct Outcome {
  std::int64_t seq = 0;
  Verdict verdict;
  std::vector<std::string> events;  ///< JSON objects {"event":...}, secrets included
  std::vector<std::string> lines;   ///< the same in plain English, secrets left out for `Both`
  bool ruled = false;               ///< it went through because players or umpire overruled
};

/// Commands every battle knows beside its room's: answer, place, undo {"to":seq}, rule {"allow":true,"reason":..,"seq":n}, amend
/// {"path","value","reason"}, hold, release. Questions (offers, state) change nothing and are functions here.
class Battle {
 public:
  virtual ~Battle() = default;
  virtual const RulesetInfo& info() const = 0;

  /// Judges and, if allowed, decides and applies. Errors: malformed text as one line (JSON path, what was expected).
  virtual Result<Outcome> submit(std::string_view command_json) = 0;
  /// Judges only.
  virtual Result<Verdict> judge(std::string_view command_json) const = 0;
  /// Replays one logged command: its events are applied as written, nothing is judged. `events` empty = it was refused, by a rule and not
  /// as impossible where it is `overrulable`. Returns the events in plain English.
  virtual Result<std::vector<std::string>> fold(std::string_view command_json, std::span<const std::string> events,
                                                bool overrulable = true) = 0;

  /// A logged event as today's room writes it (canonical text): the same, unless the room upcasts that event.
  virtual Result<std::string> todays(std::string_view event_json) const = 0;

  virtual std::int64_t seq() const = 0;  ///< of the last command
  virtual std::vector<Wait> waits(Viewer viewer) const = 0;
  virtual std::vector<OwedPlacement> owed() const = 0;
  virtual std::vector<Window> windows(Viewer viewer) const = 0;
  virtual std::vector<OfferText> offers(Viewer viewer, const About& about) const = 0;
  virtual Advice advise(const Selection& selection, Viewer viewer) const = 0;
  virtual std::vector<Place> places() const = 0;
  virtual std::vector<std::string> describe(Viewer viewer) const = 0;
  virtual Now now() const = 0;
  virtual std::optional<Ending> ending() const = 0;
  /// Four to six figures of a unit, the most important first; empty where the room has none.
  virtual std::vector<Figure> figures(const UnitId& unit, Viewer viewer) const = 0;
  virtual std::vector<Counter> counters() const = 0;
  virtual std::optional<Viewer> held_by() const = 0;
  /// Canonical text of the state; equal states give equal bytes. `viewer` other than Umpire gets it without hidden values.
  virtual std::string state_text(Viewer viewer = Viewer::Umpire) const = 0;
  /// The canonical text with every unrevealed secret replaced by {"seal": seal(id, value text)}: what the state hash covers.
  virtual std::string sealed_state_text(const std::function<std::string(const std::string&, const std::string&)>& seal) const = 0;
  /// The plain English of a command, for menus and results; empty for malformed text.
  virtual std::string say(std::string_view command_json) const = 0;
  /// The plain English of one logged event (against the present state); "(sealed)" where it turns on a value that is not known here.
  virtual std::string tell(std::string_view event_json) const = 0;
  /// Throws and losses among the events of one logged command, read against the state before them. What is sealed is passed over.
  virtual Happened happened(std::span<const std::string> events) const = 0;
  /// A command as a player writes it down: "First cohort charges Yew clan"; empty where the room has no such sentence.
  virtual std::string clause(std::string_view command_json) const = 0;
  /// What a command tells somebody to do; Other for a repair and for malformed text.
  virtual Deed deed(std::string_view command_json) const = 0;
  /// Whether a command does nothing but close a phase, turn, activation or action; no for a repair and for malformed text.
  virtual bool only_ends(std::string_view command_json) const = 0;
  /// The legs that a command names; none where it names none, and for malformed text.
  virtual Route route(std::string_view command_json) const = 0;
  /// What a logged event is to a reader; a note where nothing can be read.
  virtual Gist gist(std::string_view event_json) const = 0;
  /// The same battle once more, on its own from here on: for looking ahead and for going back to.
  virtual std::unique_ptr<Battle> copy() const = 0;
  /// First broken invariant, or nothing.
  virtual std::optional<std::string> broken_invariant() const = 0;
};

}  // namespace polemarch::engine
