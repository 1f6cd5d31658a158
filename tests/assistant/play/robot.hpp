#pragma once
/// A player who knows no ruleset: it sees a ViewState and gives Intents, nothing else. Plays whole battles at the screen and says where a
/// screen shows no way on or refuses what it offered.

#include <map>
#include <random>
#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"

namespace polemarch::test {

struct RobotReport {
  bool ended = false;
  std::int64_t commands = 0;
  std::string stuck;  ///< what the screen showed where it went wrong; empty when all went well
};

class Robot {
 public:
  Robot(assistant::play::Desk& desk, assistant::play::ManualFeed& feed, unsigned seed, double& seconds)
      : desk_(desk), feed_(feed), random_(seed), seconds_(seconds) {}

  /// Plays until the battle has ended, something went wrong, or `most` wishes were given.
  RobotReport play(int most);

 private:
  void look();
  void press(const std::string& key, const ui::ViewState& view);
  void answer(const ui::ViewState& view);
  /// Picks something that is allowed; false when nothing is.
  bool act(const ui::ViewState& view);
  bool pick(const std::vector<ui::OptionView>& list, bool ends);
  unsigned upto(std::size_t n) { return static_cast<unsigned>(random_() % n); }

  assistant::play::Desk& desk_;
  assistant::play::ManualFeed& feed_;
  std::mt19937 random_;
  double& seconds_;
  std::string wished_;
  int since_end_ = 0;  ///< wishes since something was last ended
};

/// A whole screen in a few lines, for messages.
std::string words_of(const ui::ViewState& view);

}  // namespace polemarch::test
