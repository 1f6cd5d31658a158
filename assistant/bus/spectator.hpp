#pragma once
/// A page for spectators: the drawn table, what is waited for, the last result and the public log in any browser. Serves what it is given,
/// asks nothing; a thread of its own. Loopback by default; other addresses need the token in the link. Host and Origin are compared whole,
/// so that no web page elsewhere can read it. The page is loaded once (bus/page.cpp); then it hears what changed (text/event-stream).

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::assistant {

/// What spectators see, as of now: hidden values already left out. All of it is JSON made by whoever knows the battle.
struct SpectatorView {
  std::map<std::string, std::string> fields;              ///< JSON values; a change sends those that differ
  std::map<std::string, std::vector<std::string>> lists;  ///< JSON values in order; a change sends what is not there yet
};

/// What makes `after` of `before`, as one JSON object {"f":{fields},"l":{list:[entry | from,count of the old list ...]}}; empty: nothing.
std::string change_between(const SpectatorView& before, const SpectatorView& after);

struct SpectatorSettings {
  std::string where;  ///< a port ("8090", "0" = any free one) on loopback, or ADDRESS:PORT
  std::string token;  ///< 16 letters or digits at least; may be empty on loopback alone
};

class Spectator {
 public:
  /// Errors: address in use, a token that can be guessed, none where others can reach the page.
  static Result<std::unique_ptr<Spectator>> open(const SpectatorSettings& settings);
  ~Spectator();
  Spectator(const Spectator&) = delete;
  Spectator& operator=(const Spectator&) = delete;

  /// Newest wins; cheap, never waits for a client.
  void show(SpectatorView view);
  /// The link to give away, token included where one is needed.
  std::string link() const;

 private:
  struct State;
  explicit Spectator(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace polemarch::assistant
