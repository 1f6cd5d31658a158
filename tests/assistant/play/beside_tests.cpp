/// What lies and stands beside the table: hands of cards, who places when; what is wrong with the camera; a measure against its limit.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assistant/play/camera_feed.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/text_screen.hpp"
#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/keys.hpp"
#include "ui/page/page.hpp"

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using nlohmann::json;

namespace {

json sample_of(const std::string& ruleset) {
  return json::parse(*read_text_file(test::source_dir() + "/models/data/battles/" + ruleset + "_sample.json"));
}

/// A battle at the screen.
struct At {
  explicit At(const json& setup)
      : stage(std::move(*set_stage({written(setup), "", "", ""}))),
        desk(*stage.session, stage.table, stage.bases, {.seed = 3}),
        feed([this] { return desk.battle().places(); }, [this] { return t; }) {
    look();
  }
  static std::string written(const json& setup) {
    const auto path = std::filesystem::temp_directory_path() / ("polemarch_beside_" + std::to_string(::getpid()) + ".json");
    REQUIRE_FALSE(write_text_file(path.string(), setup.dump()));
    return path.string();
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

double wide(std::string_view text, double size, ui::page::Face /*face*/) { return static_cast<double>(text.size()) * size * 0.55; }

std::string words_of_page(const ui::ViewState& view) {
  std::string out;
  for (const ui::page::Item& item : ui::page::page_of(view, 1920, 1080, wide).items)
    if (const auto* text = std::get_if<ui::page::TextItem>(&item)) out += text->text + "\n";
  return out;
}

bool holds(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a stratagem lies face down beside the table until its owner asks; nobody else ever reads it", "[screen][hands][TTS-STR-03]") {
  json setup = sample_of("to_the_strongest");
  setup["sides"]["A"]["stratagem"] = "QH";
  At at(setup);
  const ui::HandView* hand = at.hand(Side::A);
  REQUIRE(hand != nullptr);
  CHECK(hand->cards.size() == 1);
  CHECK(hand->cards.front().name.empty());
  CHECK_FALSE(hand->key.empty());
  CHECK_FALSE(holds(words_of_page(at.desk.view()), "Hades"));
  CHECK(at.hand(Side::B) == nullptr);
  at.press(hand->key);
  hand = at.hand(Side::A);
  REQUIRE(hand->open);
  CHECK(hand->cards.front().name == "Where in Hades did that come from");
  CHECK(holds(words_of_page(at.desk.view()), "Hades"));
  CHECK_FALSE(holds(text_of_view(at.desk.public_view()), "Hades"));
  CHECK_FALSE(holds(words_of_page(at.desk.public_view()), "Hades"));
  at.desk.wish(hand->cards.front().intent);  // touched
  REQUIRE(at.desk.view().question);
  CHECK(at.desk.view().question->text == "Where in Hades did that come from");
  CHECK_FALSE(at.desk.public_view().question);
  at.press("Escape");
  CHECK_FALSE(at.desk.view().question);
  at.press(at.hand(Side::A)->key);
  CHECK_FALSE(at.hand(Side::A)->open);

  Desk of_b(*at.stage.session, at.stage.table, at.stage.bases, {.viewer = Viewer::B, .seed = 3});
  of_b.see(*at.feed.next());
  REQUIRE(of_b.view().hands.size() == 1);
  CHECK(of_b.view().hands.front().cards.front().name.empty());
  of_b.wish(LookAtHand{Side::A});
  CHECK(of_b.view().hands.front().cards.front().name.empty());
  Desk of_a(*at.stage.session, at.stage.table, at.stage.bases, {.viewer = Viewer::A, .seed = 3});
  of_a.see(*at.feed.next());
  CHECK(of_a.view().hands.front().open);
}

TEST_CASE("a card of the hand is played by touching it and picking what for", "[screen][hands][BB-CARD-21]") {
  At at(sample_of("blade_and_bow"));
  const auto playable = [&](Side side) -> const ui::CardView* {
    const ui::HandView* hand = at.hand(side);
    if (hand == nullptr) return nullptr;
    for (const ui::CardView& card : hand->cards)
      if (card.playable) return &card;
    return nullptr;
  };
  const auto in_turn = [&] { return at.desk.battle().now().phase == "impulses" && !at.desk.view().question; };
  at.until(in_turn);
  REQUIRE(in_turn());
  const Side side = at.desk.battle().now().who == Viewer::A ? Side::A : Side::B;
  REQUIRE(at.hand(side) != nullptr);
  for (const ui::CardView& card : at.hand(side)->cards) CHECK(card.name.empty());
  CHECK(playable(side) == nullptr);
  at.desk.wish(LookAtHand{side});
  const ui::CardView* card = playable(side);
  REQUIRE(card != nullptr);
  const std::string name = card->name;
  const std::size_t before = at.hand(side)->cards.size();
  for (const ui::CardView& one : at.hand(side)->cards) CHECK(holds(words_of_page(at.desk.view()), one.name.substr(0, 6)));
  at.desk.wish(playable(side)->intent);
  const ui::ViewState asked = at.desk.view();
  REQUIRE(asked.question);
  CHECK(asked.question->text == name);
  CHECK(asked.question->options.size() >= 2);
  CHECK(asked.question->options.front().key == "1");
  const auto seq = at.desk.battle().seq();
  at.press("1");
  CHECK(at.desk.battle().seq() == seq + 1);
  CHECK_FALSE(at.hand(side)->open);  // covered again
  CHECK(at.hand(side)->cards.size() + 1 == before);
}

TEST_CASE("what a side has laid under the salpinx lies face down beside the table", "[screen][hands][HM-SALP-01]") {
  At at(sample_of("hoplomachia"));
  CHECK(at.desk.view().hands.empty());
  at.desk.wish(LookAtHand{Side::A});
  for (const ui::OptionView& entry : at.desk.view().menu)
    if (holds(entry.text, "March")) {
      at.desk.wish(entry.intent);
      break;
    }
  REQUIRE(at.hand(Side::A) != nullptr);
  CHECK(at.hand(Side::A)->cards.front().name.empty());
  CHECK_FALSE(holds(words_of_page(at.desk.view()), "march"));
}

TEST_CASE("in deployment the screen says whose command is placed, how many are left and what comes next", "[screen][placing][TTS-DEP-01]") {
  json setup = sample_of("to_the_strongest");
  for (const char* side : {"A", "B"})
    for (json& unit : setup["sides"][side]["units"]) unit.erase("box");
  setup["phase"] = "deployment";
  At at(setup);
  ui::ViewState view = at.desk.view();
  REQUIRE(view.placing);
  CHECK(view.placing->way == "turn about, by commands");
  const auto count = [&](const auto& is) { return std::count_if(view.placing->rows.begin(), view.placing->rows.end(), is); };
  CHECK(count([](const ui::PlacingRow& row) { return row.now; }) == 1);
  CHECK(count([](const ui::PlacingRow& row) { return row.done; }) == 0);
  const std::size_t turns = view.placing->rows.size();
  CHECK(turns >= 3);
  CHECK(view.placing->rows[0].now);
  CHECK(view.placing->rows[0].side != view.placing->rows[1].side);
  CHECK(holds(view.call, "still to place"));
  CHECK(holds(view.now, "; then "));
  CHECK(std::any_of(view.counters.begin(), view.counters.end(),
                    [](const ui::CounterView& one) { return one.name == "on the table" && one.start && one.value < *one.start; }));
  // One of them is taken in hand and put down.
  const auto to_come = std::find_if(view.placing->units.begin(), view.placing->units.end(), [](const auto& row) { return !row.done; });
  REQUIRE(to_come != view.placing->units.end());
  const UnitId unit = to_come->unit;
  at.desk.wish(SelectUnit{unit});
  view = at.desk.view();
  CHECK(holds(view.call, "in a marked box, then "));
  CHECK(std::any_of(view.placing->units.begin(), view.placing->units.end(),
                    [&](const auto& row) { return row.unit == unit && row.state == "in the hand"; }));
  const auto order = std::find_if(view.offers.begin(), view.offers.end(), [](const auto& offer) { return offer.allowed; });
  REQUIRE(order != view.offers.end());
  at.desk.wish(order->intent);
  at.look();
  view = at.desk.view();
  const auto placed =
      std::find_if(view.placing->units.begin(), view.placing->units.end(), [&](const auto& row) { return row.unit == unit; });
  REQUIRE(placed != view.placing->units.end());
  CHECK(placed->done);
  CHECK(placed->state.size() == 2);  // its box
  CHECK(holds(words_of_page(view), "Who places when"));
  // Whole commands later the turn goes to the other side and comes back.
  std::vector<std::optional<Side>> order_of_turns;
  for (int i = 0; i < 60 && at.desk.view().placing; ++i) {
    view = at.desk.view();
    const auto now = std::find_if(view.placing->rows.begin(), view.placing->rows.end(), [](const ui::PlacingRow& row) { return row.now; });
    if (now == view.placing->rows.end()) break;
    CHECK(view.to_play == now->side);
    const UnitId next =
        std::find_if(view.placing->units.begin(), view.placing->units.end(), [](const auto& row) { return !row.done; })->unit;
    at.desk.wish(SelectUnit{next});
    const ui::ViewState shown = at.desk.view();
    const auto first = std::find_if(shown.offers.begin(), shown.offers.end(), [](const auto& offer) { return offer.allowed; });
    if (first == shown.offers.end()) break;
    order_of_turns.push_back(now->side);
    at.desk.wish(first->intent);
    at.look();
  }
  CHECK(std::count(order_of_turns.begin(), order_of_turns.end(), std::optional(Side::A)) > 0);
  CHECK(std::count(order_of_turns.begin(), order_of_turns.end(), std::optional(Side::B)) > 0);
}

namespace {

Look good_look(const engine::Battle& battle, double t) {
  Look look;
  look.table.t = t;
  look.table.registered = true;
  look.table.border_seen = 12;
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

}  // namespace

TEST_CASE("who has been put down makes room in the hand for the next of its army, and the last leaves it empty", "[screen][placing]") {
  json setup = sample_of("blade_and_bow");
  setup.erase("setup");
  setup.erase("map");
  std::size_t all = 0;
  for (json& unit : setup["sides"]["A"]["units"]) unit.erase("square"), unit.erase("facing"), ++all;
  for (const char* side : {"A", "B"}) {
    setup["sides"][side].erase("camps");
    for (json& leader : setup["sides"][side]["leaders"]) leader.erase("square");
  }
  At at(setup);
  at.desk.wish(SelectUnit{{"A2"}});
  at.look();
  std::vector<std::string> in_hand;
  for (std::size_t i = 0; i < all; ++i) {
    in_hand.push_back(at.desk.view().selected);
    CHECK(at.desk.view().call.starts_with("Put "));
    at.press("1");
    at.look();
  }
  CHECK(in_hand.front() == "A2");
  CHECK(in_hand[1] == "A3");
  CHECK(in_hand.back() == "A1");
  CHECK(at.desk.view().selected.empty());
  // A leader is put with a unit by touching the unit, which stays where it is.
  for (const char* by : {"A", "B"}) at.desk.wish(GiveCommand{json{{"by", by}, {"do", "ready"}}.dump()});
  const std::string row = at.desk.view().placing->units.front().unit.text;
  at.desk.wish(SelectUnit{{row}});
  at.look();
  const ui::ViewState shown = at.desk.view();
  const auto mate = std::find_if(shown.units.begin(), shown.units.end(),
                                 [&](const ui::UnitView& unit) { return unit.on_table && unit.unit.text[0] == row[0]; });
  REQUIRE(mate != shown.units.end());
  at.desk.wish(SelectAt{mate->at, false});
  at.look();
  const ui::ViewState then = at.desk.view();
  CHECK(std::none_of(then.placing->units.begin(), then.placing->units.end(),
                     [&](const auto& one) { return one.unit.text == row && !one.done; }));
  for (const engine::OfferText& offer : at.desk.battle().offers(Viewer::Umpire, mate->unit))
    CHECK_FALSE((offer.verdict.allowed() && offer.command.find("\"place\"") != std::string::npos));
}

TEST_CASE("on an open table a unit is put down where the table is touched, or where it is dragged to, headed as it is told",
          "[screen][placing]") {
  json setup = sample_of("hail_caesar");
  setup.erase("deployment");
  At at(setup);
  const auto stands = [&](const char* id) {
    for (const engine::Place& place : at.desk.battle().places())
      if (place.unit.text == id && place.on_table) return std::optional(place.pose);
    return std::optional<Pose>();
  };
  REQUIRE_FALSE(stands("A1"));
  at.desk.wish(SelectUnit{{"A1"}});
  at.look();
  at.desk.wish(SelectAt{{700, 310}, false});
  at.look();
  REQUIRE(stands("A1"));
  CHECK(std::abs(stands("A1")->y.mm() - 310) < 60);
  CHECK(at.desk.view().selected != "A1");
  at.desk.wish(DragUnit{{"A2"}, {1100, 250}, 80.0});
  at.look();
  REQUIRE(stands("A2"));
  CHECK(std::abs(stands("A2")->heading.deg() - 80) < 1e-6);
}

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
  CHECK(holds(trouble->text, "Since 0:12"));
  CHECK(holds(trouble->text, "The same picture again and again. "));
  CHECK_FALSE(see(24, fine));
  const auto lost = [](Look& look) { look.lost = true, look.source = "camera:0: unplugged"; };
  trouble = see(30, lost);
  REQUIRE(trouble);
  CHECK(trouble->title == "The camera is lost");
  CHECK(holds(trouble->text, "Unplugged"));
  CHECK(holds(words_of_page(at.desk.view()), "The camera is lost"));
  CHECK(json::parse(text_of_view(at.desk.view())).at("camera").at("title") == "The camera is lost");
  const auto known =
      std::find_if(trouble->options.begin(), trouble->options.end(), [](const auto& option) { return holds(option.text, "go on"); });
  REQUIRE(known != trouble->options.end());
  at.press(known->key);
  CHECK_FALSE(see(31, lost));  // known
  CHECK_FALSE(see(32, fine));
  CHECK(see(33, lost));  // again: it is said again
  see(34, fine);
  const auto says = [&](const char* key, const char* text) { return [=](Look& look) { look.table.notices = {{key, text}}; }; };
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
  CHECK(see(70, fine));        // it stays to be read
  CHECK_FALSE(see(82, fine));  // and goes by itself
}

TEST_CASE("players do without the camera and take it again; what it missed is shown", "[screen][camera]") {
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

TEST_CASE("a measure near a limit stands on a card with its band, the limit and how sure it is", "[screen][measure]") {
  At at(sample_of("hail_caesar"));
  // Two units, and the limit of the first that lies nearest.
  const ui::ViewState view = at.desk.view();
  const auto of_side = [&](Side side) {
    std::vector<ui::UnitView> units;
    for (const ui::UnitView& unit : view.units)
      if (unit.side == side && unit.on_table && !unit.round) units.push_back(unit);
    return units;
  };
  REQUIRE_FALSE(of_side(Side::A).empty());
  const ui::UnitView a = of_side(Side::A).front(), b = of_side(Side::B).front();
  at.desk.wish(MeasureFrom{a.at, b.at});
  ui::MeasureView measured = at.desk.view().measures.back();
  REQUIRE(measured.limit);
  CHECK(measured.unit == "in");
  CHECK_FALSE(measured.limit_name.empty());
  CHECK(holds(measured.words, "edge to edge"));
  CHECK(measured.doubt >= 0);
  // The camera sees it exactly that far away: too close to call.
  Look look = good_look(at.desk.battle(), at.t + 1);
  const double by_mm = (measured.value - *measured.limit) * 25.4;
  const double towards = b.at.y > a.at.y ? -1 : 1;
  for (ObservedBase& base : look.table.bases) {
    base.own_cov = {1.0, 0, 0, 0, 1.0, 0, 0, 0, 0.01};
    if (base.unit == b.unit) base.y_mm += towards * by_mm;
  }
  at.desk.see(look);
  ui::UnitView moved;
  for (const ui::UnitView& unit : at.desk.view().units)
    if (unit.unit == b.unit) moved = unit;
  at.desk.wish(MeasureFrom{a.at, moved.at});
  measured = at.desk.view().measures.back();
  REQUIRE(measured.limit);
  CHECK(measured.close);
  CHECK(measured.inside > 0.01);
  CHECK(measured.inside < 0.99);
  CHECK(measured.doubt == Approx(1.96 * std::sqrt(2.0) / 25.4).margin(0.03));
  const std::string words = words_of_page(at.desk.view());
  CHECK(holds(words, "too close to call"));
  CHECK(holds(words, measured.limit_name.substr(0, 5)));
  CHECK(holds(words, "sure from 99 %"));
}
