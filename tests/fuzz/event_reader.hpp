#pragma once
/// Events of a log, as lines, folded into a battle; what is no event changes nothing. A battle's text costs fifty times what reading an
/// event does: inputs that were refused as a whole are read by one battle after the other, and its text is compared once for all of them.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/battle.hpp"

namespace polemarch::fuzz {

class EventReader {
 public:
  /// `start`: the battle that every input begins from; asked for when the first input comes.
  explicit EventReader(std::function<const engine::Battle&()> start) : start_(std::move(start)) {}

  void read(std::string_view bytes);
  /// Compares what is still to be compared, and names the input that broke the promise.
  void settle();

 private:
  std::function<const engine::Battle&()> start_;
  std::string start_text_;
  std::unique_ptr<engine::Battle> refusing_;  ///< has read all of `refused_`, and should stand as at the start
  std::vector<std::string> refused_;
};

}  // namespace polemarch::fuzz
