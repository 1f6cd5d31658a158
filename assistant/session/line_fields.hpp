#pragma once
/// The outermost values of a JSON text, cut out where the text stands as this program writes it: no blank between tokens, no escape by
/// number. What is inside them is not looked at. Pure.

#include <optional>
#include <string_view>
#include <vector>

namespace polemarch::assistant {

struct Field {
  std::string_view name, value;
};
/// The fields of an object, each as its text. Nothing of one written otherwise.
std::optional<std::vector<Field>> fields_of(std::string_view object);
/// The elements of a list. Nothing of one written otherwise.
std::optional<std::vector<std::string_view>> elements_of(std::string_view list);

}  // namespace polemarch::assistant
