// Publisher, page and keys as honest programs and browsers use them: real sockets on loopback.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <zmq.hpp>

#include "assistant/bus/publisher.hpp"
#include "assistant/bus/spectator.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace bus_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using test::PageClient;

namespace {

SpectatorView view_with(const std::string& now, const std::vector<std::string>& scene) {
  return {{{"now", '"' + now + '"'}}, {{"scene", scene}}};
}

std::unique_ptr<Publisher> publisher(const PublisherSettings& settings = {"0", {}, {}}) {
  auto out = Publisher::open(settings);
  REQUIRE(out);
  return std::move(*out);
}

/// A subscriber that waits at most 100 ms at a time.
zmq::socket_t subscriber(zmq::context_t& context, const std::string& endpoint, const BusKey* server = nullptr) {
  zmq::socket_t out(context, zmq::socket_type::sub);
  out.set(zmq::sockopt::linger, 0);
  out.set(zmq::sockopt::rcvtimeo, 100);
  if (server != nullptr) {
    const BusKey own = new_bus_key();
    out.set(zmq::sockopt::curve_serverkey, server->open);
    out.set(zmq::sockopt::curve_publickey, own.open);
    out.set(zmq::sockopt::curve_secretkey, own.secret);
  }
  out.set(zmq::sockopt::subscribe, "event");
  out.connect(endpoint);
  return out;
}

/// True when what is published now arrives within `tries` times 100 ms: a subscription takes a moment.
bool hears(Publisher& from, zmq::socket_t& to, int tries) {
  zmq::message_t topic, body;
  for (int i = 0; i < tries; ++i) {
    from.publish("event", R"({"event":"moved"})");
    if (!to.recv(topic)) continue;
    return to.recv(body) && body.to_string() == R"({"event":"moved"})";
  }
  return false;
}

}  // namespace

TEST_CASE("a subscriber on loopback reads topic and JSON", "[bus]") {
  const auto from = publisher();
  zmq::context_t context(1);
  zmq::socket_t to = subscriber(context, from->endpoint());
  from->publish("table", "{}");
  CHECK(hears(*from, to, 50));
}

TEST_CASE("a port in use is one clear line", "[bus]") {
  const auto first = publisher();
  const auto second = Publisher::open({first->endpoint(), {}, {}});
  REQUIRE_FALSE(second);
  CHECK(second.error().line.find("give a free port") != std::string::npos);
}

TEST_CASE("beyond loopback nothing is published without keys", "[bus]") {
  for (const std::string address :
       {"tcp://0.0.0.0:0", "tcp://*:0", "tcp://[::]:0", "tcp://127.0.0.1.example.org:5570", "tcp://localhost.example:1"}) {
    const auto opened = Publisher::open({address, {}, {}});
    INFO(address);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().line.find("polemarch keys") != std::string::npos);
  }
  CHECK_FALSE(Publisher::open({"udp://127.0.0.1:5570", {}, {}}));
  CHECK(Publisher::open({"tcp://127.0.0.1:*", {}, {}}));
}

TEST_CASE("with keys only who has the public one can listen", "[bus]") {
  const BusKey key = new_bus_key(), other = new_bus_key();
  const auto from = publisher({"tcp://0.0.0.0:*", key, {}});
  const std::string port = from->endpoint().substr(from->endpoint().rfind(':'));
  zmq::context_t context(1);
  zmq::socket_t friendly = subscriber(context, "tcp://127.0.0.1" + port, &key);
  CHECK(hears(*from, friendly, 80));
  zmq::socket_t wrong = subscriber(context, "tcp://127.0.0.1" + port, &other);
  zmq::socket_t open = subscriber(context, "tcp://127.0.0.1" + port);
  CHECK_FALSE(hears(*from, wrong, 5));
  CHECK_FALSE(hears(*from, open, 5));
}

TEST_CASE("polemarch keys makes a pair that only its owner reads, and never over another", "[bus][cli]") {
  const test::Folder dir("bus_keys");
  const test::Run made = test::run({"keys", dir.at("table")});
  REQUIRE(made.code == 0);
  struct stat about {};
  REQUIRE(::stat(dir.at("table.key").c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
  const auto read = read_bus_key(dir.at("table.key"));
  REQUIRE(read);
  CHECK(test::text_of_file(dir.at("table.pub")) == read->open + "\n");
  CHECK(made.out.find(read->secret) == std::string::npos);
  const std::string before = test::text_of_file(dir.at("table.key"));
  CHECK(test::run({"keys", dir.at("table")}).code == 2);
  CHECK(test::text_of_file(dir.at("table.key")) == before);
  ::chmod(dir.at("table.key").c_str(), 0644);
  CHECK(read_bus_key(dir.at("table.key")).error().line.find("others may read") != std::string::npos);
  CHECK_FALSE(read_bus_key(dir.with("noise.key", "not a key")));
  CHECK_FALSE(read_bus_key(dir.at("missing.key")));
}

TEST_CASE("play --publish beyond loopback without keys ends with exit code 2 and one line", "[bus][cli]") {
  const test::Folder dir("publish_open");
  const test::Run run = test::run({"play", test::source_dir() + "/models/data/battles/paean_sample.json", "--headless", dir.at("out"),
                                   "--seconds", "1", "--publish", "tcp://0.0.0.0:0"});
  CHECK(run.code == 2);
  CHECK(run.err.find("polemarch keys") != std::string::npos);
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  const test::Run weak = test::run({"play", test::source_dir() + "/models/data/battles/paean_sample.json", "--headless", dir.at("out"),
                                    "--seconds", "1", "--spectate", "0.0.0.0:0", "--token", "short"});
  CHECK(weak.code == 2);
  CHECK(weak.err.find("--token") != std::string::npos);
}

TEST_CASE("play --spectate beyond loopback without a token ends with exit code 2 and one line, and writes nothing", "[bus][cli]") {
  const test::Folder dir("spectate_open");
  for (const char* where : {"0.0.0.0:0", "[::]:0"}) {
    INFO(where);
    const test::Run run = test::run({"play", test::source_dir() + "/models/data/battles/paean_sample.json", "--headless", dir.at("out"),
                                     "--seconds", "1", "--spectate", where});
    CHECK(run.code == 2);
    CHECK(run.err.find("--token") != std::string::npos);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.out.empty());
    CHECK(test::text_of_file(dir.at("out/paean_sample.battle")).empty());
  }
}

TEST_CASE("a browser gets the page, the whole view once and then what changed", "[bus][spectator]") {
  auto spectator = Spectator::open({"0", {}});
  REQUIRE(spectator);
  const std::string far(200, '4');  // whole is longer than the change
  (*spectator)->show(view_with("turn 3", {"[1]", "[2]", "[3]", "[" + far + "]"}));
  PageClient page((*spectator)->link());
  const std::string html = page.get("/");
  CHECK(html.find("200 OK") != std::string::npos);
  CHECK(html.find("Now</h2>") != std::string::npos);
  REQUIRE(page.listen());
  const auto whole = page.event(2000);
  REQUIRE(whole);
  CHECK(whole->kind == "whole");
  CHECK(nlohmann::json::parse(whole->data)["f"]["now"] == "turn 3");
  (*spectator)->show(view_with("turn 3", {"[1]", "[2]", "[9]", "[3]", "[" + far + "]"}));
  const auto change = page.event(2000);
  REQUIRE(change);
  CHECK(change->kind == "change");
  CHECK(change->number == whole->number + 1);
  CHECK(change->data == R"({"l":{"scene":[0,2,[9],2,2]}})");
  (*spectator)->show(view_with("turn 3", {"[1]", "[2]", "[9]", "[3]", "[" + far + "]"}));
  const auto beat = page.event(4000);
  REQUIRE(beat);
  CHECK(beat->kind == "beat");
}

TEST_CASE("Host and Origin are compared whole", "[bus][spectator]") {
  auto spectator = Spectator::open({"0", {}});
  REQUIRE(spectator);
  const PageClient page((*spectator)->link());
  const std::string port = std::to_string(page.port());
  const auto status = [&](const std::string& headers) { return page.exchange("GET / HTTP/1.1\r\n" + headers + "\r\n").substr(9, 3); };
  CHECK(status("Host: 127.0.0.1:" + port + "\r\n") == "200");
  CHECK(status("Host: LocalHost:" + port + "\r\n") == "200");
  CHECK(status("Host: 127.0.0.1:" + port + "\r\nOrigin: http://127.0.0.1:" + port + "\r\n") == "200");
  for (const std::string& host : {"evil.example:" + port, "127.0.0.1.evil.example:" + port, std::string("127.0.0.1"),
                                  "localhost:" + port + "0", "x127.0.0.1:" + port, std::string()}) {
    INFO(host);
    CHECK(status("Host: " + host + "\r\n") == "403");
  }
  for (const std::string& origin : {"http://evil.example//127.0.0.1:" + port, "http://127.0.0.1:" + port + ".evil.example",
                                    "https://127.0.0.1:" + port, "http://127.0.0.1:" + port + "0", std::string("null")}) {
    INFO(origin);
    CHECK(status("Host: 127.0.0.1:" + port + "\r\nOrigin: " + origin + "\r\n") == "403");
  }
  CHECK(status("Host: 127.0.0.1:" + port + "\r\nHost: evil.example\r\n") == "400");
}

TEST_CASE("beyond loopback the token is needed, whole", "[bus][spectator]") {
  CHECK_FALSE(Spectator::open({"0.0.0.0:0", {}}));
  const std::string token = "tableTalk2026xyz";
  auto spectator = Spectator::open({"0.0.0.0:0", token});
  REQUIRE(spectator);
  const std::string link = (*spectator)->link();
  CHECK(link.ends_with("/?token=" + token));
  const PageClient page(link);
  const auto status = [&](const std::string& target) { return page.get(target).substr(9, 3); };
  CHECK(status("/") == "403");
  CHECK(status("/news") == "403");
  CHECK(status("/?token=" + token) == "200");
  CHECK(status("/?token=" + token.substr(1)) == "403");
  CHECK(status("/?token=" + token + "0") == "403");
  CHECK(status("/?token=") == "403");
}

TEST_CASE("a spectator address that is no port is one clear line", "[bus][spectator]") {
  for (const std::string where : {"seven", "127.0.0.1:99999", "127.0.0.1:", ":80", "-1"}) {
    INFO(where);
    CHECK_FALSE(Spectator::open({where, {}}));
  }
}

TEST_CASE("publishing: a port that there is not is refused, not counted on from nought", "[bus]") {
  for (const char* where : {"99999", "65536", "tcp://127.0.0.1:65536", "123456789012345678901234567890"}) {
    INFO(where);
    const auto opened = Publisher::open({where, {}, {}});
    REQUIRE_FALSE(opened);
    CHECK(opened.error().line.ends_with("the last port is 65535; expected one such as 5570"));
  }
}

TEST_CASE("publishing: the name of this computer is an address too", "[bus]") {
  const auto opened = Publisher::open({"tcp://localhost:*", {}, {}});
  REQUIRE(opened);
  CHECK((*opened)->endpoint().starts_with("tcp://127.0.0.1:"));
}

TEST_CASE("publishing at a path takes away no file and no other table's place", "[bus]") {
  const test::Folder dir("publish_path");
  const std::string file = dir.with("notes.txt", "mine"), path = dir.at("table"), left_path = dir.at("left");
  const auto onto = Publisher::open({"ipc://" + file, {}, {}});
  REQUIRE_FALSE(onto);
  CHECK(onto.error().line.ends_with("there is a file already; give another name"));
  CHECK(test::text_of_file(file) == "mine");
  {
    const auto first = Publisher::open({"ipc://" + path, {}, {}});
    REQUIRE(first);
    const auto second = Publisher::open({"ipc://" + path, {}, {}});
    REQUIRE_FALSE(second);
    CHECK(second.error().line.ends_with("another program publishes there; give another name"));
  }
  const int left = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);  // by one that was killed
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  left_path.copy(at.sun_path, sizeof at.sun_path - 1);
  REQUIRE(::bind(left, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
  ::close(left);
  CHECK(Publisher::open({"ipc://" + left_path, {}, {}}));
}

}  // namespace bus_tests
