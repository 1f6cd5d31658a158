#pragma once
/// A sample battle at the screen, moved by hand: what is wished, what the view and its scene say.
#include <algorithm>
#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/source_dir.hpp"

namespace polemarch::assistant::play::test_screen {

/// A sample battle at the screen, moved by hand.
struct Shown {
  explicit Shown(const std::string& name, play::DeskSettings settings = {.seed = 3})
      : stage(std::move(
            *play::set_stage({.battle = name.starts_with('/') ? name : test::source_dir() + "/models/data/battles/" + name + ".json",
                              .log = {},
                              .table_file = {},
                              .bases_file = {}}))),
        desk(*stage.session, stage.table, stage.bases, settings),
        feed([this] { return desk.battle().places(); }, [this] { return t; }) {
    look();
  }
  void look(double seconds = 1) {
    t += seconds;
    desk.see(*feed.next());
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
  }
  void key(const std::string& key) { desk.wish(TypeKey{key}); }
  /// Gives the first order of the selected unit that holds `words`.
  bool order(const std::string& words) {
    for (const ui::OptionView& offer : desk.view().offers)
      if (offer.allowed && offer.text.find(words) != std::string::npos) {
        desk.wish(offer.intent);
        return true;
      }
    return false;
  }
  std::size_t drawn(const std::string& meaning, const std::string& about = {}) const {
    const Scene scene = desk.view().scene;
    return static_cast<std::size_t>(std::count_if(scene.items.begin(), scene.items.end(), [&](const SceneItem& item) {
      return item.meaning == meaning && (about.empty() || item.about == about);
    }));
  }
  play::Stage stage;
  double t = 0;
  play::Desk desk;
  play::ManualFeed feed;
};

}  // namespace polemarch::assistant::play::test_screen
