#pragma once
/// A logged battle as a story that no ruleset is needed to tell: every command with its turn, side and phase, its sentence, what moved
/// from where to where, what was thrown, what was lost, what was ruled. Report, replay, export and library are made from it alone. Plain
/// values, public ones only: what is sealed in the log is not in here. Table frame, millimetres.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assistant/names/muster.hpp"
#include "engine/core/battle.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/showing.hpp"
#include "models/footprint.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::story {

using names::Member;

/// One base of the battle.
struct Piece {
  BaseId base;
  UnitId unit;
  Side side = Side::A;
  Footprint footprint;
  engine::Troops troops = engine::Troops::None;
  bool operator==(const Piece&) const = default;
};

/// Where a base is.
struct Standing {
  bool on_table = false;
  double x = 0, y = 0, heading = 0;
  bool operator==(const Standing&) const = default;
};

/// A base that is elsewhere than before.
struct Shift {
  std::uint32_t piece = 0;  ///< index into Story::pieces
  Standing from, to;
  bool operator==(const Shift&) const = default;
};

/// The way a unit went from where it was to where it is, where that was not straight on: its middle, the first station where it began,
/// the last where it ended. Its bases go with it as one body.
struct Way {
  UnitId unit;
  std::vector<Standing> stations;
  bool forms = false;  ///< its bases took another shape, or turned where they stood, before it went
  bool operator==(const Way&) const = default;
};

/// A unit's state in glyphs, as it is from here on.
struct Marking {
  std::uint32_t member = 0;  ///< index into Story::members
  std::vector<engine::StateMark> marks;
  bool operator==(const Marking&) const = default;
};

/// A camp that stands on the table.
struct Camp {
  UnitId camp;
  Side side = Side::A;
  double x = 0, y = 0;
  std::int64_t lost = 0;  ///< seq of the command that lost it; 0: it was not
  bool operator==(const Camp&) const = default;
};

enum class Deed { Move, Charge, Fight, Shoot, Rally, Order, Answer, Place, Repair, Other };
constexpr std::array<const char*, 10> kDeedNames{"move",  "charge", "fight", "shoot",  "rally",
                                                 "order", "answer", "place", "repair", "other"};

/// One command of the log and what came of it.
struct Moment {
  std::int64_t seq = 0;    ///< 0: the start
  std::int64_t order = 0;  ///< seq of the command it belongs to; its own where it begins something
  double t = 0;            ///< seconds of play
  double asked_t = 0;      ///< when it could first be answered or given
  std::string by, source;
  int turn = 0;  ///< as it was when the command came; 0: before the first
  std::string phase;
  Viewer side = Viewer::Both;  ///< whose turn it was
  Deed deed = Deed::Other;
  std::string action;  ///< the command's word: "charge"
  UnitId unit, target;
  std::string clause;    ///< "First cohort charges Yew clan"; empty for answers
  std::string answer;    ///< question and choice, of an answer that is no throw: "Where is Horse 1 pushed? g5"
  std::string sentence;  ///< the clause with what was thrown and what came of it
  std::string ruling;    ///< allowed, refused, too_close
  bool ruled = false;    ///< the players overruled
  bool ends = false;     ///< the command does nothing but close a phase, turn, activation or action
  std::vector<engine::Reason> reasons;
  std::vector<engine::Thrown> throws;
  std::vector<engine::Lost> losses;
  std::vector<UnitId> charges;  ///< who charged, as far as the rules say so
  std::vector<Shift> shifts;
  std::vector<Way> ways;              ///< of units among the shifts
  std::vector<Marking> markings;      ///< units whose state changed
  std::vector<std::string> told;      ///< what happened, names for ids, a line each
  std::vector<engine::Gist> gists;    ///< what each line is to a reader
  std::vector<std::int16_t> counted;  ///< every counter after it, as Story::counters
  std::int64_t back_to = -1;          ///< an undo: the seq it went back to
  bool undone = false;                ///< taken back later
  std::string note;                   ///< what the players wrote to a ruling or an amendment
  /// Whether a line of `told` says what a throw says as well.
  bool tells_throw(std::size_t line) const { return line < gists.size() && gists[line].news == engine::News::Throw; }
  bool operator==(const Moment&) const = default;
};

/// A stretch of the battle: a player turn, an impulse, a turn of both where they alternate unit by unit; or the set-up.
struct Chapter {
  int turn = 0;
  Viewer side = Viewer::Both;
  std::uint32_t first = 0, last = 0;  ///< indices into Story::moments, both in it
  bool operator==(const Chapter&) const = default;
};

/// One thing a player did with everything that belongs to it: the order, its answers, its throws.
struct Act {
  std::uint32_t chapter = 0;
  std::vector<std::uint32_t> moments;  ///< indices, the order first
  std::string title;                   ///< "First cohort charges Yew clan"
  std::string outcome;                 ///< "Yew clan is lost"; empty where nothing is to be said
  bool failed = false;                 ///< its first throw failed, or it was refused
  bool cost = false;                   ///< something was lost
  bool operator==(const Act&) const = default;
};

struct Story {
  std::string ruleset, ruleset_key, catalogue, created, title;
  std::string turn_word = "turn";               ///< what a turn is called: "bound"
  std::array<std::string, 2> armies{"A", "B"};  ///< "Romans of the Rhine"
  std::array<std::string, 2> sides{"A", "B"};   ///< "Romans"
  std::array<std::string, 2> players;           ///< who played, where the battle says so
  std::string log;                              ///< file name, without folders
  std::string chain;                            ///< of the last line read
  Table table;
  std::vector<Member> members;
  std::vector<Piece> pieces;
  std::vector<Standing> start;    ///< one a piece
  std::vector<Marking> markings;  ///< at the start
  std::vector<Camp> camps;
  std::vector<engine::Counter> counters;
  std::vector<std::int16_t> counted;  ///< at the start
  std::vector<Moment> moments;
  std::vector<Chapter> chapters;
  std::vector<Act> acts;
  int turn_now = 0;  ///< where the battle stands; 0: before the first turn
  std::optional<engine::Ending> ending;
  std::vector<std::string> warnings;

  const Member* member(const UnitId& unit) const;
  /// "First cohort", or the id where nobody has that name.
  std::string name(const UnitId& unit) const;
  std::string side_name(Viewer side) const;
  std::string side_name(Side side) const { return sides[side == Side::A ? 0 : 1]; }
  /// The counter that decides the battle for a side: its first. Null where the ruleset counts nothing.
  const engine::Counter* main_counter(Side side) const;
  std::size_t main_index(Side side) const;  ///< counters.size() where there is none
  /// Where everything stands behind the first `moments` moments.
  std::vector<Standing> places_after(std::size_t moments) const;
  /// True where a base on the table stands for this unit or camp, the places being as of one moment.
  bool stands(const UnitId& unit, const std::vector<Standing>& places) const;
  /// The state of every member in glyphs behind the first `moments` moments.
  std::vector<std::vector<engine::StateMark>> marks_after(std::size_t moments) const;

  bool operator==(const Story&) const = default;
};

/// "turn 3", "bound 3".
std::string turn_text(const Story& story, int turn);
/// What one player's part of a turn is called: "player turn"; "bound" where a bound is one player's.
std::string player_turn(const Story& story);
/// "Turn 3, Athens".
std::string title_of(const Story& story, const Chapter& chapter);

}  // namespace polemarch::assistant::story
