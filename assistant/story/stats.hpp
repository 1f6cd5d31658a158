#pragma once
/// Figures of a story: luck, time, what each unit did, what each chapter cost. Commands taken back do not count. Pure.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Throws of one purpose against what they should give. A sum counts as one trial; what needs nothing is left out.
struct Luck {
  int thrown = 0, good = 0;
  double expected = 0, variance = 0;
  void add(const engine::Thrown& thrown);
  double sd() const;
  /// (good - expected) in standard deviations; 0 where nothing was open.
  double off() const;
};
/// "as expected", "a little lucky", "unlucky", "very unlucky"; under three trials' worth of doubt: "too few throws to say".
std::string luck_word(const Luck& luck);

struct SideLuck {
  Luck all;
  std::map<std::string, Luck> by_purpose;
  std::vector<std::array<double, 2>> course;  ///< after each throw: good minus expected so far, its standard deviation
};
std::array<SideLuck, 2> luck_of(const Story& story);

/// Seconds, apart by what was being done.
struct Spent {
  double choosing = 0, throwing = 0, putting = 0;
  double all() const { return choosing + throwing + putting; }
};
struct TimeOf {
  std::array<Spent, 2> sides;                          ///< by who gave the command
  std::vector<double> chapters;                        ///< one a chapter
  std::vector<std::array<Spent, 2>> apart;             ///< the same, by who gave the command
  std::map<std::string, std::array<Spent, 2>> phases;  ///< by the phase's name
  double paused = 0;                                   ///< waits longer than kPause count for nobody
};
TimeOf time_of(const Story& story);

/// Who charged in an act: the unit that was ordered to, where it went or its throws let it, and those that charged against it.
std::vector<UnitId> charged_in(const Story& story, const Act& act);
/// Who shot on an order to shoot; nobody where its throw did not let it.
UnitId shot_in(const Story& story, const Act& act);

/// What one unit did over the battle.
struct UnitDeeds {
  int orders = 0, charges = 0, shots = 0;
  int hits = 0, saves = 0, saves_due = 0;
  std::vector<char> life;  ///< a letter a chapter: ' ' nothing, 'm' moved, 'c' charged, 's' shot, 'r' rallied, 'x' lost
  std::vector<char> hurt;  ///< 'd' where it was disordered, or worse than before
  int lost_in = -1;        ///< chapter
  std::string fate;        ///< "stands", "disordered", "lost, turn 7", "off the table"
};
std::map<UnitId, UnitDeeds> deeds_of(const Story& story);

/// How far a side is from defeat after `moment` (a count of commands): what its first counter has left. Nothing where nothing is counted.
std::optional<int> left_of(const Story& story, Side side, std::size_t moments);
/// Losses of a chapter, in words.
std::vector<std::string> losses_of(const Story& story, const Chapter& chapter);

}  // namespace polemarch::assistant::story
