#include "assistant/bus/spectator.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "assistant/bus/live_server.hpp"
#include "assistant/bus/page.hpp"
#include "assistant/session/hash.hpp"

namespace polemarch::assistant {
namespace {

using Clock = std::chrono::steady_clock;

/// The new list told by the old one: runs that stay as "from,count", the rest in full.
std::string list_change(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = before.size(); i-- > 0;) places[before[i]] = i;
  std::string out = "[";
  const auto add = [&](const std::string& text) { out += (out.size() > 1 ? "," : "") + text; };
  for (std::size_t i = 0; i < after.size();) {
    const auto found = places.find(after[i]);
    if (found == places.end()) {
      add(after[i++]);
      continue;
    }
    std::size_t count = 1;
    while (i + count < after.size() && found->second + count < before.size() && after[i + count] == before[found->second + count]) ++count;
    add(std::to_string(found->second) + "," + std::to_string(count));
    i += count;
  }
  return out + "]";
}

std::string object_of(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out = "{";
  for (const auto& [name, value] : members) out += (out.size() > 1 ? ",\"" : "\"") + name + "\":" + value;
  return out + "}";
}

bool good_token(const std::string& token) {
  return token.size() >= 16 && token.size() <= 128 &&
         std::all_of(token.begin(), token.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
}

}  // namespace

std::string change_between(const SpectatorView& before, const SpectatorView& after) {
  std::vector<std::pair<std::string, std::string>> fields, lists, whole;
  for (const auto& [name, value] : after.fields) {
    const auto old = before.fields.find(name);
    if (old == before.fields.end() || old->second != value) fields.emplace_back(name, value);
  }
  for (const auto& [name, value] : before.fields)
    if (!after.fields.contains(name)) fields.emplace_back(name, "null");
  static const std::vector<std::string> kNone;
  for (const auto& [name, value] : after.lists) {
    const auto old = before.lists.find(name);
    const std::vector<std::string>& was = old == before.lists.end() ? kNone : old->second;
    if (was != value) lists.emplace_back(name, list_change(was, value));
  }
  if (!fields.empty()) whole.emplace_back("f", object_of(fields));
  if (!lists.empty()) whole.emplace_back("l", object_of(lists));
  return whole.empty() ? "" : object_of(whole);
}

/// The page's thread gives way to the table's, so it may be put aside at any moment: under the lock it only takes what it needs, and makes
/// text of it outside.
struct Spectator::State {
  WebAddress address;
  std::string token;
  std::mutex mutex;
  std::shared_ptr<const SpectatorView> view = std::make_shared<SpectatorView>();
  std::int64_t version = 0;
  std::deque<std::string> changes;  ///< the last ones, the newest leads to `version`
  Clock::time_point shown = Clock::now();
  // The page thread's own.
  std::string whole;  ///< all of `whole_of`, for whoever comes
  std::int64_t whole_of = 0;
  std::unique_ptr<LiveServer> server;  // last: its thread ends before the rest goes

  Answer answer(const Request& request) const {
    const bool trusted = host_fits(address, request.host) && origin_fits(request.origin, request.host) &&
                         (token.empty() || equal_in_constant_time(request.token, token));
    if (!trusted) return {403, "text/plain; charset=utf-8", "use the link that the table shows\n", {}, false};
    if (request.path == "/") return {200, "text/html; charset=utf-8", std::string(page_text()), std::string(page_headers()), false};
    if (request.path == "/news") return {200, "text/event-stream", "retry: 500\n\n", {}, true};
    return {404, "text/plain; charset=utf-8", "nothing is here\n", {}, false};
  }

  /// Whole, or the changes since where they are still known and shorter.
  std::string news(std::int64_t& seen) {
    std::shared_ptr<const SpectatorView> now;
    std::int64_t newest = 0;
    std::vector<std::string> missed;
    {
      const std::lock_guard lock(mutex);
      if (seen == version || version == 0) return {};
      now = view;
      newest = version;
      const std::int64_t count = version - seen;
      if (seen > 0 && count <= static_cast<std::int64_t>(changes.size())) missed.assign(changes.end() - count, changes.end());
    }
    const auto event = [](const char* kind, std::int64_t number, const std::string& body) {
      return "event: " + std::string(kind) + "\nid: " + std::to_string(number) + "\ndata: " + body + "\n\n";
    };
    std::string out;
    for (const std::string& change : missed) out += event("change", ++seen, change);
    if (whole_of != newest) {
      whole = event("whole", newest, change_between({}, *now));
      whole_of = newest;
    }
    seen = newest;
    return out.empty() || out.size() > whole.size() ? whole : out;
  }

  std::string beat() {
    const std::lock_guard lock(mutex);
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - shown).count();
    return "event: beat\ndata: " + std::to_string(age) + "\n\n";
  }
};

Spectator::Spectator(std::unique_ptr<State> state) : state_(std::move(state)) {}
Spectator::~Spectator() = default;

Result<std::unique_ptr<Spectator>> Spectator::open(const SpectatorSettings& settings) {
  auto state = std::make_unique<State>();
  auto address = web_address_of(settings.where);
  if (!address) return address.error();
  state->address = *address;
  state->token = settings.token;
  if (!settings.token.empty() && !good_token(settings.token))
    return InputError{"--token: expected 16 to 128 letters and digits, and nothing else"};
  if (state->token.empty() && !state->address.loopback)
    return InputError{"--spectate " + settings.where +
                      ": others can reach it, so the link needs a word that cannot be guessed: add --token " + random_hex(16) +
                      " (or 16 letters and digits of your own)"};
  State* raw = state.get();
  auto server = LiveServer::open(state->address, {[raw](const Request& request) { return raw->answer(request); },
                                                  [raw](std::int64_t& seen) { return raw->news(seen); }, [raw] { return raw->beat(); }});
  if (!server) return server.error();
  state->server = std::move(*server);
  return std::unique_ptr<Spectator>(new Spectator(std::move(state)));
}

void Spectator::show(SpectatorView view) {
  std::string change = change_between(*state_->view, view);  // nobody else replaces it
  const auto fresh = std::make_shared<const SpectatorView>(std::move(view));
  {
    const std::lock_guard lock(state_->mutex);
    state_->shown = Clock::now();
    if (change.empty() && state_->version > 0) return;
    constexpr std::size_t kKept = 32;
    state_->changes.push_back(std::move(change));
    if (state_->changes.size() > kKept) state_->changes.pop_front();
    state_->view = fresh;
    ++state_->version;
  }
  state_->server->wake();
}

std::string Spectator::link() const {
  return "http://" + written(reachable_host(state_->address), state_->address.port) + "/" +
         (state_->token.empty() ? "" : "?token=" + state_->token);
}

}  // namespace polemarch::assistant
