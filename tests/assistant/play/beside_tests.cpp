/// What lies beside the table: hands of cards; what is wrong with the camera; a measure against its limit.
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

namespace beside_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

TEST_CASE("a battle is given up from the screen only after yes is typed", "[play][screen][HM-NIKE-10][PA-VIC-03]") {
  for (const char* ruleset : {"hoplomachia", "paean"}) {
    CAPTURE(ruleset);
    At at(sample_of(ruleset));
    const auto entry = [&](const std::string& words) {
      const ui::ViewState view = at.desk.view();
      const auto found = std::find_if(view.menu.begin(), view.menu.end(), [&](const auto& option) { return holds(option.text, words); });
      return found == view.menu.end() ? std::optional<Intent>() : std::optional(found->intent);
    };
    const auto ways = [&] { return !at.desk.view().question && entry("give up"); };
    at.until(ways);
    REQUIRE(ways());
    const json screen = json::parse(text_of_view(at.desk.view()));
    REQUIRE_FALSE(screen["menu"].empty());
    for (const json& listed : screen["menu"])  // whoever reads the ways on as text is not led to it
      CHECK(listed["text"].get<std::string>().find("give up") == std::string::npos);
    const std::string way = std::string(ruleset) == "paean" ? "gives up" : "concede";
    for (const std::string& word : {std::string("no"), std::string("yes")}) {
      at.desk.wish(*entry("give up"));
      REQUIRE(entry(way));
      at.desk.wish(*entry(way));
      REQUIRE(at.desk.view().question);
      CHECK(at.desk.view().question->takes_text);
      CHECK_FALSE(at.desk.view().ended);
      for (const char letter : word) at.desk.wish(TypeKey{std::string(1, letter)});
      at.desk.wish(TypeKey{"Enter"});
      at.look();
      CHECK(at.desk.view().ended.has_value() == (word == "yes"));
      if (word == "yes") break;
      at.desk.wish(TypeKey{"Escape"});
      REQUIRE(entry("back"));
      at.desk.wish(*entry("back"));
    }
  }
}

TEST_CASE("a stratagem lies face down beside the table until its owner asks, nobody else ever reads it", "[screen][hands][TTS-STR-03]") {
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
  at.press(at.hand(Side::A)->key);
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
  CHECK(at.hand(side)->key == (side == Side::A ? "j" : "k"));  // letters that no other entry ever has
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

namespace {

Look good_look(const engine::Battle& battle, double t) {
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

}  // namespace

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
  trouble = see(30.5, [](Look& look) { look.lost = true, look.source = "film.mp4: The pictures have come to their end."; });
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

TEST_CASE("dice thrown after a choice in secret have a heading of their own, and every order of several steps its square", "[screen]") {
  At at(sample_of("blade_and_bow"));
  for (int i = 0; i < 8 && !(at.desk.view().card && !at.desk.view().card->throws.empty()); ++i) at.press("v");
  const ui::ViewState view = at.desk.view();
  REQUIRE(view.card);
  REQUIRE_FALSE(view.card->throws.empty());
  CHECK_FALSE(holds(view.card->title, "in secret"));
  for (int i = 0; i < 4 && at.desk.view().question; ++i) at.press("v");
  const ui::ViewState able = at.desk.view();
  const auto mover = std::ranges::find_if(able.units, [](const ui::UnitView& unit) { return unit.can > 5; });
  REQUIRE(mover != able.units.end());
  at.desk.wish(SelectUnit{mover->unit});
  int squares = 0;
  for (const ui::OptionView& offer : at.desk.view().offers)
    if (offer.allowed && holds(offer.text, ": advance") && !holds(offer.text, "together")) {
      INFO(offer.text);
      CHECK(offer.region.size() == 4);
      ++squares;
    }
  CHECK(squares >= 2);
}

TEST_CASE("what stands on a card as a throw is not told once more among what follows", "[screen]") {
  At at(sample_of("paean"));
  int looks = 0, throws = 0;
  at.until([&] {
    const ui::ViewState view = at.desk.view();
    if (view.card && !view.card->throws.empty()) {
      ++throws;
      for (const std::string& line : view.card->follows) CHECK_FALSE((holds(line, " needs ") && holds(line, ": ")));
    }
    return ++looks > 60;
  });
  CHECK(throws > 0);
}

TEST_CASE("where the screen is the table, what goes to its place by itself is not told", "[screen]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A1"}});
  at.press("1");
  at.press("9");
  for (int i = 0; i < 8; ++i) at.look();
  CHECK(at.desk.battle().owed().empty());
  const ui::ViewState view = at.desk.view();
  REQUIRE_FALSE(view.log.empty());
  for (const ui::LogLine& line : view.log) CHECK_FALSE(holds(line.text, "in place"));
}

}  // namespace beside_tests
