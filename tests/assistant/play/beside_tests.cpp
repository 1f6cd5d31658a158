/// What lies beside the table: hands of cards; a measure against its limit; what the last result tells.
#include <algorithm>

#include "assistant/play/text_screen.hpp"
#include "tests/assistant/play/at_screen.hpp"

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
      const auto found = std::find_if(view.menu.begin(), view.menu.end(), [&](const auto& option) {
        return words == "back" ? option.text == words : holds(option.text, words);  // "take back: ..." is another way
      });
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

TEST_CASE("the letters that show the hands show them also while a card is asked for, and draw none", "[screen][hands][BB-CARD-21]") {
  At at(sample_of("blade_and_bow"));
  const auto draws = [&] {
    const auto asked = at.desk.view().question;
    return asked && asked->takes_values && asked->draws && asked->highest > 14 && at.hand(Side::A) != nullptr &&
           at.hand(Side::B) != nullptr;
  };
  at.until(draws);
  REQUIRE(draws());
  const auto seq = at.desk.battle().seq();
  for (const auto& [side, key] : {std::pair{Side::A, "j"}, {Side::B, "k"}}) {
    REQUIRE(at.hand(side) != nullptr);
    CHECK(at.hand(side)->key == key);
    at.press(key);
    CHECK(at.hand(side)->open);
    at.press(key);
    CHECK_FALSE(at.hand(side)->open);
  }
  for (const char* letter : {"a", "q"}) CHECK_FALSE(ui::intent_of({.key = letter}, at.desk.view()));
  CHECK(at.desk.battle().seq() == seq);
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
      for (const auto& line : view.card->follows) CHECK_FALSE((holds(line.text, " needs ") && holds(line.text, ": ")));
    }
    return ++looks > 60;
  });
  CHECK(throws > 0);
}

TEST_CASE("where both sides throw against each other the card says who came out ahead", "[screen][PA-INI-02]") {
  At at(sample_of("paean"));
  at.until([&] { return at.desk.view().now.find("initiative") != std::string::npos && at.desk.view().question; });
  REQUIRE(at.desk.view().question);
  for (const char* die : {"5", "2"}) at.desk.wish(TypeKey{die});
  at.look();
  const ui::ViewState view = at.desk.view();
  REQUIRE(view.card);
  CHECK(view.card->throws.size() == 2);
  const auto& follows = view.card->follows;
  CHECK(std::any_of(follows.begin(), follows.end(), [](const auto& line) { return holds(line.text, "has the initiative"); }));
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

TEST_CASE("a card played while dice are asked for is told by its name, on the card of the order it breaks into", "[play][beside]") {
  json setup = sample_of("blade_and_bow");
  for (json& unit : setup["sides"]["B"]["units"])
    if (unit["unit"] == "B5") unit["square"] = "L9";
  setup["sides"]["A"]["hand"] = {29, 30, 31, 32};
  setup["sides"]["B"]["hand"] = {5, 13, 14, 15};
  At at(setup);
  at.press("1");  // initiative: A goes first
  at.press("6");
  at.press("v");
  at.look();
  at.desk.wish(GiveCommand{R"({"by":"A","do":"melee","units":["A5"],"target":"B5"})"});
  const std::string order = at.desk.view().card->title;
  CHECK(order == "Hoplites 5 attack Sparabara 4");
  at.hand(Side::B);
  at.desk.wish(GiveCommand{R"({"by":"B","do":"play_card","card":5,"unit":"B5"})"});
  const ui::ViewState played = at.desk.view();
  REQUIRE(played.card);
  CHECK(played.card->title == order);
  const auto says = [](const ui::FollowView& line) { return line.text.find("Push of Shields V") != std::string::npos; };
  CHECK(std::any_of(played.card->follows.begin(), played.card->follows.end(), says));
  at.press("v");
  CHECK(at.desk.view().card->title == order);
}

TEST_CASE("the card of an order whose throw failed does not say that the unit goes there", "[play][beside]") {
  At at(sample_of("to_the_strongest"));
  const auto order = [&](const std::string& value) {
    for (const ui::UnitView& unit : at.desk.view().units) {
      if (unit.can == 0) continue;
      at.desk.wish(SelectUnit{unit.unit});
      for (const ui::OptionView& offer : at.desk.view().offers) {
        if (!offer.allowed || !offer.text.starts_with("move to ")) continue;
        at.desk.wish(offer.intent);
        REQUIRE(at.desk.view().question);
        REQUIRE(at.desk.view().question->takes_values);
        for (const char digit : value) at.press(std::string(1, digit));
        if (at.desk.view().question) at.press("Enter");
        return;
      }
    }
    FAIL("nobody may move");
  };
  const auto ways = [&] { return !at.desk.view().question && at.desk.view().now.find("order a unit") != std::string::npos; };
  at.until(ways);
  REQUIRE(ways());
  order("7");
  REQUIRE(at.desk.view().card);
  CHECK(at.desk.view().card->title.find("could not") == std::string::npos);
  at.until(ways);
  order("1");
  for (int i = 0; i < 5 && at.desk.view().question; ++i) {  // no second card of a general
    REQUIRE_FALSE(at.desk.view().question->options.empty());
    at.desk.wish(at.desk.view().question->options.back().intent);
  }
  REQUIRE(at.desk.view().card);
  INFO(at.desk.view().card->title);
  CHECK(at.desk.view().card->title.find(" could not move to ") != std::string::npos);
}

}  // namespace beside_tests
