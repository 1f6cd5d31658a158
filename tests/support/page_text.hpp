#pragma once
/// How wide a text of a page is where no font is loaded: the same on every machine.

#include <string_view>

#include "ui/page/page.hpp"

namespace polemarch::test {

inline double text_width(std::string_view text, double size, ui::page::Face face) {
  return static_cast<double>(text.size()) * size * (face == ui::page::Face::Bold ? 0.58 : 0.54);
}

}  // namespace polemarch::test
