#pragma once
/// Dice and cards typed at the table, key by key. One die or card is one key, but for a 1 where a 10 may follow: 1 and Enter, or 1 0 (0
/// alone is a ten, too); a handful is digits then Enter ("3 5 5 1"), or after "."
/// how many of each face from the lowest up ("0 1 2" = one 2, two 3s), numbers parted by Space. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"

namespace polemarch::assistant::chance {

class Typing {
 public:
  explicit Typing(engine::ChanceSpec wanted) : wanted_(std::move(wanted)) {}

  /// Takes one key: "0".."9" (0 = ten where ten is the highest), "a" the 1 of a ten or of a pack with court cards, "j" "q" "k" (11 to 13)
  /// of such a pack, "." counts by face, "Space", "Backspace", "Escape", "Enter". The values once they are complete, in the order typed;
  /// else nothing, and complaint() may say why.
  std::optional<std::vector<int>> press(const std::string& key);

  /// A value picked from a list instead of typed; what stands half typed gives way to it. The values once they are complete.
  std::optional<std::vector<int>> add(int value);

  /// Digits of a number that is still being typed.
  const std::string& open() const { return open_; }
  /// What was typed so far, for the screen.
  std::string text() const;
  const std::string& complaint() const { return complaint_; }
  const engine::ChanceSpec& wanted() const { return wanted_; }

 private:
  std::optional<int> value_of(const std::string& key) const;
  std::optional<std::vector<int>> finish();
  std::optional<std::vector<int>> finish_counts();
  bool one_of_ten() const { return wanted_.count == 1 && wanted_.lowest == 1 && wanted_.highest == 10; }
  bool wide() const { return wanted_.highest > 10; }  ///< a value may need two digits
  void refuse_value();

  engine::ChanceSpec wanted_;
  bool by_face_ = false;
  std::vector<std::string> numbers_;  ///< complete ones
  std::string open_;                  ///< digits of the one being typed (wide values, counts)
  std::string complaint_;
};

}  // namespace polemarch::assistant::chance
