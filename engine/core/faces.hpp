#pragma once
/// How many faces the dice of a throw have. Pure.

#include "engine/core/telling.hpp"

namespace polemarch::engine {

/// Of its dice: as the chance beforehand says where something was needed; else six, or as many as what fell asks for.
int faces_of(const Thrown& thrown);

}  // namespace polemarch::engine
