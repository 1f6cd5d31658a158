#include "engine/core/verbs.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace polemarch::engine {

std::string verb_of_many(const std::string& verb) {
  constexpr std::array<std::array<std::string_view, 2>, 5> odd{
      {{"has", "have"}, {"is", "are"}, {"was", "were"}, {"does", "do"}, {"goes", "go"}}};
  for (const auto& [one, many] : odd)
    if (verb == one) return std::string(many);
  if (verb.ends_with("ies")) return verb.substr(0, verb.size() - 3) + "y";
  for (const std::string_view hiss : {"sses", "shes", "ches", "xes"})
    if (verb.ends_with(hiss)) return verb.substr(0, verb.size() - 2);
  return verb.substr(0, verb.size() - 1);
}

std::string cannot(const std::string& order, std::size_t subject) {
  const std::string who = order.substr(0, subject) + " cannot ";
  if (order.compare(subject, 2, ": ") == 0) return who + order.substr(subject + 2);
  if (subject + 1 >= order.size() || order[subject] != ' ') return order;
  std::size_t end = subject + 1;
  while (end < order.size() && std::islower(static_cast<unsigned char>(order[end])) != 0) ++end;
  const std::string verb = order.substr(subject + 1, end - subject - 1);
  const bool of_one = verb.size() > 1 && verb.ends_with('s') && !verb.ends_with("ss");
  return who + (verb == "is" || verb == "are" ? "be" : of_one ? verb_of_many(verb) : verb) + order.substr(end);
}

}  // namespace polemarch::engine
