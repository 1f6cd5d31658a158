#include <httplib.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <zmq.hpp>

#include "assistant/bus/publisher.hpp"
#include "assistant/bus/spectator.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::assistant;

TEST_CASE("a subscriber on loopback reads topic and JSON", "[bus]") {
  auto publisher = Publisher::open("0");
  REQUIRE(publisher);
  zmq::context_t context(1);
  zmq::socket_t subscriber(context, zmq::socket_type::sub);
  subscriber.set(zmq::sockopt::subscribe, "event");
  subscriber.set(zmq::sockopt::rcvtimeo, 100);
  subscriber.connect((*publisher)->endpoint());
  zmq::message_t topic, body;
  bool received = false;
  for (int i = 0; i < 50 && !received; ++i) {  // a subscription takes a moment to arrive
    (*publisher)->publish("table", "{}");
    (*publisher)->publish("event", R"({"event":"moved"})");
    received = subscriber.recv(topic).has_value();
  }
  REQUIRE(received);
  REQUIRE(subscriber.recv(body));
  CHECK(topic.to_string() == "event");
  CHECK(body.to_string() == R"({"event":"moved"})");
}

TEST_CASE("a port in use is one clear line", "[bus]") {
  auto first = Publisher::open("0");
  REQUIRE(first);
  const auto second = Publisher::open((*first)->endpoint());
  REQUIRE_FALSE(second);
  CHECK(second.error().line.find("give a free port") != std::string::npos);
}

TEST_CASE("a browser gets the page, and the newest view once", "[bus][spectator]") {
  auto spectator = Spectator::open("0");
  REQUIRE(spectator);
  (*spectator)->show({"<svg/>", {"turn 3"}, {"A3 moved"}});
  const std::string link = (*spectator)->link();
  httplib::Client client(link.substr(0, link.size() - 1));
  client.set_connection_timeout(2);
  const auto page = client.Get("/");
  REQUIRE(page);
  CHECK(page->body.find("spectators") != std::string::npos);
  const auto view = client.Get("/view?after=-1");
  REQUIRE(view);
  REQUIRE(view->status == 200);
  const auto j = nlohmann::json::parse(view->body);
  CHECK(j["lines"][0] == "turn 3");
  CHECK(client.Get("/view?after=" + std::to_string(j["version"].get<int>()))->status == 204);
}

TEST_CASE("another host's name or a foreign origin is turned away", "[bus][spectator]") {
  auto spectator = Spectator::open("0");
  REQUIRE(spectator);
  const std::string link = (*spectator)->link();
  httplib::Client client(link.substr(0, link.size() - 1));
  CHECK(client.Get("/view?after=-1", {{"Host", "evil.example:80"}})->status == 403);
  CHECK(client.Get("/view?after=-1", {{"Origin", "http://evil.example"}})->status == 403);
}

TEST_CASE("beyond loopback the token is needed", "[bus][spectator]") {
  auto spectator = Spectator::open("0.0.0.0:0");
  REQUIRE(spectator);
  const std::string link = (*spectator)->link();
  const auto query = link.find("/?token=");
  REQUIRE(query != std::string::npos);
  const std::string port = link.substr(link.rfind(':', query) + 1, query - link.rfind(':', query) - 1);
  httplib::Client client("http://127.0.0.1:" + port);
  CHECK(client.Get("/")->status == 403);
  CHECK(client.Get(link.substr(query))->status == 200);
}

TEST_CASE("a spectator address that is no port is one clear line", "[bus][spectator]") {
  CHECK_FALSE(Spectator::open("seven"));
  CHECK_FALSE(Spectator::open("127.0.0.1:99999"));
}
