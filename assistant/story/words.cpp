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

}  // namespace polemarch::assistant::story
