/// What a script reads back of a question.
#include "assistant/session/answers.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace answers_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using Json = nlohmann::json;

TEST_CASE("offers tell what they still need in words, and by kind with the field to be filled in", "[session]") {
  const auto session = Session::open(test::source_dir() + "/models/data/battles/hoplomachia_sample.json");
  REQUIRE(session);
  const auto reply = reply_to(**session, R"({"by":"A","do":"offers"})", "typed", 0);
  REQUIRE(reply);
  const Json answer = Json::parse(reply->json);
  int concessions = 0;
  for (const Json& offer : answer.at("offers")) {
    CHECK(offer.contains("needs") == offer.contains("still_needed"));
    if (offer.at("command").at("do") != "concede") continue;
    ++concessions;
    CHECK(offer.at("still_needed") == Json{"confirm"});
    CHECK(offer.at("needs") == Json::array({Json{{"kind", "yes"}, {"field", "confirm"}}}));
  }
  CHECK(concessions == 1);
}

TEST_CASE("a reason that core measures in millimetres is answered in the rulebook's unit", "[session]") {
  const auto session = Session::open(test::source_dir() + "/models/data/battles/to_the_strongest_sample.json");
  REQUIRE(session);
  const auto say = [&](const std::string& line) {
    const auto reply = reply_to(**session, line, "typed", 0);
    REQUIRE(reply);
    return Json::parse(reply->json);
  };
  say(R"({"by":"A","do":"move","unit":"A1","to":"d3"})");
  say(R"({"by":"A","do":"answer","cards":[8]})");
  say(R"({"by":"both","do":"undo","agreed":true})");  // A1 is to be put back
  const Json off = say(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":525,"y_mm":427,"heading_deg":90}]})");
  REQUIRE(off.at("verdict") == "refused");
  const Json& reason = off.at("reasons").at(0);
  CHECK(reason.at("unit") == "in");
  CHECK(reason.at("value").get<double>() == 5.0);  // 127 mm beyond the box
}

}  // namespace answers_tests
