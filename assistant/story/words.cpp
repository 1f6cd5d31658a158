#include "assistant/story/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

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

std::string loss_text(const Story& story, const engine::Lost& lost) {
  const std::string name = story.name(lost.unit);
  if (!lost.bases.empty()) return engine::with_verb(name, "loses", "lose") + " " + counted(lost.bases.size(), "base");
  if (lost.what == "the camp")
    return (name == lost.unit.text ? "the camp " + name : name) + " is " + (lost.how.empty() ? "lost" : lost.how);
  constexpr std::array<std::string_view, 8> states{"killed",     "captured", "badly wounded", "shattered",
                                                   "eliminated", "routed",   "broken",        "lost with his unit"};
  const bool state = std::find(states.begin(), states.end(), lost.how) != states.end();
  if (!lost.what.empty() && lost.what != "the unit" && lost.what != "the general" && lost.what != "the leader" && !state)
    return engine::with_verb(name, "loses", "lose") + " " + lost.what;
  return engine::with_verb(name, "is", "are") + " " + (state ? lost.how : "lost");
}

Namer::Namer(const Story& story) {
  for (const Member& member : story.members)
    if (member.name != member.unit.text) named_.push_back({member.unit.text, member.name});
  std::stable_sort(named_.begin(), named_.end(), [](const Named& a, const Named& b) { return a.id.size() > b.id.size(); });
}

std::string Namer::operator()(const std::string& line) const {
  const auto part_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; };
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const bool starts = i == 0 || !part_of_word(line[i - 1]);
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
  for (const std::string_view start :
       {"answer", "Answer", "Asked:", "Put in its place", "Take off:", "move marker", "thrown again", "End of", "end of the turn"})
    if (line.starts_with(start)) return true;
  for (const std::string_view part : {" on the table", " off the table", "stands where it should", " has used his ", "by dice that needed"})
    if (line.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace polemarch::assistant::story
