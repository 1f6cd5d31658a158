#pragma once
/// The JSON a script reads back: one object a command (design: verdict, reasons, events, waits, windows, state). Fields are only added.

#include <string>

#include "assistant/session/session.hpp"

namespace polemarch::assistant {

/// The answer to one line of a script.
struct Reply {
  std::string json;                ///< one line
  std::vector<std::string> plain;  ///< the same for people
  bool refused = false;            ///< by the rules, or too close to call
  bool impossible = false;         ///< bad input: unknown ids, impossible dice
  std::string notice;              ///< what the players must know of the log; usually empty
};

/// Does what one line asks: a command, or the questions {"do":"offers","unit"?,"wait"?} and {"do":"state"} which change nothing.
/// Errors: malformed text.
Result<Reply> reply_to(Session& session, const std::string& line, const std::string& source, double t);

}  // namespace polemarch::assistant
