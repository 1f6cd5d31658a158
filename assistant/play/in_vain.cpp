#include "assistant/play/in_vain.hpp"

#include <algorithm>

#include "engine/core/verbs.hpp"

namespace polemarch::assistant::play {

std::string in_vain(const engine::Battle& battle, const names::Namer& namer, const std::string& said, const std::string& plain) {
  if (const std::size_t colon = plain.find(": "); colon != std::string::npos) {
    const std::string who = plain.substr(0, colon);  // "A1", or "First cohort (A1)"
    if (namer.speaks_of(who) || (who.ends_with(')') && namer.speaks_of(who.substr(who.rfind('(') + 1))))
      return engine::cannot(plain, colon);
  }
  std::size_t subject = 0;
  for (const engine::Place& place : battle.places())
    for (const std::string& who : {place.unit.text, namer.name(place.unit)})
      if (said.starts_with(who + " ")) subject = std::max(subject, who.size());
  return subject > 0 ? engine::cannot(said, subject) : said;
}

std::string came_to_nothing(const engine::Battle& battle, const names::Namer& namer, const std::string& said, const std::string& plain) {
  std::string text = in_vain(battle, namer, said, plain);
  const std::string can = " cannot ";
  if (const std::size_t at = text.find(can); at != std::string::npos) return text.replace(at, can.size(), " could not ");
  return text + ": in vain";
}

std::optional<Pose> stands_at(const engine::Battle& battle, const UnitId& unit) {
  for (const engine::Place& place : battle.places())
    if (place.unit == unit) return place.pose;
  return std::nullopt;
}

}  // namespace polemarch::assistant::play
