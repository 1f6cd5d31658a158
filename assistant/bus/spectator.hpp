#pragma once
/// A page for spectators: the drawn table and the public log in any browser. Serves what it is given, asks nothing; a thread of its own.
/// Loopback by default; other addresses need the token in the link. Host and Origin are checked, so that no web page elsewhere can read it.

#include <memory>
#include <string>
#include <vector>

#include "models/result.hpp"

namespace polemarch::assistant {

/// What spectators see, as of now: hidden values already left out (Viewer::Both).
struct SpectatorView {
  std::string svg;                 ///< the table
  std::vector<std::string> lines;  ///< turn, score, open question
  std::vector<std::string> log;    ///< newest last
};

class Spectator {
 public:
  /// `where` is a port ("8090", "0" = any free one) on loopback, or ADDRESS:PORT. Errors: address in use.
  static Result<std::unique_ptr<Spectator>> open(const std::string& where);
  ~Spectator();
  Spectator(const Spectator&) = delete;
  Spectator& operator=(const Spectator&) = delete;

  /// Newest wins; cheap.
  void show(SpectatorView view);
  /// The link to give away, token included where one is needed.
  std::string link() const;

 private:
  struct Server;
  explicit Spectator(std::unique_ptr<Server> server);
  std::unique_ptr<Server> server_;
};

}  // namespace polemarch::assistant
