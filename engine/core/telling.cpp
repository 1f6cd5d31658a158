#include "engine/core/telling.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/core/pending.hpp"

namespace polemarch::engine {

int per_mille_at_least(int need, int faces) { return per_mille_sum_at_least(need, 1, faces); }

int per_mille_sum_at_least(int need, int count, int faces) {
  must_be_a_throw(count >= 0 && count <= 12 && faces >= 1 && faces <= 20);  // 20^12 ways fit into 64 bits
  std::vector<std::uint64_t> ways{1};                                       // by sum, from 0
  for (int die = 0; die < count; ++die) {
    std::vector<std::uint64_t> next(ways.size() + static_cast<std::size_t>(faces), 0);
    for (std::size_t sum = 0; sum < ways.size(); ++sum)
      for (std::size_t face = 1; face <= static_cast<std::size_t>(faces); ++face) next[sum + face] += ways[sum];
    ways = std::move(next);
  }
  std::uint64_t all = 0, good = 0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (static_cast<int>(sum) >= need) good += ways[sum];
  }
  return per_mille_of(static_cast<long long>(good), static_cast<long long>(all));  // all is at most 4.1e15, so that 2000 * good fits
}

int sum_of(const std::vector<ThrowRow>& rows) {
  int sum = 0;
  for (const ThrowRow& row : rows) sum += row.value;
  return sum;
}

bool is_plural(std::string_view name) {
  if (name.find(" and ") != std::string_view::npos) return true;
  for (const std::string_view link : {" of ", " from ", " at ", ", "}) name = name.substr(0, name.find(link));
  if (const auto blank = name.rfind(' '); blank != std::string_view::npos && blank > 0)
    if (name.find_first_not_of("0123456789IVX", blank + 1) == std::string_view::npos) name = name.substr(0, blank);
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  for (const std::string_view town : {"Athens", "Thebes", "Mycenae", "Plataeae", "Thermopylae", "Veii", "Pompeii"})
    if (name == town) return false;
  if (ends("i") || ends("ae") || ends("eis") || ends("men")) return true;
  return ends("s") && !ends("ss") && !ends("us") && !ends("os") && !ends("is");
}

std::string with_verb(const std::string& name, std::string_view singular, std::string_view plural) {
  return name + " " + std::string(is_plural(name) ? plural : singular);
}

std::string why_given_up(Viewer by, std::optional<Side> winner) {
  if (winner && by == viewer_of(other(*winner))) return std::string(name_of(by)) + " gives up";
  return by == Viewer::Umpire ? "the umpire ends it" : "both sides agree to stop";
}

std::string_view link_of(const Thrown& thrown) {
  switch (thrown.aim) {
    case Aim::Shot:
      return " at ";
    case Aim::Order:
    case Aim::Rally:
      return " for ";
    case Aim::Evade:
    case Aim::Flight:
      return " from ";
    default:
      return " against ";
  }
}

std::string tell(const Thrown& thrown) {
  std::string line = thrown.thrower.empty() ? std::string(name_of(thrown.who)) : thrown.thrower.text;
  const std::string target = thrown.at.empty() ? std::string() : std::string(link_of(thrown)) + thrown.at.text;
  const std::string purpose = thrown.purpose.empty() ? std::string() : ", " + thrown.purpose;
  line += link_of(thrown) == " for " ? purpose + target : target + purpose;
  if (thrown.need > 0) {
    if (thrown.counted == Counted::Each && thrown.values.size() > 1) line += ", each";
    line += " needs " + std::to_string(thrown.need) + (thrown.better == Better::High ? " or more" : " or less");
  }
  line += ":";
  for (const int value : thrown.values) line += " " + std::to_string(value);
  if (!thrown.rerolled.empty()) {
    line += " (thrown again:";
    for (const int value : thrown.rerolled) line += " " + std::to_string(value);
    line += ")";
  }
  if (!thrown.outcome.empty()) line += ", " + thrown.outcome;
  return line;
}

std::string tell(const Lost& lost) {
  std::string line = lost.unit.text + " loses " + (lost.what.empty() ? std::string("bases") : lost.what);
  const bool himself = lost.what == "the commander" || lost.what == "the hero";  // a leader is what is lost of him
  if (himself || (lost.bases.empty() && (lost.what.empty() || lost.what == "the unit"))) line = lost.unit.text + " is lost";
  if (!lost.by.empty()) line += " to " + lost.by.text;
  if (!lost.how.empty()) line += ", " + lost.how;
  return line;
}

}  // namespace polemarch::engine
