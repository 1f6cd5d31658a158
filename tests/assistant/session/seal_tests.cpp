/// What is hidden stands sealed in the log itself, comes back with the keys, and tells nothing without them.
#include "assistant/session/seals.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "assistant/session/branch.hpp"
#include "assistant/session/hiding.hpp"
#include "assistant/session/keys.hpp"
#include "assistant/story/build.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace seal_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;
using engine::Json;
namespace fs = std::filesystem;

namespace {

const Json kEvent = Json::parse(
    R"({"answer":{"owner":"A","revealed":false,"secret":"answer.w1","value":{"values":[5]}},"event":"wait_answered","wait":"w1"})");

/// Plays Marathon and opens the keys, by the way a test chooses.
std::unique_ptr<Session> marathon(const std::string& path) {
  play_marathon(path);
  auto session = Session::open(path);
  REQUIRE(session);
  return std::move(*session);
}

}  // namespace

TEST_CASE("a sealed value cannot be read, comes back with its key, and has a new seal each time", "[session][secret]") {
  const Seals seals;
  const Json sealed = seals.secrets_sealed(kEvent);
  CHECK(sealed.dump().find("[5]") == std::string::npos);
  CHECK(seals.secrets_sealed(kEvent) != sealed);  // a seal given again tells nothing of what it holds
  bool missing = false;
  CHECK(seals.opened(sealed, missing) == kEvent);
  CHECK_FALSE(missing);
  const Json unknown = Seals::without_keys().opened(sealed, missing);
  CHECK(missing);
  CHECK_FALSE(unknown["answer"].contains("value"));
  missing = false;
  CHECK_FALSE(Seals().opened(sealed, missing)["answer"].contains("value"));  // another battle's keys
  CHECK(missing);
}

TEST_CASE("a value that its owner keeps to himself is sealed like any other", "[session][secret]") {
  const Seals seals;
  Json kept = kEvent;
  kept["answer"].erase("value");
  const Json sealed = seals.secrets_sealed(kept);
  CHECK(sealed.dump().size() == seals.secrets_sealed(kEvent).dump().size());
  bool missing = false;
  CHECK(seals.opened(sealed, missing) == kept);
  CHECK_FALSE(missing);
  CHECK(Seals::without_keys().opened(sealed, missing) == kept);
}

TEST_CASE("what is revealed, or for both sides, is not sealed", "[session][secret]") {
  const Seals seals;
  Json open = kEvent;
  open["answer"]["revealed"] = true;
  CHECK(seals.secrets_sealed(open) == open);
  open = kEvent;
  open["answer"]["owner"] = "both";
  CHECK(seals.secrets_sealed(open) == open);
}

TEST_CASE("the log holds no hidden card, rank, refused command or reason in clear, and no second file of secrets", "[session][secret]") {
  const LogFolder folder;
  play_marathon(folder / "game.battle");
  const std::string log = bytes_of(folder / "game.battle");
  for (const char* hidden : {"[40,17,48,23]", "[51,45,54,42]", "[51,45,54,51]", "\"A5\":3", "BB-SCN-04", "named twice"}) {
    INFO(hidden);
    CHECK(log.find(hidden) == std::string::npos);
  }
  CHECK(log.find("\"event\":\"ranks_adjusted\"") == std::string::npos);  // it names the units whose markers changed
  CHECK_FALSE(fs::exists(folder / "game.secrets"));
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 2);  // the log and its keys
  struct stat keys {};
  REQUIRE(::stat((folder / "game.keys").c_str(), &keys) == 0);
  CHECK((keys.st_mode & 0777) == 0600);
}

TEST_CASE("an answer that meets no question of its side is sealed for it: it may be a hand meant for another moment", "[session][secret]") {
  const LogFolder folder;
  {
    auto session = Session::open(marathon_setup(), folder / "game.battle");
    REQUIRE(session);
    for (const char* answer :
         {R"({"by":"B","cards":[48,23,57,26],"do":"answer"})", R"({"by":"B","cards":[48,23,57,26],"do":"answer","wait":"w9"})",
          R"({"by":"B","choice":"forty-eight","do":"answer"})"}) {
      const auto told = (*session)->submit(answer, "typed", 1.0);
      REQUIRE(told);
      CHECK_FALSE(told->verdict.allowed());
      CHECK(told->audience == Viewer::B);
    }
  }
  const std::string log = bytes_of(folder / "game.battle");
  for (const char* hidden : {"48,23", "forty-eight", "\"w9\""}) {
    INFO(hidden);
    CHECK(log.find(hidden) == std::string::npos);
  }
}

TEST_CASE("hidden places of a set-up are sealed for their side and null without the key", "[session][secret]") {
  const Seals seals;
  const Json setup = Json::parse(
      R"({"sides":{"A":{"hand":[12,0],"units":[{"unit":"A1","ranks":3}]},"B":{"hand":[],"units":[{"unit":"B1"}]}},"note":"x"})");
  const Json sealed = sealed_setup(seals, setup, "/sides/*/units/*/ranks /sides/*/hand/*");
  CHECK(sealed["sides"]["A"]["units"][0]["ranks"]["for"] == "A");
  CHECK(sealed["sides"]["A"]["hand"].size() == 2);
  CHECK(sealed["note"] == "x");
  CHECK(sealed["sides"]["B"] == setup["sides"]["B"]);
  bool missing = false;
  CHECK(seals.opened(sealed, missing) == setup);
  CHECK_FALSE(missing);
  CHECK(with_nulls(sealed)["sides"]["A"]["units"][0]["ranks"].is_null());
}

TEST_CASE("who has a rank marker of its own shows in no header: the others' are sealed too", "[session][secret][BB-UNIT-24]") {
  const test::LogFolder folder;
  const auto sealed_in = [&](const std::string& special) {
    Json setup = Json::parse(*read_text_file(test::source_dir() + "/models/data/battles/blade_and_bow_mycale.json"));
    for (Json& unit : setup["sides"]["A"]["units"]) {
      unit.erase("ranks");
      if (unit["unit"] == special) unit["ranks"] = 0;
    }
    const std::string file = folder / (special + ".json"), log = folder / (special + ".battle");
    REQUIRE_FALSE(write_text_file(file, setup.dump()));
    auto session = Session::open(file, log);
    INFO((session ? "" : session.error().line));
    REQUIRE(session);
    const std::string text = *read_text_file(log);
    std::string all;
    const Json header = Json::parse(text.substr(0, text.find('\n')));
    for (const Json& unit : header["setup"]["sides"]["A"]["units"])
      all +=
          unit["unit"].get<std::string>() + (unit.contains("ranks") ? unit["ranks"].contains("sealed") ? " sealed " : " open " : " none ");
    return all;
  };
  const std::string one = sealed_in("A3"), other = sealed_in("A4");
  CHECK(one == other);
  INFO(one);
  CHECK(one.find("A3 sealed") != std::string::npos);
  CHECK(one.find("A4 sealed") != std::string::npos);
  CHECK(one.find("open") == std::string::npos);
}

TEST_CASE("without its keys a log opens, replays and tells what is public, and says in one line what going on lacks", "[session][secret]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "game.keys";
  const std::string hash = play_marathon(log);
  fs::rename(keys, folder / "elsewhere");
  const auto read = Session::open_read_only(log);
  REQUIRE(read);
  CHECK((*read)->battle().seq() == static_cast<std::int64_t>(marathon_commands().size()));
  CHECK((*read)->battle().state_text().find("card.A.1") != std::string::npos);  // it exists, unknown
  const auto going_on = Session::open(log);
  REQUIRE_FALSE(going_on);
  CHECK(going_on.error().line.find("game.keys: is not there") != std::string::npos);
  CHECK(going_on.error().line.find('\n') == std::string::npos);
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  REQUIRE_FALSE(verified->left_out.empty());
  CHECK(verified->left_out.front().find("game.keys") != std::string::npos);
  // Another battle's keys are no keys.
  play_marathon(folder / "other.battle");
  fs::copy_file(folder / "other.keys", keys);
  const auto wrong = Session::open(log);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line.find("keys of another battle") != std::string::npos);
  fs::remove(keys);
  fs::rename(folder / "elsewhere", keys);
  const auto back = Session::open(log);
  REQUIRE(back);
  CHECK((*back)->state_hash() == hash);
}

TEST_CASE("a seal that its key does not open is named with its line, and the rest is told", "[session][secret]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  play_marathon(log);
  std::istringstream in(bytes_of(log));
  std::string again, chain, place;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {  // another letter in the first seal; the chain is made again
    ++number;
    if (const auto at = line.find("\"sealed\":\""); at != std::string::npos && number > 1 && place.empty()) {
      line[at + 60] = line[at + 60] == 'A' ? 'B' : 'A';
      place = log + ": line " + std::to_string(number) + " (seq " + std::to_string(Json::parse(line)["seq"].get<int>()) +
              "): a seal is damaged";
    }
    again += chained(line.substr(0, line.rfind(",\"chain\"")) + "}", chain, chain) + "\n";
  }
  REQUIRE_FALSE(place.empty());
  put_bytes(log, again);
  const auto on = Session::open(log);
  REQUIRE_FALSE(on);
  CHECK(on.error().line.starts_with(place));
  CHECK(on.error().line.find('\n') == std::string::npos);
  const auto read = Session::open_read_only(log);
  REQUIRE(read);
  REQUIRE((*read)->warning());
  CHECK((*read)->warning()->starts_with(place));
  const auto told = story::story_of(log);
  REQUIRE(told);
  REQUIRE(told->warnings.size() == 1);
  CHECK(told->warnings.front().starts_with(place));
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  REQUIRE_FALSE(verified->left_out.empty());
  CHECK(verified->left_out.front().starts_with(place));
}

TEST_CASE("the file of keys is made before the log and never written again", "[session][secret]") {
  const LogFolder folder;
  play_marathon(folder / "game.battle");
  const std::string keys = bytes_of(folder / "game.keys");
  const auto made = fs::last_write_time(folder / "game.keys");
  {
    auto session = Session::open(folder / "game.battle");
    REQUIRE(session);
    REQUIRE((*session)->submit(R"({"by":"B","dice":[1],"do":"answer"})", "typed", 99));
  }
  CHECK(bytes_of(folder / "game.keys") == keys);
  CHECK(fs::last_write_time(folder / "game.keys") == made);
  // Keys without a log may be somebody's who would read with them what is hidden: no battle takes them, and none is lost.
  for (const char* aside : {"game.unused-1.keys", "game.unused-2.keys"}) {
    fs::remove(folder / "game.battle");
    const std::string left = bytes_of(folder / "game.keys");
    const auto session = Session::open(marathon_setup(), folder / "game.battle");
    REQUIRE(session);
    CHECK(bytes_of(folder / "game.keys") != left);
    CHECK(bytes_of(folder / aside) == left);
    const auto notice = (*session)->take_notice();  // the screen says it
    REQUIRE(notice);
    CHECK(notice->find(std::string("they are kept in ") + (folder / aside)) != std::string::npos);
  }
  fs::remove(folder / "game.battle");
  fs::remove(folder / "game.keys");
  fs::create_symlink(folder / "nowhere", folder / "game.keys");
  REQUIRE(Session::open(marathon_setup(), folder / "game.battle"));
  CHECK(fs::is_symlink(folder / "game.unused-3.keys"));
  CHECK_FALSE(fs::exists(folder / "nowhere"));
}

TEST_CASE("of a damaged file of keys no key is printed", "[session][secret]") {
  const std::string key(64, 'a');
  for (const std::string& damaged : {"{\"polemarch_keys\":1,\"A\":\"" + key + "\x01,\"B\":\"" + key + "\"}", "{\"A\":\"" + key}) {
    const auto keys = keys_from_text(damaged, "game.keys");
    REQUIRE_FALSE(keys);
    CHECK(keys.error().line.starts_with("game.keys: damaged"));
    CHECK(keys.error().line.find("aa") == std::string::npos);
  }
}

TEST_CASE("a battle named as another but for its ending takes that one's keys away from it under no name", "[session][secret]") {
  const LogFolder folder;
  play_marathon(folder / "game.battle");
  const std::string keys = bytes_of(folder / "game.keys");
  for (const char* name : {"game.other", "game"}) {
    const auto second = Session::open(marathon_setup(), folder / name);
    REQUIRE_FALSE(second);
    CHECK(second.error().line.find("game.keys: holds the keys of game.battle; give this battle a name") != std::string::npos);
    CHECK_FALSE(fs::exists(folder / name));
  }
  CHECK(bytes_of(folder / "game.keys") == keys);
  CHECK_FALSE(fs::exists(folder / "game.unused-1.keys"));
  CHECK(Session::open(folder / "game.battle"));
  CHECK(Session::open(marathon_setup(), folder / "game.2.battle"));  // has keys of its own
  CHECK_FALSE(is_free_for_a_log(folder / "game.battle"));
  CHECK_FALSE(is_free_for_a_log(folder / "game.other"));
  CHECK(is_free_for_a_log(folder / "game-2.battle"));
  fs::create_symlink("nowhere", folder / "game-2.battle");
  CHECK_FALSE(is_free_for_a_log(folder / "game-2.battle"));
  put_bytes(folder / "game-from-3.keys", keys);  // of a start that was cut off
  CHECK(branch_name(folder / "game.battle", 3) == folder / "game-from-3-2.battle");
}

TEST_CASE("keys that others may read are closed to them when the battle goes on, and that is said once", "[session][secret]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "game.keys";
  play_marathon(log);
  const auto mode = [&] { return fs::status(keys).permissions() & fs::perms::mask; };
  const auto opened = [&] { return (fs::permissions(keys, fs::perms(0644)), std::move(*Session::open(log))); };
  constexpr auto kOwnersAlone = fs::perms(0600);
  SECTION("before it is opened") {
    CHECK((*Session::open(log))->take_notice() == std::nullopt);
    const auto session = opened();
    CHECK(session->take_notice() == keys + ": others could read it, and with it what is hidden in this battle; from now on only you can");
    CHECK(mode() == kOwnersAlone);
  }
  SECTION("while it is open") {
    auto session = std::move(*Session::open(log));
    fs::permissions(keys, fs::perms(0640));
    REQUIRE(session->submit(R"({"by":"B","dice":[1],"do":"answer"})", "typed", 99));
    CHECK(session->take_notice());
    CHECK(mode() == kOwnersAlone);
    REQUIRE(session->submit(R"({"by":"B","dice":[1],"do":"answer"})", "typed", 99));
    CHECK_FALSE(session->take_notice());
  }
  SECTION("another's keys are left to him") {
    if (::geteuid() != 0) return;
    constexpr uid_t kSomebody = 4711;
    REQUIRE(::chown(keys.c_str(), kSomebody, kSomebody) == 0);
    CHECK(opened()->take_notice() == keys +
                                         ": others may read it, and with it what is hidden in this battle; chmod 600 it, or move the "
                                         "battle to a disk of your own");
    CHECK(mode() == fs::perms(0644));
  }
  SECTION("whoever only reads leaves them as they are") {
    fs::permissions(keys, fs::perms(0644));
    CHECK(Session::open_read_only(log));
    CHECK(mode() == fs::perms(0644));
  }
  SECTION("keys that stand in the log hide nothing any more") {
    auto session = std::move(*Session::open(log));
    REQUIRE(session->submit(R"({"by":"both","do":"open_keys"})", "typed", 99)->verdict.allowed());
    fs::permissions(keys, fs::perms(0644));
    REQUIRE(session->submit(R"({"by":"B","dice":[1],"do":"answer"})", "typed", 99));
    CHECK_FALSE(session->take_notice());
    session.reset();
    CHECK((*Session::open(log))->take_notice().value_or("").find("can be read in it") != std::string::npos);
    CHECK(mode() == fs::perms(0644));
  }
}

TEST_CASE("when both sides agree the keys go into the log, and anybody can read what was hidden", "[session][secret]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  const auto open_keys = [](Session& session, const std::string& by) {
    const auto outcome = session.submit(R"({"by":")" + by + R"(","do":"open_keys"})", "typed", 60);
    REQUIRE(outcome);
    return outcome->verdict.allowed();
  };
  {
    auto session = marathon(log);
    CHECK_FALSE(open_keys(*session, "umpire"));
    CHECK(open_keys(*session, "A"));
    CHECK_FALSE(open_keys(*session, "A"));
  }
  CHECK(bytes_of(log).find("open_keys") == std::string::npos);
  {
    auto session = Session::open(log);  // what A said stands in the log
    REQUIRE(session);
    CHECK(open_keys(**session, "B"));
    CHECK_FALSE(open_keys(**session, "B"));
    REQUIRE((*session)->submit(R"({"by":"B","dice":[1],"do":"answer"})", "typed", 99)->verdict.allowed());
  }
  fs::remove(folder / "game.keys");
  const auto read = Session::open_read_only(log);
  REQUIRE(read);
  CHECK((*read)->lines()[6].command.find("[40,17,48,23]") != std::string::npos);
  CHECK((*read)->lines()[0].verdict.find("BB-SCN-04") != std::string::npos);
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  INFO(verified->what);
  CHECK(verified->same);
  CHECK(verified->left_out.empty());
  CHECK(Session::open(log));  // and it goes on without the file
}

TEST_CASE("a log of format 1 with its second file goes on, sealed with keys from there", "[session][secret][replay]") {
  const LogFolder folder;
  const std::string old = test::source_dir() + "/tests/assistant/session/old_logs/marathon", log = folder / "marathon.battle";
  fs::copy_file(old + ".battle", log);
  const auto incomplete = Session::open(log);
  REQUIRE_FALSE(incomplete);
  CHECK(incomplete.error().line.find(".secrets") != std::string::npos);
  fs::copy_file(old + ".secrets", folder / "marathon.secrets");
  const std::string secrets = bytes_of(folder / "marathon.secrets");
  std::string hash;
  {
    auto session = Session::open(log);
    INFO((session ? "" : session.error().line));
    REQUIRE(session);
    REQUIRE((*session)
                ->submit(R"({"by":"umpire","do":"amend","path":"/units/A5/ranks/value","value":2,"reason":"miscounted"})", "typed", 90)
                ->verdict.allowed());
    hash = (*session)->state_hash();
  }
  CHECK(bytes_of(log).substr(0, bytes_of(old + ".battle").size()) == bytes_of(old + ".battle"));
  CHECK(bytes_of(log).find("miscounted") == std::string::npos);  // an amendment of a hidden value is hidden
  CHECK(bytes_of(folder / "marathon.secrets") == secrets);
  const auto again = Session::open(log);
  REQUIRE(again);
  CHECK((*again)->state_hash() == hash);
}

}  // namespace seal_tests
