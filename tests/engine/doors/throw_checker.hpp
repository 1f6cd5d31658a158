#pragma once
/// What a throw that is told or asked for has to hold: rows, successes, chance, and odds against every way the dice can fall as the battle
/// itself takes them.

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "engine/core/json_types.hpp"
#include "engine/core/shows.hpp"
#include "tests/engine/doors/falls.hpp"

namespace polemarch::test {

using engine::Battle;
using engine::Json;
using engine::Pending;
using engine::ThrowRow;
using engine::Wait;

/// One open question of chance as it stood before it was answered.
struct Before {
  Wait wait;
  std::optional<Pending> pending;
  std::unique_ptr<Battle> battle;
};

inline std::string answer_text(const Wait& wait, const std::vector<int>& values) {
  return Json{{"by", name_of(wait.who)}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}, {"values", values}}.dump();
}

struct Answered {
  std::vector<Thrown> told, shown;
  std::vector<std::string> events;
};
/// What is told of these values, tried on a copy.
inline std::optional<Answered> tried(const Before& before, const std::vector<int>& values, std::unique_ptr<Battle>* after = nullptr) {
  auto battle = before.battle->copy();
  const auto outcome = battle->submit(answer_text(before.wait, values));
  if (!outcome || !outcome->verdict.allowed()) return std::nullopt;
  Answered out{before.battle->happened(outcome->events).throws, engine::shows(*battle)->last_throws(), outcome->events};
  if (after != nullptr) *after = std::move(battle);
  return out;
}

class Checker {
 public:
  explicit Checker(std::string room) : room_(std::move(room)) {}

  void pending(const Before& before) {
    const Wait& wait = before.wait;
    const std::string what = "pending, " + (before.pending ? before.pending->thrown.rule + " " + before.pending->thrown.purpose
                                                           : wait.rule + " " + wait.question);
    ++seen_[what];
    if (!before.pending) {
      if (wait.chance->source == "dice") fault(what, "no odds beforehand", "");
      return;
    }
    const Pending& odds = *before.pending;
    if (odds.count != wait.chance->count) fault(what, "count", std::to_string(odds.count) + " for " + std::to_string(wait.chance->count));
    rows_hold(what, odds.thrown, odds.count);
    chance_holds(what, odds.thrown, *wait.chance);
    outlooks_hold(what, before);
  }

  void thrown(const std::string& where, const Thrown& one, const Before& before) {
    const std::string what = where + ", " + one.rule + " " + one.purpose;
    ++seen_[what];
    if (one.rule.empty() || one.purpose.empty()) fault(what, "no rule or no purpose", engine::tell(one));
    rows_hold(what, one, static_cast<int>(one.values.size()));
    const std::vector<int> needs = before.pending ? before.pending->needs : std::vector<int>();
    if (one.need > 0 && counted(one, needs) != one.good)
      fault(what, "successes",
            std::to_string(one.good) + " told, " + std::to_string(counted(one, needs)) + " counted: " + engine::tell(one));
    if (one.need > 0 && needs.size() > 1 && counted(one, {}) != one.good)
      fault(what, "values of one card with different needs", engine::tell(one));
    ChanceSpec spec = *before.wait.chance;
    if (one.counted == Counted::Sum) spec.count = static_cast<int>(one.values.size());
    chance_holds(what, one, spec);
  }

  void same(const Thrown& told, const Thrown& shown) {
    const std::string what = "told and shown, " + shown.rule + " " + shown.purpose;
    const auto differ = [&](const char* field, auto a, auto b) {
      std::ostringstream text;
      text << a << " and " << b;
      if (a != b) fault(what, field, text.str());
    };
    differ("need", told.need, shown.need);
    differ("good", told.good, shown.good);
    differ("chance", told.per_mille.value_or(-1), shown.per_mille.value_or(-1));
    differ("better", static_cast<int>(told.better), static_cast<int>(shown.better));
    differ("rows", told.rows.size(), shown.rows.size());
    differ("rule", told.rule, shown.rule);
    differ("aim", static_cast<int>(told.aim), static_cast<int>(shown.aim));
    differ("what goes on", told.goes_on, shown.goes_on);
    differ("thrower", told.thrower.text, shown.thrower.text);
    if (!told.at.empty() && !shown.at.empty()) differ("at", told.at.text, shown.at.text);
  }

  std::string faults() const {
    std::string text;
    for (const auto& [key, fault] : faults_)
      text += room_ + ": " + key + " (" + std::to_string(fault.times) + "x): " + fault.example + "\n";
    return text;
  }
  std::string seen() const {
    std::string text;
    for (const auto& [what, times] : seen_) text += room_ + ": " + what + " " + std::to_string(times) + "\n";
    for (const auto& [what, times] : proved_) text += room_ + ": proved " + what + " " + std::to_string(times) + "\n";
    return text;
  }
  std::size_t kinds() const { return seen_.size(); }
  /// Kinds of throws whose outlooks were held against every way the dice can fall.
  std::size_t proved() const { return proved_.size(); }

 private:
  struct Fault {
    int times = 0;
    std::string example;
  };
  void fault(const std::string& what, const std::string& kind, const std::string& example) {
    Fault& one = faults_[what + ": " + kind];
    if (one.times++ == 0) one.example = example;
  }

  void rows_hold(const std::string& what, const Thrown& one, int count) {
    std::string text;
    for (const ThrowRow& row : one.rows) text += row.rule + " " + row.text + " " + std::to_string(row.value) + ", ";
    if (one.need > 0 && one.rows.empty()) fault(what, "no rows", engine::tell(one));
    if (one.need > 0 && !one.rows.empty() && engine::sum_of(one.rows) != one.need)
      fault(what, "rows do not sum up", text + "need " + std::to_string(one.need));
    for (const auto* rows : {&one.rows, &one.dice})
      for (const ThrowRow& row : *rows)
        if (row.rule.empty() || row.text.empty()) fault(what, "a row without rule or words", text);
    if (!one.dice.empty() && engine::sum_of(one.dice) != count)
      fault(what, "rows of dice do not sum up", std::to_string(engine::sum_of(one.dice)) + " for " + std::to_string(count));
  }

  void chance_holds(const std::string& what, const Thrown& one, const ChanceSpec& spec) {
    if (one.need <= 0) return;
    if (!one.per_mille) return fault(what, "no chance", engine::tell(one));
    const double chance = chance_of(one, spec);
    if (!is_told_as(chance, *one.per_mille))
      fault(what, "chance",
            std::to_string(*one.per_mille) + " told, " + std::to_string(chance) + " counted; need " + std::to_string(one.need));
  }

  /// The outlooks against every way the values can fall, as the battle itself takes them.
  void outlooks_hold(const std::string& what, const Before& before) {
    const Pending& odds = *before.pending;
    if (odds.outlooks.empty()) return;
    int sum = 0;
    for (const engine::Outlook& outlook : odds.outlooks) sum += outlook.per_mille;
    if (std::abs(sum - 1000) > static_cast<int>(odds.outlooks.size())) fault(what, "outlooks sum up to", std::to_string(sum));
    if (tried_[what] >= kTries || ways_to_fall(*before.wait.chance, odds.count) > (of_several(odds) ? 7 : 1) * kMostWays) return;
    ++tried_[what];
    const std::vector<Fall> falls = falls_of(*before.wait.chance, odds.count);
    const bool numbers = std::all_of(odds.outlooks.begin(), odds.outlooks.end(), [](const engine::Outlook& outlook) {
      return number_of(outlook.text) || outlook.text.ends_with(" or more");
    });
    numbers&& odds.thrown.need > 0 ? numbers_hold(what, before, falls) : words_hold(what, before, falls);
    chain_holds(what, before, falls);
  }

  /// What several throws decide: the odds before one of them are those behind it, over every way it can fall; and what the last of them
  /// decides is what came of it.
  void chain_holds(const std::string& what, const Before& before, const std::vector<Fall>& falls) {
    const Pending& odds = *before.pending;
    if (!of_several(odds)) return;
    std::map<std::string, double> shares;
    for (const Fall& fall : falls) {
      std::unique_ptr<Battle> after;
      const auto answered = tried(before, fall.values, &after);
      if (!answered) return fault(what, "refused", answer_text(before.wait, fall.values));
      if (const auto next = goes_on(*after, odds)) {
        for (const engine::Outlook& outlook : next->outlooks) shares[as_told(odds, outlook.text)] += fall.share * outlook.per_mille / 1000;
      } else if (const auto decided = decided_in(before, *answered)) {
        shares[as_told(odds, *decided)] += fall.share;
      } else {
        return;  // something else comes of it
      }
    }
    for (const engine::Outlook& outlook : odds.outlooks)
      if (std::abs(shares[outlook.text] * 1000 - outlook.per_mille) > 1.01)
        fault(what, "odds of several throws",
              odds.of + ", " + outlook.text + ": told " + std::to_string(outlook.per_mille) + ", counted " +
                  std::to_string(shares[outlook.text] * 1000));
    ++proved_["chain, " + what];
  }

  /// Hits and losses that are counted over a volley or a fight, and who wins it.
  static bool of_several(const Pending& odds) {
    return odds.of.starts_with("hits at ") || odds.of.starts_with("bases ") ||
           (!odds.outlooks.empty() && odds.outlooks.front().text.ends_with(" wins"));
  }

  /// The next throw that decides the same.
  static std::optional<Pending> goes_on(const Battle& after, const Pending& odds) {
    for (const Wait& wait : after.waits(Viewer::Umpire))
      if (wait.chance)
        if (auto next = engine::shows(after)->pending(wait.id); next && next->of == odds.of && !next->outlooks.empty()) return next;
    return std::nullopt;
  }

  /// What came of the last one: who won, how many bases were lost, how many hits there are with those before.
  static std::optional<std::string> decided_in(const Before& before, const Answered& answered) {
    const Pending& odds = *before.pending;
    for (const std::string& event : answered.events) {
      const Json j = Json::parse(event);
      if (!j.contains("winner") || j.value("event", "") == "battle_ended") continue;
      const Json& winner = j["winner"];
      const std::string text = winner.is_string() ? winner.get<std::string>() : "";
      return text == "A" || text == "B" ? text + " wins" : "a draw";
    }
    if (odds.of.starts_with("bases ")) {
      std::size_t bases = 0;
      for (const engine::Lost& lost : before.battle->happened(answered.events).losses)
        if (lost.unit == odds.thrown.at && lost.how == "missile fire") bases += lost.bases.size();
      return bases == 0 ? "none" : std::to_string(bases);
    }
    if (!odds.of.starts_with("hits at ")) return std::nullopt;
    int before_it = 0;  // what earlier throws hit is sure
    for (const engine::Outlook& outlook : odds.outlooks)
      if (outlook.per_mille > 0) {
        before_it = number_of(outlook.text).value_or(0);
        break;
      }
    const int hits = before_it + successes(answered.shown, answered.told);
    return hits == 0 ? "none" : std::to_string(hits);
  }

  /// A number as these outlooks name it: "4 or more".
  static std::string as_told(const Pending& odds, const std::string& text) {
    const std::string& last = odds.outlooks.back().text;
    const std::size_t more = last.find(" or more");
    if (more == std::string::npos || text == last) return text;
    const auto number = number_of(text.substr(0, text.find(" or more")));
    return number && *number >= number_of(last.substr(0, more)).value_or(1000) ? last : text;
  }

  /// Outlooks that name what comes of it: each way the values fall is told in one of these words.
  void words_hold(const std::string& what, const Before& before, const std::vector<Fall>& falls) {
    const Pending& odds = *before.pending;
    std::map<std::string, double> shares;
    for (const Fall& fall : falls) {
      const auto answered = tried(before, fall.values);
      if (!answered) return fault(what, "refused", answer_text(before.wait, fall.values));
      std::string outcomes;
      for (const auto* throws : {&answered->shown, &answered->told})
        for (const Thrown& one : *throws) outcomes += "|" + one.outcome + "|";
      const engine::Outlook* fits = nullptr;
      for (const engine::Outlook& outlook : odds.outlooks)
        if (told_as(outcomes, outlook.text) && (fits == nullptr || fits->text.size() < outlook.text.size())) fits = &outlook;
      if (fits == nullptr) return;  // told in other words, or only once more has been thrown
      shares[fits->text] += fall.share;
    }
    for (const engine::Outlook& outlook : odds.outlooks)
      if (!is_told_as(shares[outlook.text] * 1000, outlook.per_mille))
        fault(what, "odds of an outcome",
              outlook.text + ": told " + std::to_string(outlook.per_mille) + ", counted " + std::to_string(shares[outlook.text] * 1000));
    ++proved_[what];
  }

  /// Outlooks that count: successes of the throw, or what the target fails to save of them.
  void numbers_hold(const std::string& what, const Before& before, const std::vector<Fall>& falls) {
    const Pending& odds = *before.pending;
    std::map<int, double> good, bad, lost;
    bool all_saved = true;
    for (const Fall& fall : falls) {
      std::unique_ptr<Battle> after;
      const auto answered = tried(before, fall.values, &after);
      if (!answered) return fault(what, "refused", answer_text(before.wait, fall.values));
      const int hits = successes(answered->shown, answered->told);
      good[hits] += fall.share;
      bad[odds.count - hits] += fall.share;
      if (all_saved) all_saved = follow(std::move(after), odds, hits, fall.share, lost);
    }
    const auto wrong_good = unlike(odds.outlooks, good), wrong_bad = unlike(odds.outlooks, bad);
    const auto expects = [&](const std::map<int, double>& shares) {
      double expected = 0;
      for (const auto& [number, share] : shares) expected += number * share;
      if (odds.expected && std::abs(expected * 100 - *odds.expected) > 0.51)
        fault(what, "what is expected", std::to_string(*odds.expected) + " told, " + std::to_string(expected * 100) + " counted");
      ++proved_[what];
    };
    if (!wrong_good) return expects(good);
    if (!wrong_bad) return expects(bad);
    if (!all_saved) return;  // something else is thrown before the saves
    if (const auto wrong = unlike(odds.outlooks, lost)) return fault(what, "odds of a number", odds.of + " " + *wrong);
    expects(lost);
  }

  /// "breaks" is told as "break" or at the end of a sum: "2 - 2 = 0: break".
  static bool told_as(const std::string& outcomes, const std::string& outlook) {
    const std::string word =
        outlook.ends_with("s") && outlook.find(' ') == std::string::npos ? outlook.substr(0, outlook.size() - 1) : outlook;
    return outcomes.find("|" + outlook + "|") != std::string::npos || outcomes.find("|" + word + "|") != std::string::npos ||
           outcomes.find(": " + word + "|") != std::string::npos;
  }

  static int successes(const std::vector<Thrown>& shown, const std::vector<Thrown>& told) {
    int good = 0;
    for (const Thrown& one : shown.empty() ? told : shown) good += one.good;
    return good;
  }

  /// Goes on to the saves of these hits and counts those that fail; false where something else comes first.
  static bool follow(std::unique_ptr<Battle> after, const Pending& odds, int hits, double share, std::map<int, double>& lost) {
    if (hits == 0) {
      lost[0] += share;
      return true;
    }
    const UnitId target = odds.thrown.at;
    struct Node {
      std::unique_ptr<Battle> battle;
      int left = 0, failed = 0;
      double share = 0;
    };
    std::vector<Node> nodes;
    nodes.push_back({std::move(after), hits, 0, share});
    while (!nodes.empty()) {
      Node node = std::move(nodes.back());
      nodes.pop_back();
      if (node.left == 0) {
        lost[node.failed] += node.share;
        continue;
      }
      std::vector<Wait> waits;
      for (const Wait& wait : node.battle->waits(Viewer::Umpire))
        if (wait.chance) waits.push_back(wait);
      if (waits.size() != 1) return false;
      const auto next = engine::shows(*node.battle)->pending(waits.front().id);
      if (!next) return false;
      const Before before{waits.front(), next, std::move(node.battle)};
      if (next->thrown.purpose == odds.thrown.purpose) {  // the foe's blows, or those of others at the same foe: they miss
        std::unique_ptr<Battle> then;
        const ChanceSpec& spec = *before.wait.chance;
        const int miss = next->thrown.better == Better::High ? spec.lowest : spec.highest;
        const std::vector<int> values(static_cast<std::size_t>(spec.count), miss);
        const auto answered = spec.pile ? std::nullopt : tried(before, values, &then);
        if (!answered || successes(answered->shown, answered->told) != 0) return false;
        nodes.push_back({std::move(then), node.left, node.failed, node.share});
        continue;
      }
      if (next->thrown.thrower != target || before.wait.chance->count > node.left) return false;
      for (const Fall& fall : falls_of(*before.wait.chance, before.wait.chance->count)) {
        std::unique_ptr<Battle> then;
        const auto answered = tried(before, fall.values, &then);
        if (!answered) return false;
        const int saved = successes(answered->shown, answered->told), thrown = before.wait.chance->count;
        nodes.push_back({std::move(then), node.left - thrown, node.failed + thrown - saved, node.share * fall.share});
      }
    }
    return true;
  }

  static constexpr int kTries = 4;
  static constexpr double kMostWays = 150;
  std::string room_;
  std::map<std::string, Fault> faults_;
  std::map<std::string, int> seen_, tried_, proved_;
};

}  // namespace polemarch::test
