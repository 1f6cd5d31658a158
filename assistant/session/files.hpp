#pragma once
/// Whole text files, read and written with errors as one line. Writing goes to a temporary file first, so that a full disk or a power cut
/// leaves the old file, behind a link too; a device or a pipe is written where it is.

#include <optional>
#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

Result<std::string> read_text_file(const std::string& path);
/// Nothing, or what went wrong.
std::optional<InputError> write_text_file(const std::string& path, const std::string& text);

}  // namespace polemarch::assistant
