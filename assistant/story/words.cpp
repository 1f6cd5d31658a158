#include "assistant/story/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "assistant/names/said_measure.hpp"

namespace polemarch::assistant::story {

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  const std::string word = n == 1 ? std::string(one) : many.empty() ? std::string(one) + "s" : std::string(many);
  return std::to_string(n) + " " + word;
}

std::string number_word(int n) {
  constexpr std::array<const char*, 11> words{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
  return n >= 0 && n <= 10 ? words[static_cast<std::size_t>(n)] : std::to_string(n);
}

std::string clock_text(double seconds) {
  const auto all = static_cast<long>(std::max(0.0, seconds));
  const auto two = [](long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  if (all >= 3600) return std::to_string(all / 3600) + ":" + two(all / 60 % 60) + ":" + two(all % 60);
  return std::to_string(all / 60) + ":" + two(all % 60);
}

std::string span_text(double seconds) {
  const auto all = static_cast<long>(std::lround(std::max(0.0, seconds)));
  if (all < 90) return std::to_string(all) + " s";
  const long minutes = (all + 30) / 60;
  if (minutes < 60) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h" + (minutes % 60 == 0 ? "" : " " + std::to_string(minutes % 60) + " min");
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string need_text(const engine::Thrown& thrown) {
  if (thrown.need <= 0) return {};
  if (thrown.better == engine::Better::Low) return std::to_string(thrown.need) + " or less";
  if (thrown.source != "dice" && thrown.need == 10) return "a 10";
  return std::to_string(thrown.need) + "+";
}

std::string throw_text(const engine::Thrown& thrown) {
  const bool cards = thrown.source != "dice";
  std::vector<std::string> values;
  for (const int value : thrown.values) values.push_back(std::to_string(value));
  const std::string need = need_text(thrown);
  return (need.empty() ? "" : "needs " + need + ", ") + (cards ? "turns " : "throws ") + (values.empty() ? "nothing" : joined(values));
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  const std::string out = text;
  return out.ends_with(".0") ? out.substr(0, out.size() - 2) : out;
}

std::string measure_text(const engine::Reason& reason) {
  if (!reason.value) return {};
  const std::string unit = reason.unit.empty() ? "" : " " + reason.unit;
  const std::string limit = reason.limit ? ", limit " + number_text(*reason.limit) + unit : "";
  if (reason.sd && *reason.sd > 0) return names::measured_text(*reason.value, *reason.sd) + unit + limit;
  const bool said = reason.text.find(number_text(reason.limit.value_or(*reason.value))) != std::string::npos;
  if (said || (!reason.limit && (reason.unit == "card" || reason.unit == "pips"))) return {};
  const bool value_said = reason.limit && !unit.empty() && reason.text.find(number_text(*reason.value) + unit) != std::string::npos;
  return value_said ? limit.substr(2) : number_text(*reason.value) + unit + limit;
}

std::string row_words(const engine::ThrowRow& row) {
  const std::string number = std::to_string(std::abs(row.value));
  const std::size_t space = row.text.rfind(' ');
  if (row.value == 0 || space == std::string::npos) return row.text;
  std::string last = row.text.substr(space + 1);
  if (last.starts_with('+') || last.starts_with('-')) last.erase(0, 1);
  if (last != number) return row.text;
  std::string text = row.text.substr(0, space);
  if (text.ends_with(':')) text.pop_back();
  return text;
}

std::string reason_words(const engine::Reason& reason) {
  std::string text = reason.text;
  if (const auto at = text.find(" (say \""); at != std::string::npos)
    if (const auto end = text.find(')', at); end != std::string::npos) text.erase(at, end - at + 1);
  if (reason.sd && *reason.sd > 0) text = names::without_measure(std::move(text));
  return without_rules(text);
}

std::string without_rules(const std::string& text) {
  // TTS-EVD-12, HC-SHO-T2: two to four capitals, a dash, two to five capitals, a dash, a number.
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto run = [&](std::size_t at, const auto& fits) {
    std::size_t end = at;
    while (end < text.size() && fits(text[end])) ++end;
    return end;
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t key = run(at, is_capital);
    if (key - at >= 2 && key - at <= 4 && key < text.size() && text[key] == '-' &&
        (at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1])))) {
      const std::size_t topic = run(key + 1, is_capital);
      if (topic - key >= 3 && topic < text.size() && text[topic] == '-') {
        const std::size_t number = text[topic + 1] == 'T' ? topic + 2 : topic + 1;
        const std::size_t end = run(number, [](char c) { return c >= '0' && c <= '9'; });
        if (end > number) {
          at = end < text.size() && text[end] == ' ' ? end + 1 : end;
          continue;
        }
      }
    }
    out += text[at++];
  }
  for (std::size_t at = 0; (at = out.find(" ()")) != std::string::npos;) out.erase(at, 3);  // nothing but an id stood there
  while (out.ends_with(" ") || out.ends_with(":") || out.ends_with(",")) out.pop_back();
  return out;
}

std::string with_article(const std::string& name) {
  std::string people = name;
  for (const std::string_view link : {" of ", " from ", " at ", ", "}) people = people.substr(0, people.find(link));
  return engine::is_plural(people) && !people.starts_with("The ") ? "the " + name : name;
}

std::string with_verb(const Story& story, const UnitId& unit, std::string_view one, std::string_view many) {
  const Member* member = story.member(unit);
  const std::string name = story.name(unit);
  return member != nullptr && !member->fights ? name + " " + std::string(one) : engine::with_verb(name, one, many);
}

std::string loss_text(const Story& story, const engine::Lost& lost, Tense tense) {
  const bool past = tense == Tense::Past;
  const std::string name = story.name(lost.unit);
  const auto loses = [&](const std::string& what) {
    return (past ? name + " lost" : with_verb(story, lost.unit, "loses", "lose")) + " " + what;
  };
  const Member* member = story.member(lost.unit);
  const bool person = member != nullptr && !member->fights;  // whose base is himself
  if (!lost.bases.empty() && !person) {
    const std::size_t n = lost.bases.size();
    return loses(!past ? counted(n, "base") : n == 1 ? "a base" : number_word(static_cast<int>(n)) + " bases");
  }
  if (lost.how == "off the table" && lost.bases.empty())
    return (past ? name + " left" : with_verb(story, lost.unit, "leaves", "leave")) + " the table";
  if (lost.what == "the camp")
    return (name == lost.unit.text ? "the camp " + name : name) + (past ? " was " : " is ") + (lost.how.empty() ? "lost" : lost.how);
  constexpr std::array<std::string_view, 8> states{"killed",     "captured", "badly wounded", "shattered",
                                                   "eliminated", "routed",   "broken",        "lost with his unit"};
  const bool state = std::find(states.begin(), states.end(), lost.how) != states.end();
  if (lost.part && state) return lost.what + " of " + name + (past ? " was " : " is ") + lost.how;
  if (!lost.what.empty() && lost.bases.empty() && lost.what != "the unit" && lost.what != "the general" && lost.what != "the leader" &&
      !state)
    return loses(lost.what);
  return with_verb(story, lost.unit, past ? "was" : "is", past ? "were" : "are") + " " + (state ? lost.how : "lost");
}

namespace {

/// Detachments of one unit, or it and one of them: A1.3 and A1.2, A1-2 and A1.
bool are_parts_of_one(const Story& story, const UnitId& a, const UnitId& b) {
  const auto origin = [](const UnitId& unit) { return unit.text.substr(0, unit.text.find_first_of(".-")); };
  return origin(a) == origin(b) && story.name(a) == story.name(b);
}

/// Told as one loss: of the same unit, or bases of detachments that have its name.
bool are_told_together(const Story& story, const engine::Lost& a, const engine::Lost& b) {
  return a.unit == b.unit || (!a.bases.empty() && !b.bases.empty() && are_parts_of_one(story, a.unit, b.unit));
}

}  // namespace

bool is_told_with_whole(const engine::Lost& lost, const std::vector<engine::Lost>& losses) {
  return lost.part && std::any_of(losses.begin(), losses.end(), [&](const engine::Lost& whole) {
           return !whole.part && whole.bases.empty() && whole.unit == lost.unit && whole.how == lost.how;
         });
}

std::vector<std::string> losses_text(const Story& story, const std::vector<engine::Lost>& losses, Tense tense) {
  std::vector<engine::Lost> merged;
  for (const engine::Lost& lost : losses) {
    if (is_told_with_whole(lost, losses)) continue;
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const engine::Lost& one) {
      return are_told_together(story, one, lost) && one.bases.empty() == lost.bases.empty();
    });
    if (same != merged.end() && !lost.bases.empty())
      same->bases.insert(same->bases.end(), lost.bases.begin(), lost.bases.end());
    else
      merged.push_back(lost);
  }
  std::vector<std::string> said;
  for (std::size_t i = 0; i < merged.size(); ++i) {
    const std::string text = loss_text(story, merged[i], tense), name = story.name(merged[i].unit);
    const bool same_unit = i > 0 && merged[i].unit == merged[i - 1].unit;
    const bool other_part = i > 0 && !same_unit && are_parts_of_one(story, merged[i].unit, merged[i - 1].unit);
    if (other_part && text == said.back()) continue;
    if ((other_part || same_unit) && text.starts_with(name) && said.back().starts_with(name))
      said.back() += " and" + text.substr(name.size());
    else
      said.push_back(text);
  }
  return said;
}

std::string losses_together(const Story& story, const std::vector<engine::Lost>& losses, std::size_t most) {
  struct Fate {
    UnitId last;  ///< unit of the last name
    std::vector<std::string> names;
    std::string words;  ///< " left the table"
  };
  std::vector<Fate> fates;
  std::vector<const engine::Lost*> told;
  for (const engine::Lost& lost : losses) {
    if (std::any_of(told.begin(), told.end(), [&](const auto* one) { return are_told_together(story, *one, lost); })) continue;
    told.push_back(&lost);
    std::vector<engine::Lost> mine;
    for (const engine::Lost& one : losses)
      if (are_told_together(story, one, lost)) mine.push_back(one);
    const std::string name = story.name(lost.unit), text = losses_text(story, mine, Tense::Past).back();
    const std::string words = text.starts_with(name) ? text.substr(name.size()) : std::string();
    const auto plural = [](const std::string& fate) { return fate.starts_with(" was ") ? " were " + fate.substr(5) : fate; };
    const auto same = std::find_if(fates.begin(), fates.end(), [&](const Fate& one) { return plural(one.words) == plural(words); });
    if (words.empty() || same == fates.end())
      fates.push_back({lost.unit, {words.empty() ? text : name}, words});
    else if (!are_parts_of_one(story, same->last, lost.unit))
      same->last = lost.unit, same->names.push_back(name), same->words = plural(words);
  }
  std::vector<std::string> said;
  for (std::size_t i = 0; i < fates.size(); ++i) {
    const bool again = i > 0 && !fates[i].words.empty() && fates[i].names == fates[i - 1].names;  // another part of one unit
    if (again)
      said.back() += " and" + fates[i].words;
    else
      said.push_back(joined(fates[i].names) + fates[i].words);
  }
  if (said.size() > most) said.resize(most), said.emplace_back("others with them");
  return joined(said);
}

std::string dealt_by(const Story& story, const std::vector<engine::Lost>& losses) {
  if (losses.empty() || losses.front().by.empty()) return {};
  const engine::Lost& first = losses.front();
  for (const engine::Lost& lost : losses)
    if (lost.by != first.by || lost.bases.empty() != first.bases.empty()) return {};
  if (first.by == first.unit) return {};
  if (!first.bases.empty()) return " to " + story.name(first.by);
  const bool state = first.how == "killed" || first.how == "captured" || first.how == "shattered" || first.how == "eliminated" ||
                     first.how == "routed" || first.how == "broken";
  return state ? " by " + story.name(first.by) : std::string();
}

namespace {

/// A word without its ending, a number without its idle decimals; empty for little words.
std::string stem_of(std::string word) {
  while (word.ends_with('.')) word.pop_back();
  if (word.ends_with(".0")) word.resize(word.size() - 2);
  constexpr std::array<std::string_view, 34> kLittle{"a",    "an",   "the",  "at",    "to",   "of",         "in",      "on",    "with",
                                                     "for",  "and",  "by",   "is",    "are",  "has",        "have",    "ahead", "or",
                                                     "off",  "more", "less", "needs", "need", "initiative", "ordered", "free",  "each",
                                                     "move", "go",   "goes", "moves", "die",  "dice",       "cm"};
  if (std::find(kLittle.begin(), kLittle.end(), word) != kLittle.end()) return {};
  if (word.size() > 4 && (word.ends_with("sses") || word.ends_with("shes") || word.ends_with("ches"))) word.resize(word.size() - 2);
  if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
  return word;
}

}  // namespace

std::vector<std::string> words_said(const std::vector<std::string>& texts) {
  std::vector<std::string> stems;
  std::string word;
  const auto put = [&] {
    if (std::string stem = stem_of(std::exchange(word, {})); !stem.empty()) stems.push_back(std::move(stem));
  };
  for (std::string text : texts) {
    for (const std::string_view about : {"180 degrees left", "180 degrees right"})  // about is about
      if (const auto at = text.find(about); at != std::string::npos) text.erase(at + 11, about.size() - 11);
    for (const char c : text) {
      const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || static_cast<unsigned char>(c) >= 0x80;
      if (letter)
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      else
        put();
    }
    put();
  }
  return stems;
}

bool says_again(const std::string& line, const std::vector<std::string>& said) {
  const std::vector<std::string> stems = words_said({line});
  return std::all_of(stems.begin(), stems.end(), [&](const auto& stem) { return std::find(said.begin(), said.end(), stem) != said.end(); });
}

std::vector<std::string> said_by(const Story& story, const Act& act) {
  std::vector<std::string> said{act.title, story.sides[0], story.sides[1]};
  for (const std::uint32_t at : act.moments)
    for (const engine::Thrown& thrown : story.moments[at].throws) {
      int sum = 0;
      std::string values;
      for (const int value : thrown.values) sum += value, values += " " + std::to_string(value);
      said.push_back(story.name(thrown.thrower) + " " + story.name(thrown.at) + " " + thrown.purpose + " " + thrown.outcome + values);
      said.push_back(thrown.thrower.text + " " + thrown.at.text);  // of detachments, which are told with it
      said.push_back(std::to_string(thrown.need) + " " + std::to_string(sum) + " " + std::to_string(thrown.good) + " " +
                     std::to_string(thrown.values.size()));
    }
  return words_said(said);
}

std::vector<std::string> decisions_of(const Story& story, const Act& act) {
  std::vector<std::string> decisions;
  const std::vector<std::string> said = said_by(story, act);
  for (const std::uint32_t at : act.moments) {
    const Moment& moment = story.moments[at];
    for (std::size_t i = 0; i < moment.told.size() && i < moment.gists.size(); ++i) {
      if (moment.gists[i].news != engine::News::Decision || moment.undone) continue;
      std::string line = without_rules(moment.told[i]);
      if (story.ending && line.find(story.ending->text) != std::string::npos) continue;  // who won the battle is told before all
      const auto colon = line.find(": ");  // "close combat of Athenians, Spartans: ..." under the throws of that combat
      if (colon != std::string::npos && says_again(line.substr(0, colon), said)) line.erase(0, colon + 2);
      if (!says_again(line, words_said({act.outcome}))) decisions.push_back(capital(std::move(line)));
    }
  }
  return decisions;
}

namespace {

/// The longest name of a unit that stands at the beginning; empty where none does.
std::string first_name(const Story& story, const std::string& text) {
  std::string found;
  for (const Member& one : story.members)
    if (const std::string name = story.name(one.unit); name.size() > found.size() && text.starts_with(name + " ")) found = name;
  return found;
}

}  // namespace

bool is_taken_back(const Story& story, const Act& act) {
  const Moment& first = story.moments[act.moments.front()];
  return first.undone && first.back_to < 0;
}

std::string act_text(const Act& act, const Story& story) {
  if (is_taken_back(story, act)) return act.title + " (taken back)";
  if (act.outcome.empty()) return act.title;
  if (const std::string who = first_name(story, act.title); !who.empty() && first_name(story, act.outcome) == who) {
    const bool alone = act.title.compare(who.size(), 5, " and ") != 0;  // the title is of nobody else
    const bool verb = std::islower(static_cast<unsigned char>(act.outcome[who.size() + 1])) != 0;
    if (alone && verb) return act.title + " and" + act.outcome.substr(who.size());
  }
  const auto named = [&](const std::string& name) { return !name.empty() && act.outcome.starts_with(name); };
  const bool name = named(story.sides[0]) || named(story.sides[1]) ||
                    std::any_of(story.members.begin(), story.members.end(), [&](const Member& one) { return named(story.name(one.unit)); });
  std::string outcome = act.outcome;
  const bool word = outcome.size() > 1 && std::islower(static_cast<unsigned char>(outcome[1])) != 0;
  if (!name && word) outcome[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(outcome[0])));
  return act.title + ": " + outcome;
}

bool closes(const Moment& moment) { return moment.ends && moment.unit.empty(); }

bool only_ends(const Story& story, const Act& act) {
  const Moment& first = story.moments[act.moments.front()];
  if (!closes(first) || first.turn == 0 || act.cost || act.failed || !act.outcome.empty() || first.ruled || !first.note.empty())
    return false;
  return std::all_of(act.moments.begin(), act.moments.end(), [&](auto at) { return story.moments[at].throws.empty(); });
}

std::string counter_name(int n, std::string name) {
  if (n != 1) return name;
  const auto first = name.find(' ');
  if (name.ends_with("sses"))
    name.resize(name.size() - 2);
  else if (name.ends_with("s") && !name.ends_with("ss"))
    name.pop_back();
  else if (first != std::string::npos && first > 2 && name[first - 1] == 's')
    name.erase(first - 1, 1);
  return name;
}

}  // namespace polemarch::assistant::story
