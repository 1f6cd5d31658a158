#pragma once
/// A decision with a card and the work of the hand behind it, for tests of what one step back takes back.

#include "tests/assistant/play/at_screen.hpp"

namespace polemarch::assistant::play::test_screen {

/// First cohort is ordered to d3; the card drawn for it is an 8, and the table follows.
struct Moved : At {
  Moved() : At(sample_of("to_the_strongest")) {
    desk.wish(SelectUnit{{"A1"}});
    press("1");
    press("8");
    settle();
    REQUIRE(card().title == "First cohort moves to d3");
  }
  void settle() {
    for (int i = 0; i < 8; ++i) look();
  }
  ui::ResultView card() const { return *desk.view().card; }
  bool asks() const { return desk.view().question.has_value(); }
};

}  // namespace polemarch::assistant::play::test_screen
