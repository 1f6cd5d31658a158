#include "ui/page/pen.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <utility>

namespace polemarch::ui::page {

namespace {
constexpr double kCapital = 0.36;  ///< half the height of a capital, of the type size

/// Type on a key-cap of this height.
double cap_type(double size) { return std::max(14.0, size * 0.6); }
}  // namespace

std::string cap_words(std::string_view key) {
  if (key == "PageDown") return "PgDn";
  if (key == "PageUp") return "PgUp";
  if (key == "Escape") return "Esc";
  std::string text(key);
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

void Pen::rect(Box box, std::optional<Paint> fill, std::optional<Paint> edge, double edge_width, double radius) {
  page_.items.push_back(RectItem{box, fill, edge, px(edge_width), px(radius)});
}
void Pen::line(Px from, Px to, Paint paint, double width) { page_.items.push_back(LineItem{from, to, paint, std::max(1.0, px(width))}); }
void Pen::disc(Px centre, double radius, std::optional<Paint> fill, std::optional<Paint> edge, double edge_width) {
  page_.items.push_back(DiscItem{centre, px(radius), fill, edge, px(edge_width)});
}
void Pen::poly(std::vector<Px> points, std::optional<Paint> fill) { page_.items.push_back(PolyItem{std::move(points), fill, {}, 1}); }

double Pen::text(double x, double middle, std::string_view text, double size, Paint paint, Face face) {
  page_.items.push_back(TextItem{{x, middle + kCapital * type_px(size)}, std::string(text), type_px(size), face, paint, false});
  return width_of(text, size, face);
}
void Pen::text_right(double right, double middle, std::string_view words, double size, Paint paint, Face face) {
  text(right - width_of(words, size, face), middle, words, size, paint, face);
}

void Pen::text_turned(double right, double middle, std::string_view text, double size, Paint paint, Face face) {
  page_.items.push_back(TextItem{{right, middle - kCapital * type_px(size)}, std::string(text), type_px(size), face, paint, true});
}

void Pen::behind(std::size_t mark, Box card, std::optional<Paint> bar) {
  std::vector<Item> back{RectItem{card, theme_.card, {}, 1, px(6)}};
  if (bar) back.push_back(RectItem{{card.x, card.y, px(6), card.h}, *bar, {}, 1, 0});
  page_.items.insert(page_.items.begin() + static_cast<std::ptrdiff_t>(mark), back.begin(), back.end());
}

std::string Pen::fitted(std::string_view text, double width, double size, Face face) const {
  if (width_of(text, size, face) <= width) return std::string(text);
  std::string cut(text);
  while (!cut.empty()) {
    const auto space = cut.find_last_of(' ');
    if (space == std::string::npos || space == 0) {
      do cut.pop_back();
      while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U);
    } else {
      cut.resize(space);
    }
    if (width_of(cut + " …", size, face) <= width) return cut + " …";
  }
  return {};
}

namespace {

/// Words of a text that stay on one line; a number and its unit are one.
std::vector<std::string> unbroken(std::string_view text) {
  constexpr std::array<std::string_view, 8> kUnits{"in", "cm", "mm", "m", "%", "s", "min", "h"};
  std::vector<std::string> words;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) {
    const std::string_view bare = std::string_view(word).substr(0, word.find_first_of(".,:;)"));
    const bool numbered = !words.empty() && std::isdigit(static_cast<unsigned char>(words.back().back())) != 0;
    if (numbered && std::find(kUnits.begin(), kUnits.end(), bare) != kUnits.end())
      words.back() += " " + word;
    else
      words.push_back(word);
  }
  return words;
}

}  // namespace

std::vector<std::string> Pen::wrapped(std::string_view text, double width, double size, Face face, std::size_t most) const {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string& word : unbroken(text)) {
    const std::string longer = line.empty() ? word : line + " " + word;
    if (line.empty() || width_of(longer, size, face) <= width || lines.size() + 1 == most) {
      line = longer;
    } else {
      lines.push_back(std::exchange(line, word));
    }
  }
  if (!line.empty()) lines.push_back(fitted(line, width, size, face));
  return lines;
}

namespace {

/// Where a key's arrow points, in units to the right and up; nothing: it bears a word.
std::optional<Px> arrow_of(std::string_view key) {
  if (key == "Left") return Px{-1, 0};
  if (key == "Right") return Px{1, 0};
  if (key == "Up") return Px{0, 1};
  if (key == "Down") return Px{0, -1};
  return std::nullopt;
}

}  // namespace

double Pen::key_cap_width(std::string_view key, double size) const {
  if (arrow_of(key)) return px(size);
  const std::string words = cap_words(key);
  return std::max(px(size), width_of(words, cap_type(size), Face::Bold) + px(size * 0.5));
}

double Pen::key_cap(double x, double middle, std::string_view key, bool live, double size) {
  const std::string words = cap_words(key);
  const double width = key_cap_width(key, size), height = px(size);
  Paint face = theme_.key, edge = theme_.key_edge, ink = theme_.key_ink;
  if (!live) face.a = edge.a = ink.a = 102;
  rect({x, middle - height / 2, width, height}, edge, {}, 1, 5);
  rect({x + px(1.5), middle - height / 2 + px(1.5), width - px(3), height - px(5.5)}, face, {}, 1, 4);
  if (const auto arrow = arrow_of(key)) {
    const double reach = px(size * 0.24), cx = x + width / 2, cy = middle - px(1.2);
    const Px tip{cx + arrow->x * reach, cy - arrow->y * reach};
    line({cx - arrow->x * reach, cy + arrow->y * reach}, tip, ink, 2);
    for (const double across : {-0.7, 0.7})
      line({tip.x - (arrow->x * 0.8 + arrow->y * across) * reach, tip.y + (arrow->y * 0.8 + arrow->x * across) * reach}, tip, ink, 2);
    return width;
  }
  text(x + (width - width_of(words, cap_type(size), Face::Bold)) / 2, middle - px(1.2), words, cap_type(size), ink, Face::Bold);
  return width;
}

double Pen::plate_width(std::string_view name, double height) const { return width_of(name, height * 0.7, Face::Bold) + px(height * 0.64); }

void Pen::plate_ground(double x, double middle, double width, Side side, double height) {
  const double high = px(height);
  const Paint fill = theme_.plate(side);
  if (side == Side::A) {
    rect({x, middle - high / 2, width, high}, fill);
  } else {
    const double c = px(6), top = middle - high / 2, bottom = middle + high / 2;
    poly({{x + c, top},
          {x + width - c, top},
          {x + width, top + c},
          {x + width, bottom - c},
          {x + width - c, bottom},
          {x + c, bottom},
          {x, bottom - c},
          {x, top + c}},
         fill);
  }
}

double Pen::plate(double x, double middle, std::string_view name, Side side, double height) {
  const double size = height * 0.7, width = plate_width(name, height);
  plate_ground(x, middle, width, side, height);
  text(x + px(height * 0.32), middle, name, size, theme_.ink_on(side), Face::Bold);
  return width;
}

}  // namespace polemarch::ui::page
