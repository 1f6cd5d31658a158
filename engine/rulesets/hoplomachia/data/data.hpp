#pragma once
/// The data shipped with the room: SAMPLE unit cards and charts, invented for tests and demo games (HM-SMP). Pure.

#include <span>

#include "models/embedded.hpp"

namespace polemarch::hoplomachia::data {
std::span<const EmbeddedFile> embedded_files();
}  // namespace polemarch::hoplomachia::data
