#include "assistant/story/throw_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {
namespace {

/// A verb of the third person for many: "passes" is "pass", "is" is "are".
std::string for_many(const std::string& verb) {
  if (verb == "is") return "are";
  if (verb.ends_with("sses")) return verb.substr(0, verb.size() - 2);
  return verb.ends_with("s") ? verb.substr(0, verb.size() - 1) : verb;
}

/// "reverses" as the name wants it: "Hoplites 2 reverse"; a unit of one holds where several hold. Nothing for outcomes of other kinds.
std::optional<std::string> verb_outcome(const Story& story, const UnitId& unit, const std::string& outcome) {
  constexpr std::array<std::string_view, 11> verbs{"attacks", "fails", "reverses", "stands", "routs", "stays",
                                                   "recoils", "holds", "retreats", "breaks", "gives"};
  constexpr std::array<std::string_view, 4> plain{"hold", "retreat", "break", "give"};
  const std::string word = outcome.substr(0, outcome.find(' '));
  std::string rest = outcome.substr(word.size());
  for (const std::string_view state : {" Disordered", " Shaken"})
    if (rest.starts_with(state)) rest = "," + rest, rest[2] = static_cast<char>(std::tolower(static_cast<unsigned char>(rest[2])));
  if (std::find(verbs.begin(), verbs.end(), word) != verbs.end()) return with_verb(story, unit, word, for_many(word)) + rest;
  if (std::find(plain.begin(), plain.end(), word) != plain.end()) return with_verb(story, unit, word + "s", word) + rest;
  if (outcome == "saved") return with_verb(story, unit, "saves", "save");
  if (outcome == "not saved") return with_verb(story, unit, "does", "do") + " not save";
  return std::nullopt;
}

/// The same, outcomes of other kinds as they are.
std::string with_outcome(const Story& story, const UnitId& unit, const std::string& outcome) {
  return verb_outcome(story, unit, outcome).value_or(story.name(unit) + " " + outcome);
}

/// "fails: halts" of a check: "fails andreia, halts", as the name wants it; without the check where a title names it. Empty where it is no
/// such outcome.
std::string check_words(const Story& story, const engine::Thrown& thrown, bool titled = false) {
  const std::size_t colon = thrown.outcome.find(": ");
  const std::string passed = thrown.outcome.substr(0, colon);
  if (colon == std::string::npos || thrown.thrower.empty() || (passed != "fails" && passed != "passes")) return {};
  const std::string then = thrown.outcome.substr(colon + 2), verb = then.substr(0, then.find(' '));
  const bool many = with_verb(story, thrown.thrower, "is", "are").ends_with("are");
  const std::string check = titled ? "" : " " + thrown.purpose.substr(0, thrown.purpose.find(','));
  return (many ? for_many(passed) : passed) + check + (verb == "the" ? ": " : " and ") + (many ? for_many(verb) : verb) +
         then.substr(verb.size());
}

/// Dice for how far a unit runs: what they are for is its verb.
bool runs(const engine::Thrown& thrown) {
  return !thrown.thrower.empty() && (thrown.aim == engine::Aim::Flight || thrown.aim == engine::Aim::Pursuit);
}

/// Who threw, a unit or a side.
std::string thrower_name(const Story& story, const engine::Thrown& thrown) {
  return thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower);
}

}  // namespace

std::string throws_words(const Story& story, const std::vector<const engine::Thrown*>& throws, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < throws.size() && i < most; ++i) {
    const engine::Thrown& thrown = *throws[i];
    if (i == 0) {
      text = throw_text(thrown);
    } else {
      const bool same = throws[i - 1]->thrower == thrown.thrower;
      text += same || thrown.thrower.empty() ? "; " : "; " + story.name(thrown.thrower) + ", ";
      text += thrown.purpose + ", " + throw_text(thrown);
    }
  }
  if (throws.size() > most) text += " ...";
  return text;
}

std::optional<std::pair<int, std::string>> count_in(const std::string& outcome) {
  const std::size_t digits = outcome.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || digits > 4 || outcome[digits] != ' ') return std::nullopt;
  const std::string words = outcome.substr(digits + 1);
  if (words.find_first_of("0123456789,:") != std::string::npos) return std::nullopt;
  return std::pair{std::stoi(outcome.substr(0, digits)), words};
}

std::string joint_outcome(const Story& story, const std::vector<const engine::Thrown*>& throws) {
  const auto alike = [&](const auto& same) {
    return std::all_of(throws.begin(), throws.end(), [&](const engine::Thrown* one) { return same(*one, *throws.front()); });
  };
  const bool one_thrower = alike([](const engine::Thrown& a, const engine::Thrown& b) { return a.thrower == b.thrower && a.who == b.who; });
  if (one_thrower && alike([](const engine::Thrown& a, const engine::Thrown& b) { return a.purpose == b.purpose; })) {
    int sum = 0;
    std::string one, many;
    for (const engine::Thrown* thrown : throws) {
      const auto counted = count_in(thrown->outcome);
      if (!counted) return throws.back()->outcome;
      sum += counted->first;
      (counted->first == 1 ? one : many) = counted->second;
    }
    if (many.empty()) many = one.ends_with("hit") ? one + "s" : one;
    return std::to_string(sum) + " " + (sum == 1 && !one.empty() ? one : many);
  }
  if (one_thrower) return throws.back()->outcome;
  std::string text;
  for (const engine::Thrown* thrown : throws) {
    if (thrown->outcome.empty() || thrown->thrower.empty()) return throws.back()->outcome;
    const std::string check = check_words(story, *thrown);
    text += (text.empty()    ? ""
             : check.empty() ? ", "
                             : "; ") +
            (check.empty() ? with_outcome(story, thrown->thrower, thrown->outcome) : story.name(thrown->thrower) + " " + check);
  }
  return text;
}

std::string thrown_words(const Story& story, const Moment& first, const engine::Thrown& thrown, bool only) {
  if (thrown.outcome == "good") return {};
  const bool far = thrown.outcome.ends_with(" in") || thrown.outcome.ends_with(" cm");
  if (far && !thrown.thrower.empty() && thrown.thrower != first.unit && !runs(thrown)) return {};  // how far another goes
  if (const std::string check = check_words(story, thrown); !check.empty())
    return thrown.thrower == first.unit ? check : story.name(thrown.thrower) + " " + check;
  if (thrown.outcome == "fails" && thrown.thrower == first.unit) return "the throw fails";
  if (thrown.outcome.starts_with("0 hit")) return "no" + thrown.outcome.substr(1);
  if (thrown.goes_on && thrown.good == 0) return "no hits";
  if (thrown.outcome.find_first_not_of("0123456789") == std::string::npos) return {};  // what it was thrown for is no outcome
  if (thrown.outcome == "a hit" || thrown.outcome == "a miss") return thrown.outcome == "a hit" ? "1 hit" : "no hit";
  if (!thrown.thrower.empty() && (thrown.thrower != first.unit || engine::is_plural(story.name(first.unit))))
    if (const auto said = verb_outcome(story, thrown.thrower, thrown.outcome)) return *said;
  if (thrown.outcome != "passed" && thrown.outcome != "failed" && thrown.outcome != "fails") return thrown.outcome;
  const bool known = thrown.thrower.empty() || thrown.thrower == first.unit || first.clause.starts_with(story.name(thrown.thrower));
  if (only && known && first.deed == Deed::Order) return thrown.outcome == "passed" ? "obeyed" : "not obeyed";
  if (only && known) return thrown.outcome;
  if (known) return thrown.purpose + " " + thrown.outcome;
  const bool passed = thrown.outcome == "passed";
  return with_verb(story, thrown.thrower, passed ? "passes" : "fails", passed ? "pass" : "fail") + " the " + thrown.purpose;
}

namespace {

/// "-2 arete": "lose 2 arete", as the name wants it; nothing where it is no such outcome.
std::optional<std::string> arete_words(const std::string& name, const std::string& outcome) {
  constexpr std::string_view kArete = " arete";
  if (!outcome.ends_with(kArete)) return std::nullopt;
  const std::string points = outcome.substr(0, outcome.size() - kArete.size());
  const bool less = points.starts_with('-');
  const std::string count = less ? points.substr(1) : points;
  if (count.empty() || count.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  const bool many = engine::is_plural(name);
  const std::string verb = less ? (many ? "lose" : "loses") : (many ? "gain" : "gains");
  return verb + " " + (count == "0" ? "no" : count) + std::string(kArete);
}

/// "intensity 2, check failed: evades" of a volley: whose check it is, and what he does then.
std::optional<std::string> check_of_target(const Story& story, const engine::Thrown& thrown) {
  constexpr std::string_view kIntensity = "intensity ";
  const auto comma = thrown.outcome.find(", check ");
  if (thrown.at.empty() || comma == std::string::npos || !thrown.outcome.starts_with(kIntensity)) return std::nullopt;
  const auto colon = thrown.outcome.find(": ", comma);
  const bool failed = thrown.outcome.compare(comma, 14, ", check failed") == 0;
  std::string text = "the check of " + story.name(thrown.at) + (failed ? " fails" : " passes") + " at " + thrown.outcome.substr(0, comma);
  if (colon == std::string::npos) return text;
  const std::string then = thrown.outcome.substr(colon + 2), verb = then.substr(0, then.find(' '));
  const bool many = with_verb(story, thrown.at, "is", "are").ends_with("are");
  return text + (many ? ": they " : ": it ") + (many ? for_many(verb) : verb) + then.substr(verb.size());
}

}  // namespace

void tell_plainly(const Story& story, engine::Thrown& thrown) {
  if (thrown.aim == engine::Aim::FoesSpirit) {
    if (const auto arete = arete_words("the enemy", thrown.outcome)) thrown.outcome = "the enemy " + *arete;
  } else if (const auto arete = arete_words(thrower_name(story, thrown), thrown.outcome)) {
    thrown.outcome = *arete;
  }
  if (auto check = check_of_target(story, thrown)) thrown.outcome = std::move(*check);
  if (const auto line = thrown.purpose.find(", ");
      thrown.aim == engine::Aim::Check && line != std::string::npos && line + 2 < thrown.purpose.size())  // what follows is no name
    thrown.purpose[line + 2] = static_cast<char>(std::tolower(static_cast<unsigned char>(thrown.purpose[line + 2])));
  if (thrown.aim == engine::Aim::Casualty) {
    const bool killed = thrown.outcome == "killed", kills = thrown.good > 0;
    if (killed || thrown.outcome == "lives") thrown.outcome = killed ? "he is killed" : "he lives";
    if (killed == kills && thrown.need > 1 && thrown.better == engine::Better::High) {
      thrown.better = engine::Better::Low;  // his own side throws, and wants him to live
      --thrown.need;
      thrown.good = kills ? 0 : 1;
      if (thrown.per_mille) thrown.per_mille = 1000 - *thrown.per_mille;
      if (!thrown.rows.empty()) --thrown.rows.front().value;
    }
  }
}

std::string said_outcome(const std::string& outcome) {
  if (outcome == "0 go on") return "none goes on";
  return outcome == "1 go on" ? "1 goes on" : outcome;
}

std::vector<const engine::Thrown*> alone_throws(const Story& story, const Act& act) {
  std::vector<const engine::Thrown*> throws;
  const Moment& first = story.moments[act.moments.front()];
  if (!first.clause.empty() || first.throws.empty()) return {};
  for (const std::uint32_t at : act.moments)
    for (const engine::Thrown& thrown : story.moments[at].throws) throws.push_back(&thrown);
  return throws;
}

std::string throw_title(const Story& story, const engine::Thrown& thrown) {
  if (runs(thrown)) return with_verb(story, thrown.thrower, thrown.purpose, for_many(thrown.purpose));
  return thrower_name(story, thrown) + ", " + thrown.purpose;
}

namespace {

/// One unit fails a check and runs, as far as it throws.
bool runs_on(const std::vector<const engine::Thrown*>& throws) {
  if (throws.size() < 2 || throws.front()->thrower.empty() || throws.front()->outcome.find(": ") == std::string::npos) return false;
  return std::all_of(throws.begin() + 1, throws.end(),
                     [&](const engine::Thrown* one) { return runs(*one) && one->thrower == throws.front()->thrower; });
}

}  // namespace

std::string alone_title(const std::vector<const engine::Thrown*>& throws, const Story& story) {
  if (throws.empty()) return {};
  const engine::Thrown& first = *throws.front();
  const auto as_first = [&](const engine::Thrown* one) { return runs(*one) && one->purpose == first.purpose; };
  std::vector<std::string> names;
  for (const engine::Thrown* thrown : throws)
    if (const std::string name = thrower_name(story, *thrown); std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  if (names.size() == 1 && std::all_of(throws.begin(), throws.end(), as_first)) return throw_title(story, first);
  if (std::all_of(throws.begin(), throws.end(), as_first)) return joined(names) + " " + for_many(first.purpose);
  return capital((throws.size() == 1 && !first.thrower.empty()) || runs_on(throws) ? throw_title(story, first) : first.purpose);
}

std::string alone_outcome(const std::vector<const engine::Thrown*>& throws, const Story& story) {
  if (throws.size() == 1 && !throws.front()->thrower.empty()) {  // the title names it
    const engine::Thrown& only = *throws.front();
    const std::string check = check_words(story, only, true), name = story.name(only.thrower) + " ";
    const std::string said = check.empty() ? with_outcome(story, only.thrower, only.outcome) : check;
    return said.starts_with(name) ? said.substr(name.size()) : said;
  }
  if (runs_on(throws)) {
    std::string text = check_words(story, *throws.front(), true);
    for (const engine::Thrown* thrown : throws)
      if (thrown != throws.front()) text += ", " + thrown->outcome;
    return text;
  }
  std::string text;
  const bool one_runs = !throws.empty() && std::all_of(throws.begin(), throws.end(), [&](const engine::Thrown* one) {
    return runs(*one) && one->thrower == throws.front()->thrower;
  });
  for (const engine::Thrown* thrown : throws) {
    if (one_runs) {  // the title names it
      text += (text.empty() ? "" : ", then ") + thrown->outcome;
      continue;
    }
    std::vector<std::string> values;
    for (const int value : thrown->values) values.push_back(std::to_string(value));
    const std::string said = thrown->outcome.empty() ? joined(values) : thrown->outcome;
    const bool whole = said.starts_with("the ") || said.starts_with("it ") || said.starts_with("they ") || said.starts_with("not ");
    const std::string check = check_words(story, *thrown, true);
    text += (text.empty()    ? ""
             : check.empty() ? ", "
                             : "; ") +
            (whole                     ? said
             : !check.empty()          ? thrower_name(story, *thrown) + " " + check
             : thrown->thrower.empty() ? thrower_name(story, *thrown) + " " + said
                                       : with_outcome(story, thrown->thrower, said));
  }
  return text;
}

}  // namespace polemarch::assistant::story
