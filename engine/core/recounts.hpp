#pragma once
/// A face of a Battle for whoever writes it down: what the last command led to, in the one shape of every room. Pure.

#include "engine/core/battle.hpp"

namespace polemarch::engine {

class Recounts {
 public:
  virtual ~Recounts() = default;
  /// Throws and losses of the last command given to submit(), without those that one side alone may know. Empty after a refusal.
  virtual const Happened& last_happened() const = 0;
};

/// Null where a battle tells nothing of it.
inline const Recounts* recounts(const Battle& battle) { return dynamic_cast<const Recounts*>(&battle); }

}  // namespace polemarch::engine
