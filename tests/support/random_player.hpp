#pragma once
/// A seeded player of any ruleset: says what offers, open questions and owed placements let him say. For tests that hold a promise over
/// many states of every room.

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/core/battle.hpp"

namespace polemarch::test {

class RandomPlayer {
 public:
  using Json = nlohmann::json;
  using Throw = std::function<std::vector<int>(const engine::ChanceSpec&)>;

  /// `refused_percent`: how many of his orders the rules forbid (they may still be overruled). `dice`: what falls; empty: his own.
  explicit RandomPlayer(unsigned seed, unsigned refused_percent = 0, Throw dice = {})
      : random_(seed), refused_percent_(refused_percent), dice_(std::move(dice)) {}

  unsigned below(std::size_t bound) { return static_cast<unsigned>(random_() % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }

  /// The next command, or nothing when he finds none.
  std::optional<std::string> next(const engine::Battle& battle) {
    const std::vector<engine::Wait> waits = battle.waits(Viewer::Umpire);
    if (!waits.empty() && !chance(15)) return answer(waits[below(waits.size())]);
    if (const auto owed = battle.owed(); !owed.empty() && chance(40))
      return Json{{"by", "umpire"}, {"do", "place"}, {"owed", "p" + std::to_string(owed[below(owed.size())].id)}}.dump();
    if (auto order = offered(battle)) return order;
    if (!waits.empty()) return answer(waits[below(waits.size())]);
    return std::nullopt;
  }

  /// An answer that fits the question.
  std::string answer(const engine::Wait& wait) {
    Json said{{"by", name_of(wait.who)}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}};
    if (wait.chance) {
      said["values"] = dice_ ? dice_(*wait.chance) : thrown(*wait.chance);
    } else if (!wait.options.empty()) {
      std::vector<std::string> keys;
      for (const engine::Option& option : wait.options) keys.push_back(option.key);
      std::shuffle(keys.begin(), keys.end(), random_);
      const auto least = static_cast<std::size_t>(std::max(0, wait.least)), most = static_cast<std::size_t>(std::max(0, wait.most));
      keys.resize(std::min(keys.size(), least + below(most - least + 1)));
      said["choices"] = keys;
    } else {
      std::int64_t x = 0, y = 0;
      for (const Point& corner : wait.region) x += corner.x.um, y += corner.y.um;
      const auto corners = static_cast<double>(std::max<std::size_t>(1, wait.region.size())) * 1000.0;
      for (const BaseId& base : wait.bases)
        said["poses"].push_back(
            {{"base", base.text}, {"x_mm", static_cast<double>(x) / corners}, {"y_mm", static_cast<double>(y) / corners}});
    }
    return said.dump();
  }

 private:
  /// A command out of the offers about a random unit, or about all, by whom it was offered.
  std::optional<std::string> offered(const engine::Battle& battle) {
    const std::vector<engine::Place> places = battle.places();
    const bool wants_refused = chance(refused_percent_);
    std::optional<std::string> other;  // of the other kind, when none of the wanted kind is found
    for (int attempt = 0; attempt < 24; ++attempt) {
      engine::About about = engine::AboutAll{};
      Viewer by = attempt % 2 == 0 ? Viewer::A : Viewer::B;
      if (attempt < 16 && attempt % 4 < 2 && !places.empty()) {
        const engine::Place& place = places[below(places.size())];
        about = place.unit;
        by = viewer_of(place.side);
      }
      std::vector<std::string> fitting, unfitting;
      for (const engine::OfferText& offer : battle.offers(by, about)) {
        if (!offer.whole && Json::parse(offer.command).value("do", "") != "answer") continue;  // somebody has to say where first
        const bool fits = wants_refused ? offer.verdict.may_be_overruled() : offer.verdict.allowed();
        if (fits || (!other && offer.verdict.allowed())) (fits ? fitting : unfitting).push_back(offer.command);
      }
      const auto said_by = [&](const std::string& offered) {
        Json command = Json::parse(offered);
        command["by"] = name_of(by);
        if (dice_ && command.contains("values")) return thrown_for(battle, command);
        return command.dump();
      };
      if (!fitting.empty()) return said_by(fitting[below(fitting.size())]);
      if (!unfitting.empty()) other = said_by(unfitting[below(unfitting.size())]);
    }
    return other;
  }

  /// An offered throw with what falls: offers say only the least that may.
  std::string thrown_for(const engine::Battle& battle, Json command) {
    for (const engine::Wait& wait : battle.waits(Viewer::Umpire))
      if (wait.chance && command.value("wait", "") == "w" + std::to_string(wait.id.number)) command["values"] = dice_(*wait.chance);
    return command.dump();
  }

  /// Dice, or cards that are left in the pile.
  std::vector<int> thrown(const engine::ChanceSpec& wanted) {
    std::vector<int> values;
    std::vector<int> left = wanted.pile ? wanted.pile->left : std::vector<int>();
    while (static_cast<int>(values.size()) < wanted.count) {
      int sum = 0;
      for (const int count : left) sum += count;
      if (sum == 0) left = wanted.pile && left != wanted.pile->refilled ? wanted.pile->refilled : std::vector<int>();
      const auto face = below(static_cast<std::size_t>(wanted.highest - wanted.lowest) + 1);
      if (face < left.size() && left[face] <= 0) continue;
      if (face < left.size()) --left[face];
      values.push_back(wanted.lowest + static_cast<int>(face));
    }
    return values;
  }

  std::mt19937 random_;
  unsigned refused_percent_;
  Throw dice_;
};

}  // namespace polemarch::test
