#include "calibration/sheets/sheet_page.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace polemarch::calibration {
namespace {

constexpr double kLeft = 15.0;  // right of the upright check line
constexpr double kRight = 7.0;  // most printers keep 4-5 mm white
constexpr double kTop = 22.0;   // under the title and the lying check line
constexpr double kBottom = 8.0;
constexpr double kCaption = 4.0;  // an item's name
constexpr double kGapMm = 4.0;    // free paper between items; more is easier to cut, less saves paper
constexpr double kHeadingLine = 4.2, kHeadingType = 2.9;
constexpr double kUprightX = 8.0;  // upright check line
constexpr double kLyingY = 15.0;   // lying check line

void draw_check_lines(Drawing& page, const PaperSize& size) {
  const double x0 = (size.width_mm - kCheckLineMm) / 2, y = kLyingY;
  page.line({x0, y}, {x0 + kCheckLineMm, y}, 0.2);
  const double y0 = (size.height_mm - kCheckLineMm) / 2;
  page.line({kUprightX, y0}, {kUprightX, y0 + kCheckLineMm}, 0.2);
  for (int i = 0; i <= 20; ++i) {
    const double tick = i % 10 == 0 ? 3.0 : 1.2, at = i * 10.0;
    page.line({x0 + at, y - tick}, {x0 + at, y}, 0.2);
    page.line({kUprightX, y0 + at}, {kUprightX + tick, y0 + at}, 0.2);
  }
  page.text({size.width_mm / 2, y + 3.4},
            "This line and the one on the left must measure 200 mm. If not: print at 100 % (\"actual size\"), or give what you measured "
            "with --ruler.",
            2.6, TextAlign::Centre, size.width_mm - 20);
}

}  // namespace

Result<Paper> paper_named(const std::string& name) {
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower == "a4") return Paper::A4;
  if (lower == "letter") return Paper::Letter;
  return InputError{"paper \"" + name + "\": expected a4 or letter"};
}

SheetBuilder::SheetBuilder(SheetSettings settings) : settings_(std::move(settings)) { start_page(); }

void SheetBuilder::start_page() {
  const PaperSize size = size_of(settings_.paper);
  SheetPage page{size, {}};
  page.drawing.text({kLeft, 9.0}, settings_.title, 4.0, TextAlign::Left, size.width_mm - kLeft - kRight - 30);
  page.drawing.text({size.width_mm - kRight, 9.0}, "page " + std::to_string(pages_.size() + 1), 3.0, TextAlign::Right);
  draw_check_lines(page.drawing, size);
  pages_.push_back(std::move(page));
  x_ = kLeft;
  y_ = kTop;
  row_height_ = 0;
  page_empty_ = first_row_ = true;
}

void SheetBuilder::start_row() {
  if (row_height_ > 0) y_ += row_height_ + kGapMm, first_row_ = false;
  x_ = kLeft;
  row_height_ = 0;
}

void SheetBuilder::section(std::string heading, const std::vector<std::string>& how_to) {
  start_row();
  heading_ = std::move(heading);
  how_to_.clear();
  for (const std::string& paragraph : how_to)
    for (std::string& line : lines_of(paragraph, kHeadingType, free_area().width_mm)) how_to_.push_back(std::move(line));
  heading_due_ = true;
}

void SheetBuilder::put_heading() {
  Drawing& page = pages_.back().drawing;
  const double width = free_area().width_mm;
  if (!page_empty_) y_ += 2.0;
  page.text({kLeft, y_ + 3.5}, heading_, 4.0, TextAlign::Left, width);
  y_ += 5.5;
  for (const std::string& line : how_to_) {
    page.text({kLeft, y_ + 2.6}, line, kHeadingType, TextAlign::Left, width);
    y_ += kHeadingLine;
  }
  y_ += 1.5;
  heading_due_ = false;
  first_row_ = true;
}

void SheetBuilder::add(const SheetItem& item) {
  assert(fits(item.width_mm, item.height_mm));
  const PaperSize size = size_of(settings_.paper);
  const double height = item.height_mm + (item.name.empty() ? 0.0 : kCaption);
  if (x_ > kLeft && x_ + item.width_mm > size.width_mm - kRight) start_row();
  const double heading = heading_due_ ? 9.0 + kHeadingLine * static_cast<double>(how_to_.size()) : 0.0;
  if (y_ + heading + height > size.height_mm - kBottom && !page_empty_) start_page();
  if (heading_due_) put_heading();
  Drawing& page = pages_.back().drawing;
  page.add(item.drawing, x_, y_);
  if (x_ == kLeft) page.add(item.beside, x_, y_);
  if (first_row_) page.add(item.above, x_, y_);
  if (item.cut_box) page.cut_rect(x_, y_, item.width_mm, item.height_mm);
  if (!item.name.empty()) page.text({x_, y_ + item.height_mm + 2.8}, item.name, 2.4, TextAlign::Left, std::max(item.width_mm, 12.0));
  x_ += std::max(item.width_mm, item.name.empty() ? 0.0 : 12.0) + kGapMm;
  row_height_ = std::max(row_height_, height);
  page_empty_ = false;
}

void SheetBuilder::page_break() {
  if (!page_empty_) start_page();
}

bool SheetBuilder::fits(double width_mm, double height_mm) const {
  const PaperSize area = free_area();
  return width_mm > 0 && height_mm > 0 && width_mm <= area.width_mm && height_mm <= area.height_mm;
}

PaperSize SheetBuilder::free_area() const {
  const PaperSize size = size_of(settings_.paper);
  constexpr double kRoomForHeading = 9.0 + 5 * kHeadingLine + kCaption;
  return {size.width_mm - kLeft - kRight, size.height_mm - kTop - kBottom - kRoomForHeading};
}

std::vector<SheetPage> SheetBuilder::finish() {
  if (page_empty_ && pages_.size() > 1) pages_.pop_back();
  return std::move(pages_);
}

}  // namespace polemarch::calibration
