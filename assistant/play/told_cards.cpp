#include "assistant/play/told_cards.hpp"

#include <iterator>

namespace polemarch::assistant::play {

void ToldCards::tell(std::int64_t seq, const ui::ResultView& card, bool goes_on) {
  if (goes_on && !cards_.empty())
    cards_.rbegin()->second = card;
  else
    cards_[seq] = card;
  end_ = seq + 1;
  if (cards_.size() > kKept) cards_.erase(cards_.begin());
  open_.reset();
}

void ToldCards::open(std::int64_t seq) {
  const auto after = cards_.upper_bound(seq);
  if (after == cards_.begin()) return;
  const std::int64_t found = std::prev(after)->first;
  open_ = open_ == found ? std::nullopt : std::optional(found);
}

void ToldCards::turn(int by) {
  if (cards_.empty()) return;
  if (!open_) {
    if (by < 0) open_ = cards_.rbegin()->first;
    return;
  }
  const auto here = cards_.find(*open_);
  if (by < 0 && here != cards_.begin()) open_ = std::prev(here)->first;
  if (by > 0) open_ = std::next(here) == cards_.end() ? std::nullopt : std::optional(std::next(here)->first);
}

bool ToldCards::close() {
  const bool was_open = open_.has_value();
  open_.reset();
  return was_open;
}

const ui::ResultView* ToldCards::card() const { return open_ ? &cards_.at(*open_) : nullptr; }

std::optional<ui::ViewState::Told> ToldCards::opened() const {
  if (!open_) return std::nullopt;
  const auto next = cards_.upper_bound(*open_);
  return ui::ViewState::Told{*open_, next == cards_.end() ? end_ : next->first};
}

}  // namespace polemarch::assistant::play
