#pragma once
/// The data shipped with the room: sample unit types and the terrain table. Pure.

#include <span>

#include "models/embedded.hpp"

namespace polemarch::hail_caesar::data {
std::span<const EmbeddedFile> embedded_files();
}  // namespace polemarch::hail_caesar::data
