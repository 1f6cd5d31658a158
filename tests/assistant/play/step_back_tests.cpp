/// One step back: a decision with the work of the hand that followed it, and what heads the card then.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "assistant/story/build.hpp"
#include "tests/assistant/play/moved_cohort.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace step_back_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

TEST_CASE("a step back takes back a decision, and what the hand did since with it", "[screen][undo]") {
  Moved at;
  at.desk.wish(UndoLast{});
  CHECK(at.asks());
  at.settle();  // the base goes back to d2 by itself
  CHECK(at.desk.battle().owed().empty());
  at.desk.wish(UndoLast{});  // the order, not the hand's work
  CHECK_FALSE(at.asks());
  CHECK(holds(at.card().title, "Taken back: First cohort moves to d3"));
  CHECK_FALSE(holds(at.card().title, " more"));  // one decision
  at.settle();
  CHECK(at.desk.battle().owed().empty());
  const std::size_t told = at.desk.view().log.size();
  at.desk.wish(UndoLast{});  // nothing is left
  CHECK(at.desk.view().log.size() <= told + 1);
  CHECK_FALSE(at.asks());
}

TEST_CASE("what was taken back is said once, also after several steps", "[screen][undo]") {
  Moved at;
  for (int i = 0; i < 2; ++i) {
    at.desk.wish(UndoLast{});
    at.settle();
  }
  std::vector<std::string> said;
  for (const ui::LogLine& line : at.desk.view().log) {
    if (!line.text.starts_with("Taken back: ")) continue;
    CHECK_FALSE(holds(line.text.substr(5), "Taken back"));
    CHECK(std::find(said.begin(), said.end(), line.text) == said.end());
    said.push_back(line.text);
  }
  CHECK(said.size() == 2);
}

TEST_CASE("a card drawn again after a step back stands under its order, which the table shows again", "[screen][undo]") {
  Moved at;
  at.desk.wish(UndoLast{});
  const auto arrows = [&] {
    const Scene scene = at.desk.view().scene;
    return std::count_if(scene.items.begin(), scene.items.end(), [](const SceneItem& item) { return item.meaning == "ordered"; });
  };
  CHECK(arrows() > 0);
  at.settle();
  CHECK(holds(at.card().title, "Taken back: First cohort activation: 8 "));
  at.press("9");
  const ui::ResultView card = at.card();
  CHECK(card.title == "First cohort moves to d3");
  REQUIRE(card.throws.size() == 1);  // the 8 is not on it any more
  CHECK(card.throws.front().values.front().value == 9);
  CHECK(std::none_of(card.follows.begin(), card.follows.end(), [](const auto& line) { return holds(line.text, "Taken back"); }));
  at.settle();
  CHECK(at.desk.battle().owed().empty());  // nothing is left to be put on a ghost
}

TEST_CASE("cards drawn unseen are called drawn, and each side's stand on a card of their own", "[screen][undo][hands]") {
  At at(sample_of("blade_and_bow"));
  REQUIRE(at.desk.view().question);
  CHECK(at.desk.view().question->sealed);  // what is typed shows as dots
  at.press("v");
  CHECK(at.desk.view().card->title == "Greeks take 4 cards");
  CHECK(at.desk.view().card->follows.empty());
  CHECK(holds(at.desk.view().result, "Greeks take 4 cards"));
  at.press("v");
  const ui::ResultView second = *at.desk.view().card;
  CHECK(second.title == "Persians take 4 cards");
  for (const auto& line : second.follows) CHECK_FALSE(holds(line.text, "Greeks take"));
  CHECK_FALSE(holds(words_of_page(at.desk.view()), "in secret"));
}

TEST_CASE("an attack of one or several is drawn as an arrow until it is fought out, needs of others are not", "[screen][undo]") {
  json setup = sample_of("blade_and_bow");
  setup["sides"]["A"]["units"][0]["square"] = "J7";  // before B1, which stands in J6
  At at(setup);
  at.until([&] {
    const ui::ViewState view = at.desk.view();
    return !view.question && std::any_of(view.menu.begin(), view.menu.end(), [](const auto& entry) { return entry.text == "pass"; });
  });
  const UnitId unit{at.desk.view().to_play == Side::A ? "A1" : "B1"};
  at.desk.wish(SelectUnit{unit});
  const auto drawn = [&](const std::string& meaning, const std::string& label = "") {
    const Scene scene = at.desk.view().scene;
    return std::count_if(scene.items.begin(), scene.items.end(),
                         [&](const SceneItem& item) { return item.meaning == meaning && (label.empty() || !item.label.empty()); });
  };
  const ui::ViewState view = at.desk.view();
  const auto attack = std::find_if(view.offers.begin(), view.offers.end(),
                                   [](const ui::OptionView& offer) { return offer.allowed && offer.text.starts_with("attack "); });
  REQUIRE(attack != view.offers.end());
  CHECK(drawn("ordered") == 0);
  CHECK(drawn("charge_target", "labelled") > 0);
  at.desk.wish(attack->intent);
  REQUIRE(at.desk.view().question);
  CHECK(drawn("ordered") > 0);
  CHECK(drawn("charge_target", "labelled") == 0);
}

TEST_CASE("a battle taken up again tells what each step back took back, not the step before it", "[screen][undo][log]") {
  const test::LogFolder folder;
  const std::string log = folder / "steps.battle";
  {
    auto session = Session::open(test::measuring_setup(), log);
    REQUIRE(session);
    for (int i = 0; i < 3; ++i) REQUIRE((*session)->submit(test::place(300 + i), "typed", i)->verdict.allowed());
    for (int i = 0; i < 2; ++i) REQUIRE((*session)->submit(R"({"by":"both","do":"undo","agreed":true})", "typed", 5)->verdict.allowed());
  }
  const Stage stage = std::move(*set_stage({log, "", "", ""}));
  const Desk desk(*stage.session, stage.table, stage.bases, {.seed = 3});
  int taken_back = 0;
  for (const ui::LogLine& line : desk.view().log) {
    if (!holds(line.text, "taken back")) continue;
    CHECK(line.text == "The last command is taken back");
    ++taken_back;
  }
  CHECK(taken_back == 2);

  const auto story = story::story_of(log);
  REQUIRE(story);
  REQUIRE(story->moments.size() == 5);
  for (const std::size_t undo : {std::size_t{3}, std::size_t{4}}) {
    INFO(story->moments[undo].sentence);
    CHECK_FALSE(holds(story->moments[undo].sentence, "after it"));
    CHECK_FALSE(holds(story->moments[undo].told.front(), "commands"));
  }
}

TEST_CASE("a battle of any number of commands is taken up again, and steps back lead through what is kept of it", "[screen][undo][log]") {
  constexpr std::int64_t kKept = 200;  // steps back with their cards
  for (const int taken_back : {0, 3}) {
    const test::LogFolder folder;
    const std::string log = folder / "long.battle";
    std::int64_t so_far = 0;
    const auto submit_until = [&](Session& session, std::int64_t many) {
      for (; so_far < many; ++so_far) {
        const bool back = so_far % 9 == 8 && so_far / 9 < taken_back;
        const std::string said = back ? R"({"by":"both","do":"undo","agreed":true})" : test::place(300 + static_cast<double>(so_far % 50));
        REQUIRE(session.submit(said, "typed", static_cast<double>(so_far))->verdict.allowed());
      }
    };
    submit_until(**Session::open(test::measuring_setup(), log), kKept - 1);
    for (const std::int64_t more : {1, 1, 1, 3, 4, 20}) {
      const Stage stage = std::move(*set_stage({log, "", "", ""}));
      INFO(so_far << " commands, " << taken_back << " of them steps back");
      const Desk desk(*stage.session, stage.table, stage.bases, {.seed = 3});
      CHECK(desk.battle().seq() == so_far);
      submit_until(*stage.session, so_far + more);
    }
    const Stage stage = std::move(*set_stage({log, "", "", ""}));
    Desk desk(*stage.session, stage.table, stage.bases, {.seed = 3});
    desk.wish(UndoLast{});
    CHECK(holds(desk.view().card->title, "aken back"));
  }
}

TEST_CASE("a battle taken up again tells each fight of those who fought it, not of those who fight now", "[screen][log]") {
  json setup = sample_of("blade_and_bow");
  setup["state"]["turn"] = {{"number", 1}, {"phase", "impulses"}, {"active", "A"}, {"actions", 3}};
  for (json& unit : setup["sides"]["B"]["units"])
    for (const auto& [id, square] : {std::pair{"B2", "H9"}, {"B5", "L9"}})
      if (unit["unit"] == id) unit["square"] = square;
  const test::LogFolder folder;
  const std::string log = folder / "fights.battle";
  {
    auto stage = set_stage({At::written(setup), log, "", ""});
    REQUIRE(stage);
    Session& session = *stage->session;
    const auto fight = [&](const char* unit, const char* target, bool whole) {
      REQUIRE(
          session.submit(json{{"by", "A"}, {"do", "melee"}, {"units", {unit}}, {"target", target}}.dump(), "typed", 1)->verdict.allowed());
      for (auto waits = session.battle().waits(Viewer::Umpire); whole && !waits.empty(); waits = session.battle().waits(Viewer::Umpire)) {
        json answer{{"by", waits.front().who == Viewer::B ? "B" : "A"}, {"do", "answer"}};
        if (waits.front().chance)  // ones commit and hit
          answer["dice"] = std::vector<int>(static_cast<std::size_t>(waits.front().chance->count), 1);
        else
          answer["choice"] = waits.front().options.front().key;
        REQUIRE(session.submit(answer.dump(), "typed", 2)->verdict.allowed());
      }
    };
    fight("A1", "B2", true);
    fight("A5", "B5", false);
  }
  const Stage stage = std::move(*set_stage({log, "", "", ""}));
  const Desk desk(*stage.session, stage.table, stage.bases, {.seed = 3});
  int hits = 0;
  for (const ui::LogLine& line : desk.view().log) {
    if (!holds(line.text, " hits on ") && !holds(line.text, " hit on ")) continue;
    ++hits;
    CHECK(holds(line.text, "Sparabara 1"));
    CHECK_FALSE(holds(line.text, "Sparabara 4"));
  }
  CHECK(hits > 0);
  std::filesystem::remove(At::setup_path());
}

TEST_CASE("an order is named when it is taken back, an answer by what was thrown, and neither by what came of it last", "[screen][undo]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A2"}});
  at.press("1");
  at.press("1"), at.press("Enter");  // a failure ends the command
  REQUIRE(at.desk.view().log.back().text == "Cassius's command is done (failed)");
  at.desk.wish(UndoLast{});
  CHECK(at.desk.view().card->title == "Taken back: Second cohort activation: 1 (2+), failed");
  at.desk.wish(UndoLast{});
  CHECK(at.desk.view().card->title == "Taken back: Second cohort moves to e3");
  CHECK(at.desk.public_view().log.back().text == "Taken back: Second cohort moves to e3");
}

TEST_CASE("an order whose second card fails after a step back is not headed as done", "[screen][undo]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A2"}});
  at.press("1");
  at.press("8");
  at.look();
  at.desk.wish(UndoLast{});
  for (int i = 0; i < 8; ++i) at.look();
  at.press("1"), at.press("Enter");
  CHECK(at.desk.view().card->title == "Second cohort could not move to e3");
}

TEST_CASE("a battle that is taken up again names an order that is taken back as it was given", "[screen][undo]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle", sample = test::source_dir() + "/models/data/battles/to_the_strongest_sample.json";
  {
    auto stage = set_stage({.battle = sample, .log = log, .table_file = {}, .bases_file = {}});
    REQUIRE(stage);
    Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
    desk.wish(SelectUnit{{"A2"}});
    desk.wish(Intent(desk.view().offers.front().intent));
    REQUIRE(desk.view().question);
  }
  auto stage = set_stage({.battle = log, .log = {}, .table_file = {}, .bases_file = {}});
  REQUIRE(stage);
  Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
  const auto arrows = [&] {
    const Scene scene = desk.view().scene;
    return std::ranges::count_if(scene.items, [](const SceneItem& item) { return item.meaning == "ordered"; });
  };
  CHECK(arrows() > 0);  // where it leads, until its card is drawn
  desk.wish(UndoLast{});
  CHECK(arrows() == 0);
  CHECK(desk.view().card->title == "Taken back: Second cohort moves to e3");
}

namespace {

/// Somebody at the screen who does whatever is offered.
void do_something(Desk& desk, std::mt19937& hand) {
  const ui::ViewState view = desk.view();
  const auto any_of = [&](const std::vector<ui::OptionView>& options) {
    std::vector<const ui::OptionView*> open;
    for (const ui::OptionView& option : options)
      if (option.allowed && !option.gives_up) open.push_back(&option);
    return open.empty() ? nullptr : open[hand() % open.size()];
  };
  const ui::OptionView *order = any_of(view.offers), *on = any_of(view.menu);
  std::vector<const ui::UnitView*> able;
  for (const ui::UnitView& unit : view.units)
    if (unit.can > 0) able.push_back(&unit);
  if (view.question && view.question->veiled) {
    desk.wish(TypeKey{"Enter"});
  } else if (view.question) {
    const ui::OptionView* answer = any_of(view.question->options);
    desk.wish(view.question->takes_values || answer == nullptr ? Intent(TypeKey{"v"}) : answer->intent);
  } else if (order != nullptr && hand() % 4 > 0) {
    desk.wish(order->intent);
  } else if (!able.empty() && (on == nullptr || hand() % 8 > 0)) {
    desk.wish(SelectUnit{able[hand() % able.size()]->unit});
  } else if (on != nullptr) {
    desk.wish(on->intent);
  }
}

}  // namespace

TEST_CASE("a battle that is taken up again heads what is thrown with the order it is thrown for, as it was told at the table",
          "[screen][log]") {
  int all = 0, all_with_throws = 0;
  for (const char* ruleset : {"blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"}) {
    const test::LogFolder folder;
    const std::string log = folder / "game.battle";
    const std::string sample = test::source_dir() + "/models/data/battles/" + ruleset + "_sample.json";
    std::map<std::int64_t, ui::ResultView> at_the_table;  // by the last command each card tells of
    {
      auto stage = set_stage({.battle = sample, .log = log, .table_file = {}, .bases_file = {}});
      REQUIRE(stage);
      Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
      double t = 0;
      ManualFeed feed([&] { return desk.battle().places(); }, [&] { return t += 1; });
      std::mt19937 hand(7);
      for (int i = 0; i < 400; ++i) {
        desk.see(*feed.next());
        for (const DragBase& move : desk.take_drags()) feed.drag(move);
        if (const auto card = desk.public_view().card) at_the_table[desk.battle().seq()] = *card;
        do_something(desk, hand);
      }
    }
    auto stage = set_stage({.battle = log, .log = {}, .table_file = {}, .bases_file = {}});
    REQUIRE(stage);
    Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
    int compared = 0, with_throws = 0;
    for (const auto& [seq, then] : at_the_table) {
      desk.wish(OpenTold{seq});
      const ui::ViewState view = desk.view();
      desk.wish(StepBack{});
      if (!view.opened || view.opened->end != seq + 1) continue;  // it went on
      INFO(ruleset << " " << seq << ": " << then.title);
      CHECK(view.card->title == then.title);
      // The log's events word what a throw was for otherwise, and have the first of dice thrown again too; who threw for what is the same.
      const auto thrown = [](const ui::ResultView& card) {
        std::string dice;
        for (const ui::ThrowView& one : card.throws) {
          dice += (one.whose == Side::A ? "A" : "B") + one.need;
          dice += "; ";
        }
        return dice;
      };
      CHECK(thrown(*view.card) == thrown(then));
      ++compared;
      with_throws += then.throws.empty() ? 0 : 1;
    }
    INFO(ruleset);
    CHECK(compared > 4);
    all += compared, all_with_throws += with_throws;
  }
  CHECK(all > 300);
  CHECK(all_with_throws > 50);
}

}  // namespace step_back_tests
