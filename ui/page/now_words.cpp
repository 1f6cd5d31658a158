#include "ui/page/now_words.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

namespace polemarch::ui::page {

std::string in_whole_clauses(const Pen& pen, std::string words, double room, double size) {
  while (!words.empty() && pen.width_of(words, size) > room) {
    const std::size_t comma = words.rfind(", ");
    words.resize(comma == std::string::npos ? 0 : comma);
  }
  return words;
}

std::string without_need(std::string call, const std::string& need) {
  if (need.empty()) return call;
  const auto tail = call.rfind(": ");
  if (tail != std::string::npos && (call.ends_with(" or less") || call.ends_with(" or more"))) {
    call.resize(tail);
    return call;
  }
  for (const char* before : {": hits on ", ": only a ", " on ", ": ", ", "}) {
    const std::string end = before + (before == std::string_view(": only a ") ? need.substr(0, need.find('+')) : need);
    if (!call.ends_with(end)) continue;
    call.resize(call.size() - end.size());
    break;
  }
  return call;
}

std::string stem_of(const std::vector<OptionView>& menu) {
  const auto leads = [](const OptionView& entry) {  // back, or to more of the same
    const auto* fold = std::get_if<OpenMenu>(&entry.intent);
    return fold != nullptr && (fold->group.empty() || fold->group.ends_with('\f'));
  };
  if (std::none_of(menu.begin(), menu.end(), leads)) return {};
  std::string stem;
  std::size_t alike = 0;
  for (const OptionView& entry : menu) {
    if (leads(entry)) continue;
    if (stem.empty()) stem = entry.text;
    std::size_t end = 0;
    for (std::size_t i = 0; i < stem.size() && i < entry.text.size() && stem[i] == entry.text[i]; ++i)
      if (stem[i] == ' ') end = i + 1;
    if (end == 0) continue;
    ++alike;
    if (alike > 1) stem.resize(end);
  }
  if (alike < 2) return {};
  // Of a list the whole list belongs to each entry: "choose terrain: 3 fields, 6 low hills".
  const std::size_t comma = stem.find(", "), lists = comma == std::string::npos ? comma : stem.rfind(": ", comma);
  return lists == std::string::npos ? stem : stem.substr(0, lists + 2);
}

double rule_width(const Pen& pen, const OptionView& entry) {
  return entry.allowed || entry.rule.empty() ? 0 : pen.width_of(entry.rule, type::kSmall) + pen.px(10);
}

}  // namespace polemarch::ui::page
