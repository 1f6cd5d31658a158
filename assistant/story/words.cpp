#include "assistant/story/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>

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
  return std::to_string(thrown.need) + " or more";
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
  const auto number = number_text;
  if (!reason.value || (reason.limit && reason.text.find(number(*reason.limit)) != std::string::npos)) return {};
  const std::string unit = reason.unit.empty() ? "" : " " + reason.unit;
  const std::string error = reason.sd ? " \u00b1 " + (*reason.sd < 0.05 ? std::string("0.1") : number(*reason.sd)) : "";
  return number(*reason.value) + error + unit + (reason.limit ? ", limit " + number(*reason.limit) + unit : "");
}

std::string with_verb(const Story& story, const UnitId& unit, std::string_view one, std::string_view many) {
  const Member* member = story.member(unit);
  const std::string name = story.name(unit);
  return member != nullptr && !member->fights ? name + " " + std::string(one) : engine::with_verb(name, one, many);
}

std::string loss_text(const Story& story, const engine::Lost& lost) {
  const std::string name = story.name(lost.unit);
  if (!lost.bases.empty()) return with_verb(story, lost.unit, "loses", "lose") + " " + counted(lost.bases.size(), "base");
  if (lost.what == "the camp")
    return (name == lost.unit.text ? "the camp " + name : name) + " is " + (lost.how.empty() ? "lost" : lost.how);
  constexpr std::array<std::string_view, 8> states{"killed",     "captured", "badly wounded", "shattered",
                                                   "eliminated", "routed",   "broken",        "lost with his unit"};
  const bool state = std::find(states.begin(), states.end(), lost.how) != states.end();
  if (!lost.what.empty() && lost.what != "the unit" && lost.what != "the general" && lost.what != "the leader" && !state)
    return with_verb(story, lost.unit, "loses", "lose") + " " + lost.what;
  return with_verb(story, lost.unit, "is", "are") + " " + (state ? lost.how : "lost");
}

namespace {

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; }

/// "have" of "has", "carry" of "carries", "pass" of "passes", "win" of "wins".
std::string plural_verb(const std::string& verb) {
  constexpr std::array<std::array<std::string_view, 2>, 5> odd{
      {{"has", "have"}, {"is", "are"}, {"was", "were"}, {"does", "do"}, {"goes", "go"}}};
  for (const auto& [one, many] : odd)
    if (verb == one) return std::string(many);
  if (verb.ends_with("ies")) return verb.substr(0, verb.size() - 3) + "y";
  for (const std::string_view hiss : {"sses", "shes", "ches", "xes"})
    if (verb.ends_with(hiss)) return verb.substr(0, verb.size() - 2);
  return verb.substr(0, verb.size() - 1);
}

}  // namespace

Namer::Namer(const Story& story) : sides_(story.sides) {
  for (const Member& member : story.members)
    if (member.name != member.unit.text) named_.push_back({member.unit.text, member.name});
  std::stable_sort(named_.begin(), named_.end(), [](const Named& a, const Named& b) { return a.id.size() > b.id.size(); });
}

bool Namer::side_named(const std::string& line, std::size_t& at, std::string& out) const {
  if (line[at] != 'A' && line[at] != 'B') return false;
  const std::string& name = sides_[line[at] == 'A' ? 0 : 1];
  const std::size_t end = at + 1;
  if (name.size() < 2 || (end < line.size() && is_part_of_word(line[end]) && line[end] != '.')) return false;
  if (line.compare(end, 2, "'s") == 0) {
    out += name + (name.ends_with('s') ? "'" : "'s");
    at = end + 2;
    return true;
  }
  std::size_t word = end + 1;
  while (word < line.size() && std::islower(static_cast<unsigned char>(line[word]))) ++word;
  const bool spaced = end < line.size() && line[end] == ' ';
  const std::string next = spaced ? line.substr(end + 1, word - end - 1) : std::string();
  // A verb of one: the article "A" has a noun behind it instead, and those of the rooms' lines end otherwise.
  const bool verb = next.size() > 1 && next.ends_with("s") && (!next.ends_with("ss") && next != "as" && next != "its");
  if (line[at] == 'A' && spaced && !verb && next != "and") return false;
  if (verb) {
    out += engine::with_verb(name, next, plural_verb(next));
    at = word;
  } else {
    out += name;
    at = end;
  }
  return true;
}

std::string Namer::operator()(const std::string& line) const {
  const auto part_of_word = is_part_of_word;
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const bool starts = i == 0 || !part_of_word(line[i - 1]);
    if (starts && side_named(line, i, out)) continue;
    const Named* found = nullptr;
    if (starts)
      for (const Named& named : named_)
        if (line.compare(i, named.id.size(), named.id) == 0) {
          const std::size_t end = i + named.id.size();
          const bool dot = end < line.size() && line[end] == '.' && (end + 1 == line.size() || !part_of_word(line[end + 1]));
          if (end == line.size() || dot || !part_of_word(line[end])) {
            found = &named;
            break;
          }
        }
    if (found == nullptr) {
      out += line[i++];
      continue;
    }
    std::size_t end = i + found->id.size();
    const std::string bracketed = found->name + " (";
    if (out.ends_with(bracketed) && end < line.size() && line[end] == ')') {  // "First cohort (A1)"
      out.resize(out.size() - 2);
      i = end + 1;
      continue;
    }
    if (line.compare(end, found->name.size() + 1, " " + found->name) == 0) end += found->name.size() + 1;  // "A1 First cohort"
    out += found->name;
    i = end;
  }
  return out;
}

bool is_bookkeeping(const std::string& line) {
  if (line.empty() || line == "(sealed)") return true;
  for (const std::string_view start : {"move marker", "thrown again", "End of", "end of the turn"})
    if (line.starts_with(start)) return true;
  for (const std::string_view part : {" on the table", " off the table", " has used his ", "by dice that needed"})
    if (line.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace polemarch::assistant::story
