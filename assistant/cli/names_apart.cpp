#include "assistant/cli/names_apart.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "assistant/names/muster.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {
namespace {

using Json = nlohmann::json;

constexpr std::array kSides{"A", "B"};
constexpr std::array kIds{"unit", "general", "leader", "commander", "camp", "id"};  // an entry with one of them is somebody

struct Named {
  Json* entry;
  std::size_t side;
  std::string name;  ///< as the roster has it
};

std::string name_of(const Json& entry) { return names::text_of(entry, "name"); }

/// The name that `was` has become: what stands before and behind it is told even where the name itself is cut.
std::string in_short(const std::string& name, const std::string& was) {
  const auto at = std::min(name.find(was), name.size());
  const auto behind = std::min(at + was.size(), name.size());
  return shortened(name.substr(0, at), kMostNameLetters) + shortened(was, kMostNameLetters) + name.substr(behind);
}

void find_named(Json& at, std::size_t side, std::vector<Named>& found) {
  if (at.is_object() && !name_of(at).empty() && std::any_of(kIds.begin(), kIds.end(), [&](const char* id) { return at.contains(id); }))
    found.push_back({&at, side, name_of(at)});
  if (at.is_structured())
    for (Json& one : at) find_named(one, side, found);
}

void number_alike(std::vector<Named>& all, std::size_t side) {
  std::map<std::string, std::vector<Named*>> by_name;
  for (Named& one : all)
    if (one.side == side) by_name[name_of(*one.entry)].push_back(&one);
  for (const auto& [name, alike] : by_name) {
    if (alike.size() < 2) continue;
    int number = 0;
    for (Named* one : alike) {
      std::string fresh;
      do fresh = name + " " + std::to_string(++number);
      while (by_name.contains(fresh));
      (*one->entry)["name"] = fresh;
    }
  }
}

}  // namespace

std::vector<std::string> tell_names_apart(Json& sides) {
  std::vector<Named> all;
  std::vector<std::string> lines;
  if (const std::string army = names::text_of(sides.at("A"), "army"); !army.empty() && army == names::text_of(sides.at("B"), "army")) {
    const std::string said = shortened(army, kMostNameLetters);
    lines.push_back("both armies are called " + said + ": they are " + said + " A and " + said + " B");
    for (const char* side : kSides) sides.at(side)["army"] = army + " " + side;
  }
  for (std::size_t side = 0; side < 2; ++side) find_named(sides.at(kSides[side]), side, all);
  for (std::size_t side = 0; side < 2; ++side) number_alike(all, side);
  std::map<std::string, std::set<std::size_t>> who;
  for (const Named& one : all) who[name_of(*one.entry)].insert(one.side);
  const std::array<std::string, 2> armies = names::muster_of({{"sides", sides}}).sides;
  for (const Named& one : all) {
    const std::string name = name_of(*one.entry);
    if (who[name].size() > 1) (*one.entry)["name"] = names::possessive(armies[one.side]) + " " + name;
  }
  for (const Named& one : all)
    if (name_of(*one.entry) != one.name)
      lines.push_back("of several called " + shortened(one.name, kMostNameLetters) + " one is " + in_short(name_of(*one.entry), one.name));
  return lines;
}

}  // namespace polemarch::assistant
