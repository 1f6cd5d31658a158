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

}  // namespace answers_tests
