#pragma once
/// The data shipped with the program: JSON schemas, marker families, base sizes, sample armies and tables. Pure.

#include <span>

#include "models/embedded.hpp"

namespace polemarch::data {
/// Every file of models/data, sorted by path; names are file names without their folder.
std::span<const EmbeddedFile> embedded_files();
}  // namespace polemarch::data
