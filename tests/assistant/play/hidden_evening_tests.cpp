/// The same evening twice: side A hides other things, everything said in public is the same. Whatever leaves for side B, for a shared
/// screen and for spectators is the same to the byte: answers on the wire, screens, the page, the bus, the report, every export, the log
/// but for what is sealed. Until the rules reveal something.

#include <filesystem>
#include <set>

#include "assistant/paint/paint.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/page_state.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/text_screen.hpp"
#include "assistant/report/report.hpp"
#include "assistant/session/answers.hpp"
#include "assistant/session/branch.hpp"
#include "engine/core/hidden.hpp"
#include "tests/assistant/play/hidden_pairs.hpp"
#include "tests/assistant/play/made_from_log.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/support/leaving.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/seeds.hpp"

namespace hidden_evening_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using engine::Json;
using test::Pair;
namespace fs = std::filesystem;

namespace {

/// A table with somebody at a screen.
struct Screen {
  Stage stage;
  double now = 0;
  ManualFeed feed{[this] { return stage.session->battle().places(); }, [this] { return now; }};
  Desk desk;
  Screen(const std::string& setup, Viewer viewer)
      : stage(std::move(*set_stage({setup, "", "", ""}))), desk(*stage.session, stage.table, stage.bases, {.viewer = viewer, .seed = 5}) {
    desk.see(*feed.next());
  }
  void give(const std::string& command) {
    desk.wish(GiveCommand{command});
    now += 0.1;
    desk.see(*feed.next());
  }
  void select(const UnitId& unit) { desk.wish(SelectUnit{unit}); }
};

/// What a screen says and draws.
std::string shown(const ui::ViewState& view) {
  std::string out = text_of_view(view);
  for (const ui::TextLine& line : view.why) out += line.text + line.rule;
  for (const ui::TextLine& line : view.advice) out += line.text + line.rule;
  const SpectatorView page = page_state(view);
  return out + change_between({}, page);
}

struct Evening {
  std::string log;
  std::unique_ptr<Session> wire;  ///< adjudicate --json
  Screen shared, of_b;
  std::string last_reply;
  double t = 0;

  Evening(const std::string& setup, std::string log_path)
      : log(std::move(log_path)), wire(std::move(*Session::open(setup, log))), shared(setup, Viewer::Both), of_b(setup, Viewer::B) {}

  const engine::Battle& battle() const { return wire->battle(); }

  /// Says it everywhere. What the public sees of it.
  Told give(const std::string& command) {
    t += 1;
    const Json spoken = Json::parse(command);
    shared.give(command);
    of_b.give(command);
    const auto reply = reply_to(*wire, command, "typed", t);
    REQUIRE(reply);
    last_reply.clear();
    if (spoken.value("by", "") == "B") {
      Json said = Json::parse(reply->json);
      said.erase("state");  // a keyed hash: other keys, other hash
      last_reply = said.dump();
      for (const std::string& line : reply->plain) last_reply += "\n" + line;
    }
    const LogLine line = wire->lines().back();
    Told told;
    told.verdict.ruling = Json::parse(line.verdict).value("verdict", "") == "allowed" ? engine::Ruling::Allowed : engine::Ruling::Refused;
    for (const std::string& event : line.events) {
      const Json json = Json::parse(event);
      told.events.push_back(engine::is_sealed(json) ? "(sealed)" : engine::canonical(engine::hide_secrets(json, Viewer::Both)));
    }
    return told;
  }

  std::vector<std::string> for_b(const std::optional<UnitId>& selected) {
    std::vector<std::string> out{"reply " + last_reply};
    if (selected) shared.select(*selected), of_b.select(*selected);
    out.push_back("shared screen " + shown(shared.desk.view()));
    out.push_back("screen of B " + shown(of_b.desk.view()));
    const ui::ViewState open = shared.desk.public_view();
    out.push_back("page " + change_between({}, page_state(open)));
    std::string bus;  // as play/broadcast sends it
    for (const auto& line : open.log) bus += std::to_string(line.seq) + line.text + "\n";
    for (const auto& line : open.status) bus += line + "\n";
    if (open.question) bus += open.question->who + open.question->text;
    out.push_back("bus " + bus);
    for (Screen* screen : {&shared, &of_b})
      for (const std::string& line : screen->desk.take_diary()) out.push_back("diary " + line);
    return out;
  }

  /// The screens as they are painted.
  std::vector<paint::Bytes> pictures_for_b() const {
    return {paint::screen_png_of(shared.desk.view(), 800, 450), paint::screen_png_of(of_b.desk.view(), 800, 450),
            paint::screen_png_of(shared.desk.public_view(), 800, 450)};
  }
};

/// A log line with what is sealed replaced by its length, and what another key makes another.
Json without_seals(Json json) {
  if (engine::is_sealed(json)) return "sealed " + std::to_string(json["sealed"].get<std::string>().size()) + json.value("for", "");
  if (json.is_structured())
    for (auto& inner : json) inner = without_seals(std::move(inner));
  return json;
}

std::vector<std::string> log_lines(const std::string& path) {
  std::vector<std::string> out;
  std::istringstream in(test::bytes_of(path));
  for (std::string line; std::getline(in, line);) {
    Json json = without_seals(Json::parse(line));
    for (const char* keyed : {"chain", "state", "created"}) json.erase(keyed);
    if (json.contains("polemarch_battle")) json.erase("keys");
    out.push_back(json.dump());
  }
  return out;
}

/// The logs up to a command, with their keys beside them and without: what is made of one is what is made of the other.
void compare_made(const test::LogFolder& folder, const std::array<std::string, 2>& logs, std::int64_t to) {
  for (const bool keys : {true, false}) {
    INFO((keys ? "with keys" : "without keys"));
    std::array<std::vector<std::string>, 2> made;
    for (std::size_t i = 0; i < 2; ++i) {
      const fs::path of_its_own = folder.path / ("made" + std::to_string(i) + (keys ? "k" : ""));
      fs::remove_all(of_its_own);
      fs::create_directories(of_its_own);
      REQUIRE_FALSE(branch_log(logs[i], to, (of_its_own / "game.battle").string()));
      if (!keys) fs::remove(of_its_own / "game.keys");
      made[i] = test::made_from(of_its_own, keys);
    }
    CHECK(test::first_difference(made[0], made[1]) == "");
  }
}

Viewer audience_of(const engine::Battle& battle, const std::string& command) {
  const engine::Hides* hides = engine::hides(battle);
  return hides == nullptr ? Viewer::Both : hides->audience(command);
}

/// Something that B may say as it stands, but for these.
std::optional<std::string> offered_to_b(const engine::Battle& battle, const std::set<std::string>& unsaid, test::RandomPlayer& player) {
  std::vector<Json> open;
  for (const engine::OfferText& offer : battle.offers(Viewer::B, engine::AboutAll{}))
    if (Json said = Json::parse(offer.command); offer.verdict.allowed() && offer.whole && !unsaid.contains(said.value("do", "")))
      open.push_back(std::move(said));
  if (open.empty()) return std::nullopt;
  Json& one = open[player.below(open.size())];
  one["by"] = "B";
  return one.dump();
}

struct Course {
  int commands = 0, refused_alike = 0, hidden_said = 0, of_b = 0, compared = 0;
  bool revealed = false;
};

/// Plays both evenings side by side until something is revealed. `make`: everything that is made of their logs is compared too.
Course played(const Pair& pair, const test::LogFolder& folder, unsigned seed, int most, bool make) {
  std::array<std::string, 2> setups;
  for (std::size_t i = 0; i < 2; ++i) {
    setups[i] = folder / (std::string(i == 0 ? "one" : "two") + std::to_string(seed) + ".json");
    test::put_bytes(setups[i], pair.setup[i].dump());
  }
  const auto log_of = [&](const char* name) { return folder / (name + std::to_string(seed) + ".battle"); };
  Evening one(setups[0], log_of("one")), two(setups[1], log_of("two"));
  for (std::size_t i = 0; i < pair.opening[0].size(); ++i) one.give(pair.opening[0][i]), two.give(pair.opening[1][i]);
  test::RandomPlayer player(seed, 25), of_two(seed + 1000);
  Course course;
  for (int i = 0; i < most && !course.revealed; ++i) {
    auto command = player.next(one.battle());
    if (command && pair.unsaid.contains(Json::parse(*command).value("do", ""))) command = offered_to_b(one.battle(), pair.unsaid, player);
    if (!command) break;
    const Json spoken = Json::parse(*command);
    std::string other = *command;
    const Viewer eyes = audience_of(one.battle(), *command);
    if (eyes == Viewer::A && spoken.value("do", "") == "answer") {
      for (const engine::Wait& wait : two.battle().waits(Viewer::Umpire))
        if ("w" + std::to_string(wait.id.number) == spoken.value("wait", "")) other = of_two.answer(wait);
    }
    const auto judged = one.battle().judge(*command), too = two.battle().judge(other);
    REQUIRE(judged);
    REQUIRE(too);
    const bool alike = judged->ruling == too->ruling && judged->refusal == too->refusal;
    INFO(pair.name << " seed " << seed << " step " << i << ": " << *command);
    if (!alike) {
      // Only A himself may be judged by what he hides: then he says something else this time.
      CHECK(spoken.value("by", "") == "A");
      continue;
    }
    const Told first = one.give(*command), second = two.give(other);
    ++course.commands;
    course.hidden_said += eyes == Viewer::A ? 1 : 0;
    course.of_b += spoken.value("by", "") == "B" ? 1 : 0;
    course.refused_alike += judged->allowed() ? 0 : 1;
    for (std::size_t k = 0; k < std::max(first.events.size(), second.events.size()); ++k) {
      const std::string a = k < first.events.size() ? first.events[k] : "{}", b = k < second.events.size() ? second.events[k] : "{}";
      if (a == b) continue;
      INFO(a << "\n" << b);
      course.revealed = true;
      // This event reveals it, or follows from one of the same command that does.
      const auto reveals = [&](const std::string& event) {
        return event.starts_with('{') && pair.reveals.contains(Json::parse(event).value("event", ""));
      };
      CHECK((reveals(b) || std::any_of(first.events.begin(),
                                       first.events.begin() + static_cast<std::ptrdiff_t>(std::min(k + 1, first.events.size())), reveals)));
      break;
    }
    if (course.revealed) break;
    const auto places = one.battle().places();
    const std::optional<UnitId> selected =
        i % 3 == 0 && !places.empty() ? std::optional(places[static_cast<std::size_t>(i) % places.size()].unit) : std::nullopt;
    ++course.compared;
    CHECK(test::first_difference(one.for_b(selected), two.for_b(selected)) == "");
    if (i % 10 == 0) CHECK((one.pictures_for_b() == two.pictures_for_b()));
    if (i % 10 == 0)
      for (const Viewer viewer : {Viewer::B, Viewer::Both}) {
        INFO(name_of(viewer));
        CHECK(test::first_difference(test::leaves_for(one.battle(), viewer, 5), test::leaves_for(two.battle(), viewer, 5)) == "");
      }
  }
  const std::int64_t open_to = one.battle().seq() - (course.revealed ? 1 : 0);
  if (make && open_to > 0) compare_made(folder, {one.log, two.log}, open_to);
  if (!course.revealed) {
    CHECK(test::first_difference(log_lines(one.log), log_lines(two.log)) == "");
    const auto report = report_html(one.log), another = report_html(two.log);
    REQUIRE(report);
    REQUIRE(another);
    CHECK(test::first_difference({test::without_counts(*report)}, {test::without_counts(*another)}) == "");
  }
  return course;
}

/// `each`: commands a course must have on average to tell anything.
void compare(const Pair& pair, unsigned battles, int most, int each = 5) {
  const test::LogFolder folder;
  Course all;
  const test::Seeds seeds = test::seeds(battles);
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const Course course = played(pair, folder, seed, most, seed == seeds.first);
    all.commands += course.commands;
    all.refused_alike += course.refused_alike;
    all.hidden_said += course.hidden_said;
    all.of_b += course.of_b;
    all.compared += course.compared;
  }
  if (seeds.at_length)
    WARN(pair.name << ": " << seeds.count() << " pairs of evenings, seeds " << seeds.first << " to " << seeds.last << ", " << all.commands
                   << " commands, of these " << all.of_b << " of B, " << all.hidden_said << " hidden, " << all.refused_alike << " refused; "
                   << all.compared << " times everything for B compared");
  CAPTURE(pair.name, all.commands, all.refused_alike, all.hidden_said, all.of_b);
  CHECK(all.commands > static_cast<int>(seeds.count()) * each);
  CHECK(all.refused_alike > 0);
  CHECK(all.of_b > 0);
}

}  // namespace

TEST_CASE("two evenings with other hands and ranks are the same to the other side and to everybody until a reveal",
          "[play][secret][random][BB-UNIT-17][BB-UNIT-23]") {
  compare(test::hands_and_ranks(), 4, 40);
}

TEST_CASE("Paean and Hail Caesar hide nothing: the umpire, a side and everybody read the same bytes", "[play][secret][random]") {
  for (const std::string room : {"paean", "hail_caesar"}) {
    const test::LogFolder folder;
    auto session = std::move(*Session::open(test::source_dir() + "/models/data/battles/" + room + "_sample.json", folder / "game.battle"));
    test::RandomPlayer player(7, 25);
    int given = 0;
    for (; given < 120; ++given) {
      const auto command = player.next(session->battle());
      if (!command) break;
      INFO(room << " " << given << ": " << *command);
      CHECK(audience_of(session->battle(), *command) == Viewer::Both);
      REQUIRE(session->submit(*command, "typed", given));
      const engine::Battle& battle = session->battle();
      CHECK(battle.state_text(Viewer::Umpire) == battle.state_text(Viewer::Both));
      CHECK(battle.describe(Viewer::Umpire) == battle.describe(Viewer::Both));
      for (const engine::Wait& wait : battle.waits(Viewer::Umpire)) CHECK(wait.audience == Viewer::Both);
    }
    CHECK(given > 30);
    CHECK(test::bytes_of(folder / "game.battle").find("\"sealed\"") == std::string::npos);
  }
}

TEST_CASE("an ambush and a lost unit are the same to the other side and to everybody until a reveal",
          "[play][secret][random][TTS-STR-23]") {
  compare(test::notes(), 3, 30);
}

TEST_CASE("a held stratagem shows to nobody but its holder until it is played", "[play][secret][random][TTS-STR-03]") {
  compare(test::held_cards(), 3, 30);
}

TEST_CASE("where a taxis lies in ambush shows to nobody but its side until it comes out", "[play][secret][random][HM-GEN-18]") {
  compare(test::ambush("A3"), 3, 150);
}

TEST_CASE("where men with missiles lie in ambush shows to nobody but their side until they come out", "[play][secret][random][HM-GEN-18]") {
  compare(test::ambush("A4"), 2, 150);
  compare(test::ambush("A6"), 1, 150);
}

TEST_CASE("a card that is to be played at the end of deployment shows on no screen for both, nor by what the umpire is refused",
          "[play][secret][TTS-STR-03][TTS-STR-05]") {
  const test::LogFolder folder;
  std::set<std::string> screens, of_b;
  for (const char* card : {"JH", "JC", "JD", "QH", "QD", "KS"}) {
    Json setup = test::sample_setup("to_the_strongest");
    setup["phase"] = "deployment";
    setup["sides"]["A"]["stratagem"] = card;
    const std::string path = folder / (std::string(card) + ".json"), log = folder / (std::string(card) + ".battle");
    test::put_bytes(path, setup.dump());
    Screen shared(path, Viewer::Both), other(path, Viewer::B);
    screens.insert(shown(shared.desk.view()));
    of_b.insert(shown(other.desk.view()));
    auto session = std::move(*Session::open(path, log));
    REQUIRE(session->submit(R"({"by":"umpire","do":"deployment_done"})", "typed", 1));
    CHECK(test::bytes_of(log).find("must be played") == std::string::npos);
  }
  CHECK(screens.size() == 1);
  CHECK(of_b.size() == 1);
}

TEST_CASE("the counter under the salpinx shows to nobody but its side until it sounds", "[play][secret][random][HM-SEQ-02]") {
  compare(test::signals({"march", "halt"}), 6, 40, 2);  // a phase is short: then they sound
  compare(test::signals({"march", ""}), 6, 40, 2);
}

}  // namespace hidden_evening_tests
