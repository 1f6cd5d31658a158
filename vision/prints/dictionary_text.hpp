#pragma once
/// The text of a dictionary file, as OpenCV's FileStorage writes it. OpenCV's own reader ends or hangs on damaged text (4.6: a header of
/// XML that is cut short, a dash before a name), and these files come from other people. Pure.

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace polemarch::vision {

/// The fields of flat YAML (`name: value`), XML (`<name>value</name>`) or JSON (`"name": value`), quotes taken off; of a name that stands
/// twice the first. Nothing where the text is none of them.
std::optional<std::map<std::string, std::string>> fields_of_dictionary(std::string_view text);

}  // namespace polemarch::vision
