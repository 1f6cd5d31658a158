#pragma once
/// Adds shapes and text to a page in the screen's own units: every size is given as at a height of 1080 and scaled here. Pure.

#include "ui/page/theme.hpp"

namespace polemarch::ui::page {

class Pen {
 public:
  Pen(Page& page, const Theme& theme, const Measure& measure, double scale, double type_scale)
      : page_(page), theme_(theme), measure_(measure), scale_(scale), type_(scale * type_scale) {}

  /// The same page with everything smaller.
  Pen smaller(double by) const { return {page_, theme_, measure_, scale_ * by, type_ / scale_}; }

  const Theme& theme() const { return theme_; }
  /// Pixels of a length, and of a type size (never under 13).
  double px(double length) const { return length * scale_; }
  double type_px(double size) const { return std::max(13.0, size * type_); }
  double width_of(std::string_view text, double size, Face face = Face::Medium) const { return measure_(text, type_px(size), face); }

  void rect(Box box, std::optional<Paint> fill, std::optional<Paint> edge = {}, double edge_width = 1, double radius = 0);
  void line(Px from, Px to, Paint paint, double width = 1);
  void disc(Px centre, double radius, std::optional<Paint> fill, std::optional<Paint> edge = {}, double edge_width = 1);
  void poly(std::vector<Px> points, std::optional<Paint> fill);
  /// From here on nothing outside `box`; without one everywhere again.
  void clip(std::optional<Box> box) { page_.items.push_back(ClipItem{box}); }
  /// Text whose capitals are centred on `middle`; returns its width.
  double text(double x, double middle, std::string_view text, double size, Paint paint, Face face = Face::Medium);
  /// Upside down, from `right` leftwards, its capitals centred on `middle`.
  void text_turned(double right, double middle, std::string_view text, double size, Paint paint, Face face = Face::Medium);
  void text_right(double right, double middle, std::string_view text, double size, Paint paint, Face face = Face::Medium);
  /// `text` cut at a whole word with an ellipsis so that it is no wider than `width`.
  std::string fitted(std::string_view text, double width, double size, Face face = Face::Medium) const;
  /// Lines of at most `width`; the last of `most` is fitted.
  std::vector<std::string> wrapped(std::string_view text, double width, double size, Face face, std::size_t most) const;

  /// A key-cap; a word widens it. Returns its width.
  double key_cap(double x, double middle, std::string_view key, bool live, double size = 28);
  double key_cap_width(std::string_view key, double size = 28) const;
  /// A unit's plate: A square, B with cut corners. Returns its width.
  double plate_width(std::string_view name, double height = 28) const;
  double plate(double x, double middle, std::string_view name, Side side, double height = 28);
  /// Its ground alone, `width` pixels wide.
  void plate_ground(double x, double middle, double width, Side side, double height = 28);
  /// Where the page stands; a card whose height is known only at its end is put behind what was added since.
  std::size_t mark() const { return page_.items.size(); }
  void behind(std::size_t mark, Box card, std::optional<Paint> bar);
  void speak(Box box, std::vector<UnitId> units, std::string rule) {
    if (!units.empty() || !rule.empty()) page_.speaking.push_back({box, std::move(units), std::move(rule)});
  }
  const std::vector<Speaking>& speaking() const { return page_.speaking; }
  void hit(Box box, Intent intent) { page_.hits.push_back({box, std::move(intent)}); }

 private:
  Page& page_;
  const Theme& theme_;
  const Measure& measure_;
  double scale_, type_;
};

/// "PageDown" as a cap shows it: "PgDn"; letters large.
std::string cap_words(std::string_view key);

}  // namespace polemarch::ui::page
