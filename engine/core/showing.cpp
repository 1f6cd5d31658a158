#include "engine/core/showing.hpp"

#include <array>

namespace polemarch::engine {

std::string_view words_of(Glyph glyph) {
  static constexpr std::array<std::string_view, kGlyphs> kWords{"disordered",
                                                                "doubly disordered",
                                                                "three times disordered",
                                                                "hits",
                                                                "casualties",
                                                                "shaken",
                                                                "ammunition",
                                                                "no ammunition",
                                                                "last card",
                                                                "two ranks",
                                                                "three ranks",
                                                                "four ranks",
                                                                "in files",
                                                                "in line",
                                                                "in column",
                                                                "open order",
                                                                "testudo",
                                                                "orbis",
                                                                "wedge",
                                                                "shield wall",
                                                                "unformed",
                                                                "rallying",
                                                                "general",
                                                                "senior general",
                                                                "hero",
                                                                "arete",
                                                                "andreia",
                                                                "demoralised",
                                                                "routed",
                                                                "in melee",
                                                                "camp"};
  return kWords[static_cast<std::size_t>(glyph)];
}

}  // namespace polemarch::engine
