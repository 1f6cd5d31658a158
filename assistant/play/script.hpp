#pragma once
/// Scripted hands on the keyboard, for headless runs and the demo: JSON Lines, in order, each with its time. Format in README.md here.

#include <optional>
#include <string>
#include <vector>

#include "assistant/play/desk.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

struct ScriptStep {
  double t = 0;                            ///< s since the start; not before
  int line = 0;                            ///< of the file, for messages
  std::vector<std::string> keys;           ///< as ui::KeyPress names them
  std::optional<std::vector<int>> answer;  ///< values typed once dice or cards are asked for
  std::optional<std::string> choose;       ///< option (its key or text) taken once it is offered
  std::optional<std::string> command;      ///< JSON text
  std::optional<std::string> select, target, level, say, shot;
  std::optional<DragBase> drag;
};

class Script {
 public:
  /// Errors: one line naming file, line and what was expected.
  static Result<Script> from_text(const std::string& text, const std::string& name);
  /// What is wrong with it for a battle of these units: one line naming a unit that is not there.
  std::optional<InputError> wrong_for(const std::vector<ui::UnitView>& units) const;
  /// Does what is due. Names of pictures asked for are returned.
  std::vector<std::string> run(Desk& desk, double seconds);
  bool done() const { return at_ >= steps_.size(); }
  /// What is waiting to be done, for messages; empty when done.
  std::string pending() const;
  /// The caption of the moment ("say").
  const std::string& caption() const { return caption_; }

 private:
  bool perform(const ScriptStep& step, Desk& desk);
  std::string name_, caption_;
  std::vector<ScriptStep> steps_;
  std::size_t at_ = 0;
};

}  // namespace polemarch::assistant::play
