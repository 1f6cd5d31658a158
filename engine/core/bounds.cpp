#include "engine/core/bounds.hpp"

#include <algorithm>

namespace polemarch::engine {

namespace {

using nlohmann::json;

/// Does a pointer without its first stroke fit a path with stars?
bool fits(std::string_view path, std::string_view pointer) {
  while (true) {
    if (path == "**") return true;
    const std::string_view want = path.substr(0, path.find('/')), is = pointer.substr(0, pointer.find('/'));
    if (want != "*" && want != is) return false;
    if (want.size() == path.size() || is.size() == pointer.size()) return want.size() == path.size() && is.size() == pointer.size();
    path.remove_prefix(want.size() + 1);
    pointer.remove_prefix(is.size() + 1);
  }
}

std::string name_in_pointer(std::string name) {
  for (std::size_t at = 0; (at = name.find_first_of("~/", at)) != std::string::npos; at += 2)
    name.replace(at, 1, name[at] == '~' ? "~0" : "~1");
  return name;
}

const json* member(const json* of, const std::string& name) {
  if (of == nullptr || !of->is_object()) return nullptr;
  const auto found = of->find(name);
  return found == of->end() ? nullptr : &*found;
}

class Numbers {
 public:
  explicit Numbers(std::span<const Bound> bounds) : bounds_(bounds) {}

  std::optional<std::string> wrong_in(const json* before, const json& after, const std::string& pointer) const {
    if (before != nullptr && *before == after) return std::nullopt;
    if (after.is_object()) {
      for (const auto& [name, value] : after.items())
        if (auto wrong = wrong_in(member(before, name), value, pointer + "/" + name_in_pointer(name))) return wrong;
    } else if (after.is_array()) {
      for (std::size_t i = 0; i < after.size(); ++i) {
        const json* was = before != nullptr && before->is_array() && i < before->size() ? &(*before)[i] : nullptr;
        if (auto wrong = wrong_in(was, after[i], pointer + "/" + std::to_string(i))) return wrong;
      }
    } else if (after.is_number_integer()) {
      return wrong(before, after.get<std::int64_t>(), pointer);
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> wrong(const json* before, std::int64_t value, const std::string& pointer) const {
    const auto own = std::find_if(bounds_.begin(), bounds_.end(), [&](const Bound& one) { return fits(one.path, pointer.substr(1)); });
    Bound bound = own == bounds_.end() ? kCommonBound : *own;
    if (own == bounds_.end() && before != nullptr && before->is_number_integer() && before->get<std::int64_t>() < 0)
      bound.least = -bound.most;
    const std::string said = pointer + ": " + std::to_string(value) + " is ";
    if (value < bound.least) return said + "less than " + std::to_string(bound.least) + ", the least it may be";
    if (value > bound.most) return said + "more than " + std::to_string(bound.most) + ", the most it may be";
    return std::nullopt;
  }

  std::span<const Bound> bounds_;
};

/// What of the agenda is otherwise than before and not only gone: its questions are asked by the rules, and counted by core.
std::optional<std::string> changed_agenda(const json& before, const json& after) {
  if (!before.is_object() || !after.is_object() || before == after) return std::nullopt;
  for (const auto& [name, now] : after.items()) {
    const json was = before.value(name, json());
    if (was == now) continue;
    const std::string pointer = "/agenda/" + name;
    if (!was.is_array() || !now.is_array()) return pointer + ": what is open is counted by the battle itself, and not set by hand";
    auto from = was.begin();
    for (std::size_t i = 0; i < now.size(); ++i, ++from) {
      from = std::find(from, was.end(), now[i]);
      if (from == was.end()) return pointer + "/" + std::to_string(i) + ": what is open may be taken away, but not changed";
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> out_of_bounds(const json& before, const json& after, std::span<const Bound> bounds) {
  if (before.contains("agenda") && after.contains("agenda"))
    if (auto wrong = changed_agenda(before["agenda"], after["agenda"])) return wrong;
  const Numbers numbers(bounds);
  if (!after.is_object()) return std::nullopt;
  for (const auto& [name, value] : after.items())
    if (name != "agenda" || !before.contains(name))
      if (auto wrong = numbers.wrong_in(member(&before, name), value, "/" + name)) return wrong;
  return std::nullopt;
}

}  // namespace polemarch::engine
