#pragma once
/// The texts that the spectators' page is made of (bus/page.cpp). Each begins with a line break and ends with one.

#include <string_view>

namespace polemarch::assistant::page_parts {

/// Colours light and dark, places, cards, the overlay.
std::string_view style();
/// `GLYPHS`: the drawings of a unit's state, in the order of engine::Glyph.
std::string_view glyphs_script();
/// `drawTable(fields, lists, trail)`: ground, shapes, bases, plates and names as SVG.
std::string_view table_script();
/// Score, NOW, the last result, what was before, the turn track.
std::string_view words_script();
/// What is heard from the table and what it changes.
std::string_view news_script();

}  // namespace polemarch::assistant::page_parts
