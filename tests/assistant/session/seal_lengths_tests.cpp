/// What a sealed log tells of what it hides, by its lengths and its hashes: nothing.
#include "assistant/session/seals.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace seal_lengths_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::test;
using engine::Json;

TEST_CASE("a seal's length tells nothing of its value", "[session][secret]") {
  const Seals seals;
  const auto length = [&](const Json& value, SealSize size) { return seals.sealed(Viewer::A, value, size).dump().size(); };
  CHECK(length(0, SealSize::Value) == length(std::string(200, 'x'), SealSize::Value));
  CHECK(length(Json::array(), SealSize::Whole) == length(std::string(1000, 'x'), SealSize::Whole));
  CHECK(length(std::string(300, 'x'), SealSize::Value) == length(std::string(1000, 'x'), SealSize::Value));
  for (const int stands : {1, 2, 4, 7, 12, 40}) {  // where an ambush lies: a place near a corner of the table or far from it
    Json near = Json::array(), far = Json::array();
    for (int i = 0; i < stands; ++i) {
      near.push_back({{"base", "A4.1"}, {"x_mm", 1.0}, {"y_mm", 2.0}, {"heading_deg", 0.0}});
      far.push_back({{"base", "A4.1"}, {"x_mm", 1234.567891}, {"y_mm", 2345.678912}, {"heading_deg", 269.123456}});
    }
    CAPTURE(stands);
    CHECK(length(near, SealSize::Value) == length(far, SealSize::Value));
    const Json hide{{"by", "A"}, {"do", "hide"}, {"unit", "A4"}};
    const auto said = [&](const Json& poses) {
      Json command = hide;
      command["poses"] = poses;
      return length(command, SealSize::Whole);
    };
    CHECK(said(near) == said(far));
  }
}

TEST_CASE("two states that hide the same value have other hashes: nobody learns that a choice was made again", "[session][secret]") {
  const LogFolder folder;
  const std::string log = folder / "game.battle";
  {
    auto session = std::move(*Session::open(source_dir() + "/models/data/battles/hoplomachia_sample.json", log));
    const std::string march = R"({"by":"A","do":"signal","order":"march"})";
    REQUIRE(session->submit(march, "typed", 1.0)->verdict.allowed());
    REQUIRE(session->submit(R"({"by":"both","do":"undo"})", "typed", 2.0)->verdict.allowed());
    REQUIRE(session->submit(march, "typed", 3.0)->verdict.allowed());
    const auto lines = session->lines();
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].state != lines[2].state);
  }
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  CHECK(verified->differences == 0);
}

TEST_CASE("equal public play with other hidden hands gives a log of equal lengths, line by line", "[session][secret]") {
  const LogFolder folder;
  const auto lengths = [&](const std::string& name, const std::vector<std::string>& hidden) {
    auto session = Session::open(marathon_setup(), folder / name);
    REQUIRE(session);
    for (std::size_t i = 0; i < marathon_commands().size(); ++i) {
      std::string command = marathon_commands()[i];
      if (i == 1) command = hidden[0];
      if (i == 6) command = hidden[1];
      REQUIRE((*session)->submit(command, "typed", 1.0));
    }
    std::vector<std::size_t> out;
    std::istringstream in(bytes_of(folder / name));
    for (std::string line; std::getline(in, line);) out.push_back(line.size());
    out.erase(out.begin());  // the header has the time
    return out;
  };
  CHECK(lengths("one.battle", {R"({"by":"A","do":"adjust_ranks","ranks":{"A1":0,"A2":0,"A5":3}})",
                               R"({"by":"A","cards":[40,17,48,23],"do":"answer"})"}) ==
        lengths("two.battle",
                {R"({"by":"A","do":"adjust_ranks","ranks":{"A1":0,"A5":2}})", R"({"by":"A","cards":[1,2,3,4],"do":"answer"})"}));
}

}  // namespace seal_lengths_tests
