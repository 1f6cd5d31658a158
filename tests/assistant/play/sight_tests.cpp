/// The camera at the screen: what is wrong with it, what it does not see, what it missed.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "assistant/play/camera_feed.hpp"
#include "assistant/play/text_screen.hpp"
#include "models/border_layout.hpp"
#include "tests/assistant/play/at_screen.hpp"
#include "tests/support/page_text.hpp"
#include "ui/page/theme.hpp"

namespace sight_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

TEST_CASE("a camera that is lost, frozen, dark, moved or bumped is named with since when and what may be done", "[screen][camera]") {
  At at(sample_of("to_the_strongest"));
  const engine::Battle& battle = at.desk.battle();
  const auto see = [&](double t, const auto& change) {
    Look look = good_look(battle, t);
    change(look);
    at.desk.see(look);
    return at.desk.view().trouble;
  };
  const auto fine = [](Look&) {};
  CHECK_FALSE(see(10, fine));
  const auto frozen = [](Look& look) { look.frozen = true, look.source = "camera:0: the same picture again and again"; };
  see(11, frozen);
  auto trouble = see(23, frozen);
  REQUIRE(trouble);
  CHECK(trouble->title == "The picture stands still");
  CHECK(holds(trouble->text, "For 12 s. "));
  CHECK(std::ranges::none_of(trouble->figures, [](const ui::FigureView& figure) { return figure.label == "error now"; }));
  CHECK(holds(trouble->text, "The same picture again and again. "));
  CHECK_FALSE(see(24, fine));
  const auto lost = [](Look& look) { look.lost = true, look.source = "camera:0: unplugged"; };
  trouble = see(30, lost);
  REQUIRE(trouble);
  CHECK(trouble->title == "The camera is lost");
  CHECK(holds(trouble->text, "Unplugged"));
  CHECK(holds(words_of_page(at.desk.view()), "The camera is lost"));
  CHECK(json::parse(text_of_view(at.desk.view())).at("camera").at("title") == "The camera is lost");
  // What has come to its end does not come back.
  trouble = see(30.5, [](Look& look) { look.lost = look.ended = true, look.source = "film.mp4: that was all"; });
  REQUIRE(trouble);
  CHECK(trouble->title == "The pictures have ended");
  CHECK_FALSE(holds(trouble->text, "until it is back"));
  trouble = see(30.8, lost);
  REQUIRE(trouble);
  const auto known =
      std::find_if(trouble->options.begin(), trouble->options.end(), [](const auto& option) { return holds(option.text, "go on"); });
  REQUIRE(known != trouble->options.end());
  at.press(known->key);
  CHECK_FALSE(see(31, lost));  // known
  CHECK_FALSE(see(32, fine));
  CHECK(see(33, lost));  // again: it is said again
  see(34, fine);
  const auto says = [&](const char* key, const char* text) { return [=](Look& look) { look.table.notices = {{key, text}}; }; };
  const auto covered = [](Look& look) {
    look.table.border_seen.resize(2);
    look.table.notices = {{"border_hidden", "Fewer than three border markers in sight"}};
  };
  CHECK_FALSE(see(35, covered));  // a hand that passes
  trouble = see(38, covered);
  REQUIRE(trouble);
  CHECK(trouble->title == "The border is covered");
  CHECK(holds(trouble->text, "uncover three border markers"));
  CHECK(at.desk.view().notices.empty());  // said once
  CHECK_FALSE(see(39, fine));
  trouble = see(40, says("too_dark", "Too dark: the markers' paper is hardly lighter than their ink. More light, or more exposure."));
  REQUIRE(trouble);
  CHECK(trouble->title == "The picture is too dark");
  CHECK(holds(trouble->text, "More light"));
  const auto moves = [](Look& look) {
    look.table.registered = false;
    look.table.notices = {{"table_moves", "The camera or the table moves: nothing is measured until the border lies still."}};
  };
  CHECK_FALSE(see(50, moves));  // for a moment: nothing
  trouble = see(53, moves);
  REQUIRE(trouble);
  CHECK(trouble->title == "The camera or the table moves");
  trouble = see(60, says("bumped", "The camera or the table was bumped: everything moved by 8.5 mm. Registered again."));
  REQUIRE(trouble);
  CHECK(trouble->title == "The camera was bumped");
  CHECK(holds(trouble->text, "8.5 mm"));
  CHECK_FALSE(trouble->serious);
  CHECK(trouble->figures.size() >= 2);
  CHECK(holds(see(70, fine)->text, "8.5 mm"));  // it stays to be read
  CHECK_FALSE(see(82, fine));                   // and goes by itself
}

TEST_CASE("what is out of sight for long has a row of its own and is asked about until the players vouch for it", "[screen][camera]") {
  At at(sample_of("to_the_strongest"));
  const engine::Battle& battle = at.desk.battle();
  const auto see = [&](double t, const std::set<UnitId>& covered) {
    Look look = good_look(battle, t);
    for (ObservedBase& base : look.table.bases)
      if (covered.contains(base.unit)) base.state = Seen::Hidden;
    at.desk.see(look);
    return at.desk.view();
  };
  std::vector<UnitId> units;
  for (const ObservedBase& base : good_look(battle, 0).table.bases)
    if (base.state == Seen::Seen && (units.empty() || units.back() != base.unit)) units.push_back(base.unit);
  REQUIRE(units.size() > 9);
  const std::set<UnitId> one{units[2]};
  see(9.9, {});
  see(10, one);
  CHECK(see(17, one).unseen.empty());  // a hand that passes
  ui::ViewState view = see(18.5, one);
  CHECK_FALSE(view.trouble);
  REQUIRE(view.unseen.size() == 1);
  CHECK(view.unseen[0].unit == units[2]);
  CHECK(view.unseen[0].side);
  CHECK(view.unseen[0].since == "for 8 s");
  CHECK_FALSE(view.unseen_question);
  CHECK(holds(words_of_page(view), "Not in sight"));
  CHECK(holds(words_of_page(view), "1 not in sight"));  // and in the strip
  view = see(79, one);
  CHECK(view.unseen[0].since == "for 1 min 9 s");
  REQUIRE(view.unseen_question);
  CHECK(holds(words_of_page(view), "it stands there"));
  CHECK(json::parse(text_of_view(view)).at("camera").at("title") == "Not in sight");
  const std::string key = view.unseen_question->options.at(0).key;
  for (const ui::OptionView& entry : view.menu) CHECK(entry.key != key);
  CHECK(std::string("ghlmnrtvwx").find(key) == std::string::npos);
  const auto seq = battle.seq();
  at.press(key);
  CHECK(battle.seq() == seq);  // nothing of the battle
  CHECK(see(80, one).unseen.empty());
  CHECK_FALSE(see(120, one).unseen_question);
  see(121, {});
  see(122, one);
  CHECK(see(140, one).unseen_question);  // covered anew
  see(141, {});
  const std::set<UnitId> many(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(units.size() / 2));
  see(142, many);
  CHECK(see(160, many).unseen.empty());  // something lies over the table
  CHECK(see(203, many).unseen.size() == many.size());
}

TEST_CASE("in the dark the table is drawn, and it is said that nothing is read", "[screen][camera]") {
  At at(sample_of("to_the_strongest"));
  Look look = good_look(at.desk.battle(), 10);
  look.picture.image = std::make_shared<Image>(64, 48, 3);
  at.desk.see(look);
  CHECK(at.desk.view().picture.image);
  look.table.t = 11;
  look.table.border_seen.clear();
  for (ObservedBase& base : look.table.bases)
    if (base.state == Seen::Seen) base.state = Seen::Hidden;
  look.table.notices = {{"too_dark", "Too dark: the markers' paper is hardly lighter than their ink. More light, or more exposure."}};
  at.desk.see(look);
  look.table.t = 16;
  at.desk.see(look);
  const ui::ViewState view = at.desk.view();
  CHECK_FALSE(view.picture.image);
  REQUIRE(view.trouble);
  CHECK(holds(view.trouble->text, "No marker is read"));
  CHECK_FALSE(holds(words_of_page(view), "hidden 5 s"));
}

TEST_CASE("players do without the camera and take it again, what it missed is shown", "[screen][camera]") {
  struct Eye final : Feed {
    std::optional<Look> next() override { return look; }
    std::optional<Look> look;
  };
  auto camera = std::make_unique<Eye>();
  Eye& eye = *camera;
  eye.look = Look{};
  eye.look->table.t = 5;
  eye.look->table.registered = true;
  double now = 100;
  auto manual = std::make_unique<ManualFeed>([] { return std::vector<engine::Place>(); }, [&] { return now; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  CHECK_FALSE(feed->next()->manual);
  feed->by_hand(true);
  const auto hand = feed->next();
  REQUIRE(hand);
  CHECK(hand->manual);
  CHECK(hand->by_choice);
  feed->by_hand(false);
  const auto back = feed->next();
  CHECK_FALSE(back->manual);
  CHECK(back->epoch == 2);  // what stands elsewhere is shown, not taken for moves
}

TEST_CASE("border markers that the camera does not see are drawn where they lie and told, with since when", "[screen][camera]") {
  At at(sample_of("to_the_strongest"));
  Table table = at.stage.table;
  table.border = table_with_border(table.width, table.depth).border;
  Desk desk(*at.stage.session, table, at.stage.bases, {});
  const auto see = [&](double t, const std::vector<int>& covered, bool bumped = false) {
    Look look = good_look(desk.battle(), t);
    look.table.border_seen.clear();
    for (const BorderMarker& border : table.border)
      if (std::ranges::find(covered, border.marker.number) == covered.end()) look.table.border_seen.push_back(border.marker);
    if (bumped) look.table.notices = {{"bumped", "Everything moved by 8.5 mm. Registered again."}};
    desk.see(look);
    return desk.view();
  };
  const int first = table.border[0].marker.number, second = table.border[1].marker.number, far = table.border[13].marker.number;
  CHECK(see(10, {}).border_unseen.empty());
  CHECK(see(11, {first, second}).border_unseen.empty());  // a hand that passes
  const ui::ViewState view = see(23, {first, second});
  REQUIRE(view.border_unseen.size() == 2);
  CHECK(view.border_unseen[1].marker == second);
  CHECK(view.border_unseen[1].at.x == table.border[1].x_mm);
  CHECK(holds(view.trust, "2 border markers hidden"));
  const auto dashed = [](const ui::ViewState& shown) {
    const ui::page::Paint doubt = ui::page::dark_theme().doubt;
    const ui::page::Page page = ui::page::page_of(shown, 1920, 1080, test::text_width);
    return std::ranges::count_if(page.items, [&](const ui::page::Item& item) {
      const auto* line = std::get_if<ui::page::LineItem>(&item);
      return line != nullptr && line->paint == doubt;
    });
  };
  CHECK(dashed(view) > dashed(see(24, {})) + 8);
  see(30, {first, second, far});
  const ui::ViewState told = see(42, {first, second, far}, true);
  REQUIRE(told.unseen.size() == 1);
  CHECK(told.unseen[0].text == "3 border markers");
  CHECK(told.unseen[0].since == "for 12 s");
  CHECK(holds(words_of_page(told), "3 border markers"));
  see(43, {first});
  CHECK(see(50, {first}).unseen[0].text == "Border marker " + std::to_string(first) + ", " + view.side_names[0] + "'s edge");
  Look lost = good_look(desk.battle(), 60);
  lost.lost = true;
  desk.see(lost);
  CHECK(desk.view().border_unseen.empty());  // nobody looks
}

}  // namespace sight_tests
