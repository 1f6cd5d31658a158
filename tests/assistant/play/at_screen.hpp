#pragma once
/// A sample battle at the screen, without a camera: what is pressed and touched, what the page says.
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/keys.hpp"
#include "ui/page/page.hpp"

namespace polemarch::assistant::play::test_screen {

using nlohmann::json;

inline json sample_of(const std::string& ruleset) {
  return json::parse(*read_text_file(polemarch::test::source_dir() + "/models/data/battles/" + ruleset + "_sample.json"));
}

/// To the Strongest! before its terrain is chosen: nothing lies and nobody stands.
inline json before_terrain() {
  json setup = sample_of("to_the_strongest");
  setup["phase"] = "terrain";
  setup["table"].erase("terrain");
  for (json& side : setup["sides"])
    for (const char* list : {"units", "camps"})
      for (json& unit : side[list]) unit.erase("box");
  return setup;
}

/// A battle at the screen.
struct At {
  explicit At(const json& setup)
      : stage(std::move(*set_stage({written(setup), "", "", ""}))),
        desk(*stage.session, stage.table, stage.bases, {.seed = 3}),
        feed([this] { return desk.battle().places(); }, [this] { return t; }) {
    std::filesystem::remove(setup_path());  // it is read
    look();
  }
  static std::string setup_path() {
    return (std::filesystem::temp_directory_path() / ("polemarch_beside_" + std::to_string(::getpid()) + ".json")).string();
  }
  static std::string written(const json& setup) {
    REQUIRE_FALSE(write_text_file(setup_path(), setup.dump()));
    return setup_path();
  }
  void look() {
    t += 1;
    desk.see(*feed.next());
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
  }
  /// Rolls and draws what is asked, picks the first answer, and what belongs to no unit, until `done`.
  template <class Done>
  void until(const Done& done) {
    for (int i = 0; i < 200 && !done(); ++i) {
      const ui::ViewState shown = desk.view();
      if (shown.question && (shown.question->veiled || shown.question->takes_values)) {
        desk.wish(TypeKey{shown.question->veiled ? "Enter" : "v"});
      } else if (shown.question) {
        desk.wish(shown.question->options.front().intent);
      } else {
        for (const ui::OptionView& entry : shown.menu)
          if (entry.allowed && std::holds_alternative<GiveCommand>(entry.intent)) {
            desk.wish(entry.intent);
            break;
          }
      }
      look();
    }
  }
  const ui::HandView* hand(Side side) {
    view = desk.view();
    for (const ui::HandView& one : view.hands)
      if (one.side == side) return &one;
    return nullptr;
  }
  void press(const std::string& key) {
    const auto wish = ui::intent_of({.key = key}, desk.view());
    REQUIRE(wish);
    desk.wish(*wish);
  }

  Stage stage;
  double t = 0;
  Desk desk;
  ManualFeed feed;
  ui::ViewState view;
};

inline double wide(std::string_view text, double size, ui::page::Face /*face*/) { return static_cast<double>(text.size()) * size * 0.55; }

inline std::string words_of_page(const ui::ViewState& view) {
  std::string out;
  for (const ui::page::Item& item : ui::page::page_of(view, 1920, 1080, wide).items)
    if (const auto* text = std::get_if<ui::page::TextItem>(&item)) out += text->text + "\n";
  return out;
}

/// Picks the entry whose words begin so, from the menu, the orders or the question; false where there is none.
inline bool pick(At& at, const std::string& words) {
  const ui::ViewState shown = at.desk.view();
  std::vector<ui::OptionView> all = shown.menu;
  all.insert(all.end(), shown.offers.begin(), shown.offers.end());
  if (shown.question) all.insert(all.end(), shown.question->options.begin(), shown.question->options.end());
  for (const ui::OptionView& option : all)
    if (option.allowed && option.text.starts_with(words)) {
      at.desk.wish(option.intent);
      at.look();
      return true;
    }
  return false;
}
inline bool holds(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// What a camera sees that sees everything, every base where the rules have it.
inline Look good_look(const engine::Battle& battle, double t) {
  Look look;
  look.table.t = t;
  look.table.registered = true;
  look.table.border_seen.resize(12);
  for (const engine::Place& place : battle.places()) {
    ObservedBase base;
    base.base = place.base, base.unit = place.unit;
    base.x_mm = place.pose.x.mm(), base.y_mm = place.pose.y.mm(), base.heading_deg = place.pose.heading.deg();
    base.state = place.on_table ? Seen::Seen : Seen::Gone;
    base.settled = true;
    look.table.bases.push_back(base);
  }
  look.source = "camera:0, 24 pictures a second";
  return look;
}

}  // namespace polemarch::assistant::play::test_screen
