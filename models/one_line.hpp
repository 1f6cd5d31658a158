#pragma once
/// What strangers wrote, as a line may repeat it. Pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace polemarch {

/// A question mark for each character that no line shows and a terminal obeys: control characters, line breaks, and what turns the
/// direction of writing. UTF-8.
std::string on_a_line(std::string_view text);

/// The same characters, but line breaks and tabs, as JSON spells them (\u001B): JSON means the same with them, and people see what is
/// there.
std::string spelled_out(std::string_view text);

/// At most `letters` of a text, the last three of them dots where some are left out. UTF-8.
std::string shortened(std::string_view text, std::size_t letters);

}  // namespace polemarch
