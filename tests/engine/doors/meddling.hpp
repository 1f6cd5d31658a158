#pragma once
/// Somebody with an editor: changes one value of what a log holds. And what comes of it: the battle is shown and played on.

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/json_types.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/leaving.hpp"
#include "tests/support/random_player.hpp"

namespace polemarch::test {

using Json = engine::Json;

/// Changes one value of an event, as somebody with an editor would: names, numbers and words to others, lists and objects shorter.
class Meddler {
 public:
  explicit Meddler(unsigned seed) : random_(seed) {}

  unsigned below(std::size_t bound) { return random_.below(bound); }

  /// The event with something else in it, and where; the same event where the change changes nothing.
  std::pair<std::string, std::string> meddled(const std::string& event) {
    Json changed = Json::parse(event);
    std::vector<std::string> places;
    places_in(changed, "", places);
    const std::string at = places[below(places.size())];
    if (at != "/event") change(changed[Json::json_pointer(at)]);
    return {changed.dump(), at};
  }

  /// A place of a state, each member of a thing as likely as the others, and something else for it.
  std::pair<std::string, Json> amendment(const Json& state) {
    std::vector<std::string> all;
    if (words_.empty()) places_in(state, "", all);
    Json::json_pointer at;
    const Json* value = &state;
    while (value->is_structured() && !value->empty() && (at.empty() || below(8) != 0)) {
      auto member = value->items().begin();
      std::advance(member, below(value->size()));
      at /= member.key();
      value = &member.value();
    }
    Json changed = *value;
    change(changed);
    return {at.to_string(), changed};
  }

 private:
  void places_in(const Json& j, const std::string& path, std::vector<std::string>& out) {
    out.push_back(path);
    if (j.is_string()) words_.insert(j.get<std::string>());
    if (j.is_structured())
      for (const auto& [key, value] : j.items()) places_in(value, path + "/" + key, out);
  }

  void change(Json& value) {
    static constexpr std::array kNumbers{-1, 0, 1, 2, 7, 99, 1'000'000, 2'147'483'647, -2'147'483'647 - 1};
    if (value.is_string()) {
      const unsigned how = below(4);
      auto word = words_.begin();
      std::advance(word, below(words_.size()));
      value = how == 0 ? std::string("Z9") : how == 1 ? std::string() : *word;
    } else if (value.is_boolean()) {
      value = !value.get<bool>();
    } else if (value.is_number()) {
      value = kNumbers[below(kNumbers.size())];
    } else if (value.is_array() && !value.empty()) {
      const unsigned how = below(3);
      if (how == 0) value.erase(value.size() - 1);
      if (how == 1) value.push_back(Json(value[0]));
      if (how == 2) value = Json::array();
    } else if (value.is_object() && !value.empty()) {
      auto at = value.begin();
      std::advance(at, below(value.size()));
      value.erase(at);
    }
  }

  RandomPlayer random_;
  std::set<std::string> words_;  ///< of the events so far: names, kinds, rules
};

/// Shows everything, and plays on by a few commands. What came of it, in a line.
inline std::string goes_on(engine::Battle& battle, bool shown, unsigned seed) {
  if (shown)
    for (const Viewer viewer : {Viewer::Umpire, Viewer::Both}) leaves_for(battle, viewer, 6);
  RandomPlayer player(seed, 10);
  for (int more = 0; more < 3; ++more) {
    const auto command = player.next(battle);
    if (!command) return "nothing to do";
    const std::string before = battle.state_text();
    const auto outcome = battle.submit(*command);
    if (outcome) continue;
    CHECK(outcome.error().line.find('\n') == std::string::npos);
    CHECK(battle.state_text() == before);
    return "lost";
  }
  return "played on";
}

}  // namespace polemarch::test
