#pragma once
/// The cards of what was told, so that each line of the history opens to the one it belongs to. Pure.

#include <cstdint>
#include <map>
#include <optional>

#include "ui/view_state.hpp"

namespace polemarch::assistant::play {

class ToldCards {
 public:
  /// What came of the command `seq`: a card of its own, or the last one as it has become.
  void tell(std::int64_t seq, const ui::ResultView& card, bool goes_on);
  /// The card that tells of this command; the one that is open already: closed.
  void open(std::int64_t seq);
  /// The card before (-1) or after (1) the one that is open; where none is, the last; after the last: closed.
  void turn(int by);
  /// Whether one was open.
  bool close();

  /// The card that is open; null: none is.
  const ui::ResultView* card() const;
  /// What it tells; nothing where none is open.
  std::optional<ui::ViewState::Told> opened() const;

 private:
  static constexpr std::size_t kKept = 400;
  std::map<std::int64_t, ui::ResultView> cards_;  ///< by the first command each tells of
  std::int64_t end_ = 0;                          ///< one past the last command told
  std::optional<std::int64_t> open_;
};

}  // namespace polemarch::assistant::play
