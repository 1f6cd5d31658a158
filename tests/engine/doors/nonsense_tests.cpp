/// Whatever a command names or counts, every ruleset answers it: units of the other side, names that nobody has, numbers out of all bounds,
/// fields of another command. Nothing is thrown and nothing asserts.

#include <set>

#include "engine/core/json_types.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace nonsense_tests {

using namespace polemarch;
using engine::Json;
using test::RandomPlayer;
using test::sample;

namespace {

/// Spoils commands with what other commands said.
class Spoiler {
 public:
  explicit Spoiler(RandomPlayer& player) : player_(player) {}

  void learn(const Json& command) {
    said_.push_back(command);
    learn_words(command);
  }
  Json spoilt() {
    Json command = said_[player_.below(said_.size())];
    for (unsigned times = 1 + player_.below(2); times > 0; --times) spoil_fields(command);
    return command;
  }

 private:
  void learn_words(const Json& value) {
    if (value.is_string()) words_.insert(value.get<std::string>());
    if (value.is_structured())
      for (const Json& inner : value) learn_words(inner);
  }
  std::string word() {
    auto at = words_.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(player_.below(words_.size())));
    return *at;
  }
  void spoil(Json& value) {
    static const std::vector<Json> numbers{0, -1, 1, 7, 0.5, 999999, 1e9, "3"};
    if (value.is_number()) value = numbers[player_.below(numbers.size())];
    if (value.is_boolean()) value = !value.get<bool>();
    if (value.is_string()) value = player_.chance(40) ? Json("Z9") : player_.chance(10) ? Json("") : Json(word());
    if (value.is_array() && !value.empty()) {
      const std::size_t at = player_.below(value.size());
      if (player_.chance(25)) {
        value.push_back(Json(value[at]));
      } else if (player_.chance(25)) {
        value.erase(at);
      } else {
        spoil(value[at]);
      }
    }
    if (value.is_object()) spoil_fields(value);
  }
  void spoil_fields(Json& fields) {
    if (fields.empty()) return;
    auto field = fields.begin();
    std::advance(field, static_cast<std::ptrdiff_t>(player_.below(fields.size())));
    const std::string name = field.key();
    if (name == "do" || name == "by") return borrow(fields);
    if (player_.chance(15)) {
      fields.erase(name);
    } else {
      spoil(fields[name]);
    }
  }
  /// A field of another command, or its value.
  void borrow(Json& fields) {
    const Json& other = said_[player_.below(said_.size())];
    auto field = other.begin();
    std::advance(field, static_cast<std::ptrdiff_t>(player_.below(other.size())));
    fields[field.key()] = field.value();
  }

  RandomPlayer& player_;
  std::vector<Json> said_;
  std::set<std::string> words_;
};

}  // namespace

TEST_CASE("whatever a command names, every ruleset answers it", "[doors][random]") {
  const bool long_run = std::getenv("POLEMARCH_LONG") != nullptr;
  for (const auto& room : engine::rulesets()) {
    std::size_t read = 0, refused = 0;
    for (unsigned seed = 1; seed <= (long_run ? 40U : 2U); ++seed) {
      const auto battle = sample(room);
      RandomPlayer player(seed, 10);
      Spoiler spoiler(player);
      for (int i = 0; i < 250 && !battle->ending(); ++i) {
        const auto command = player.next(*battle);
        if (!command) break;
        spoiler.learn(Json::parse(*command));
        for (int k = 0; k < 8; ++k) {
          const std::string said = spoiler.spoilt().dump();
          CAPTURE(room.info().key, seed, battle->seq(), said);
          const auto verdict = battle->judge(said);  // text that is no command is an error, never an end
          if (!verdict) continue;
          ++read;
          refused += verdict->allowed() ? 0 : 1;
          if (player.chance(3)) REQUIRE(battle->submit(said));
        }
        REQUIRE(battle->submit(*command));
      }
    }
    CAPTURE(room.info().key);
    CHECK(read > 500);
    CHECK(refused > read / 2);
  }
}

}  // namespace nonsense_tests
