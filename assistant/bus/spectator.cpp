#include "assistant/bus/spectator.hpp"

#include <httplib.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "assistant/session/hash.hpp"

namespace polemarch::assistant {
namespace {

constexpr const char* kPage =
    R"(<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Polemarch: spectators</title><style>body{font:20px/1.4 "DejaVu Sans",Verdana,sans-serif;margin:0;background:#111;color:#eee}
main{display:flex;flex-wrap:wrap}#table{flex:3 1 600px}#table svg{width:100%;height:auto}aside{flex:1 1 280px;padding:.5em 1em}
#late{color:#E69F00}ul{list-style:none;padding:0}li{margin:.2em 0}</style></head><body><main><div id="table"></div><aside><p id="late"></p><div id="lines"></div>
<ul id="log"></ul></aside></main><script>
const token=new URLSearchParams(location.search).get('token')||'';let version=-1;
function fill(id,items,tag){const box=document.getElementById(id);box.replaceChildren(...items.map(t=>{const e=document.createElement(tag);e.textContent=t;return e}))}
async function look(){try{const r=await fetch('view?after='+version+'&token='+encodeURIComponent(token));
if(r.status==200){const v=await r.json();version=v.version;document.getElementById('table').innerHTML=v.svg;fill('lines',v.lines,'p');fill('log',v.log.slice(-30).reverse(),'li')}
document.getElementById('late').textContent=''}catch(e){document.getElementById('late').textContent='connection lost, trying again'}setTimeout(look,700)}look()
</script></body></html>)";

bool is_loopback(const std::string& address) { return address == "127.0.0.1" || address == "localhost" || address == "::1"; }

/// The name before the port in a Host header.
std::string host_name(const std::string& host) {
  if (host.starts_with("[")) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.rfind(':'));
}

}  // namespace

struct Spectator::Server {
  httplib::Server http;
  std::thread thread;
  std::mutex mutex;
  SpectatorView view;
  int version = 0;
  std::string address, token;
  int port = 0;

  /// A foreign page that tricks a browser into asking sends another Host or an Origin.
  bool trusted(const httplib::Request& request) const {
    const std::string host = host_name(request.get_header_value("Host"));
    if (is_loopback(address) && !is_loopback(host)) return false;
    const std::string origin = request.get_header_value("Origin");
    if (!origin.empty() && origin.find("//" + request.get_header_value("Host")) == std::string::npos) return false;
    return token.empty() || request.get_param_value("token") == token;
  }

  void serve() {
    http.Get("/", [this](const httplib::Request& request, httplib::Response& response) {
      if (!trusted(request)) {
        response.status = 403;
        return response.set_content("use the link that the table shows\n", "text/plain");
      }
      response.set_header("Content-Security-Policy", "default-src 'self' 'unsafe-inline'");
      response.set_content(kPage, "text/html; charset=utf-8");
    });
    http.Get("/view", [this](const httplib::Request& request, httplib::Response& response) {
      if (!trusted(request)) {
        response.status = 403;
        return;
      }
      const std::lock_guard lock(mutex);
      if (request.get_param_value("after") == std::to_string(version)) {
        response.status = 204;
        return;
      }
      response.set_content(nlohmann::json{{"version", version}, {"svg", view.svg}, {"lines", view.lines}, {"log", view.log}}.dump(),
                           "application/json");
    });
  }
};

Spectator::Spectator(std::unique_ptr<Server> server) : server_(std::move(server)) {}

Spectator::~Spectator() {
  server_->http.stop();
  if (server_->thread.joinable()) server_->thread.join();
}

Result<std::unique_ptr<Spectator>> Spectator::open(const std::string& where) {
  auto server = std::make_unique<Server>();
  const auto colon = where.rfind(':');
  server->address = colon == std::string::npos ? "127.0.0.1" : where.substr(0, colon);
  const std::string port = colon == std::string::npos ? where : where.substr(colon + 1);
  if (port.empty() || port.size() > 5 || port.find_first_not_of("0123456789") != std::string::npos || std::stoi(port) > 65535)
    return InputError{"--spectate " + where + ": expected a port such as 8090, or ADDRESS:PORT"};
  if (!is_loopback(server->address)) server->token = random_hex(8);
  server->serve();
  server->port = std::stoi(port);
  const bool bound = server->port == 0 ? (server->port = server->http.bind_to_any_port(server->address)) > 0
                                       : server->http.bind_to_port(server->address, server->port);
  if (!bound) return InputError{"--spectate " + where + ": that address is in use or not this computer's; give another port"};
  Server* raw = server.get();
  server->thread = std::thread([raw] { raw->http.listen_after_bind(); });
  return std::unique_ptr<Spectator>(new Spectator(std::move(server)));
}

void Spectator::show(SpectatorView view) {
  const std::lock_guard lock(server_->mutex);
  server_->view = std::move(view);
  ++server_->version;
}

std::string Spectator::link() const {
  return "http://" + server_->address + ":" + std::to_string(server_->port) + "/" +
         (server_->token.empty() ? "" : "?token=" + server_->token);
}

}  // namespace polemarch::assistant
