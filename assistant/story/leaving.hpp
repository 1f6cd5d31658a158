#pragma once
/// Units that go off the table, and those that come on to it again. Pure.

#include <cstdint>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Units that went off the table in a moment, and the battle counts it against their side: losses that no event tells. `counters` stand
/// as they are behind it, `counted` as they stood before it; `now` is where every piece is.
void tell_leaving(const Story& story, const std::vector<engine::Counter>& counters, const std::vector<std::int16_t>& counted,
                  const std::vector<Standing>& now, Moment& moment);

/// A unit that was lost and stands on the table again.
struct Return {
  std::uint32_t moment = 0;  ///< index
  UnitId unit;
};
/// In the order they came.
std::vector<Return> returns_of(const Story& story);
/// What units that came back brought their side of what the rules count.
int brought_back(const Story& story, Side side, const std::vector<Return>& returns);

}  // namespace polemarch::assistant::story
