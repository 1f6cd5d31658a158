#include <algorithm>
#include <cmath>
#include <sstream>

#include "assistant/paint/canvas.hpp"
#include "assistant/paint/paint.hpp"

namespace polemarch::assistant::paint {

namespace {

constexpr ui::Colour kPanel{0x1E, 0x22, 0x26};
constexpr ui::Colour kPaper{0xF2, 0xF0, 0xE8};
constexpr ui::Colour kDim{0xA8, 0xAE, 0xB4};
constexpr ui::Colour kCard{0x2B, 0x31, 0x38};

/// Lines of text running down a column; knows where it is and when it is full.
class Column {
 public:
  Column(cairo_t* cr, double x, double y, double width, double bottom) : cr_(cr), x_(x), y_(y), width_(width), bottom_(bottom) {}
  double y() const { return y_; }
  double left() const { return bottom_ - y_; }
  void skip(double dy) { y_ += dy; }

  void write(const std::string& text, double size, ui::Colour colour, bool bold = false, double indent = 0) {
    cairo_select_font_face(cr_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr_, size);
    for (const std::string& line : wrapped(text, width_ - indent)) {
      if (y_ + size * 1.35 > bottom_) return;
      y_ += size * 1.35;
      set_colour(cr_, colour);
      cairo_move_to(cr_, x_ + indent, y_);
      cairo_show_text(cr_, line.c_str());
    }
  }
  void heading(const std::string& text, double size) {
    skip(size * 0.9);
    write(text, size, kDim, true);
    skip(size * 0.15);
  }
  /// A line with its mark and rule id.
  void line(const ui::TextLine& text, double size) {
    if (y_ + size * 1.35 > bottom_) return;
    set_colour(cr_, ui::colour_of(text.tone, ui::Ground::Black));
    cairo_rectangle(cr_, x_, y_ + size * 0.55, size * 0.35, size * 0.8);
    cairo_fill(cr_);
    write(text.text + (text.rule.empty() ? "" : "  [" + text.rule + "]"), size, kPaper, false, size * 0.9);
  }

 private:
  std::vector<std::string> wrapped(const std::string& text, double width) {
    std::vector<std::string> lines;
    std::istringstream words(text);
    std::string word, line;
    while (words >> word) {
      const std::string longer = line.empty() ? word : line + " " + word;
      cairo_text_extents_t box;
      cairo_text_extents(cr_, longer.c_str(), &box);
      if (box.x_advance > width && !line.empty()) {
        lines.push_back(line);
        line = word;
      } else {
        line = longer;
      }
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
  }

  cairo_t* cr_;
  double x_, y_, width_, bottom_;
};

void paint_question(cairo_t* cr, Column& column, const ui::QuestionView& question, double x, double width, double size) {
  // Measured first on a copy so that the card behind it has the right height.
  const auto write = [&](Column& to) {
    to.skip(size * 0.4);
    to.write(question.who + ":", size * 0.85, ui::colour_of(Tone::Selected, ui::Ground::Black), true, size * 0.6);
    to.write(question.text + (question.rule.empty() ? "" : "  [" + question.rule + "]"), size * 1.15, kPaper, true, size * 0.6);
    for (const ui::OptionView& option : question.options)
      to.write((option.picked ? "x " : "") + option.key + "   " + option.text, size, kPaper, false, size * 1.2);
    if (question.takes_values || question.takes_text || !question.typed.empty()) {
      std::string shown = question.typed;
      if (question.sealed)
        for (char& c : shown)
          if (c != ' ') c = '*';
      to.write("> " + shown + "_", size * 1.3, ui::colour_of(Tone::Selected, ui::Ground::Black), true, size * 0.6);
    }
    if (!question.hint.empty()) to.write(question.hint, size * 0.8, kDim, false, size * 0.6);
    to.skip(size * 0.6);
  };
  const double top = column.y();
  cairo_push_group(cr);
  Column rehearsal = column;
  write(rehearsal);
  cairo_pattern_destroy(cairo_pop_group(cr));
  set_colour(cr, kCard);
  cairo_rectangle(cr, x - size * 0.3, top, width + size * 0.6, rehearsal.y() - top);
  cairo_fill(cr);
  set_colour(cr, ui::colour_of(Tone::Selected, ui::Ground::Black));
  cairo_rectangle(cr, x - size * 0.3, top, size * 0.25, rehearsal.y() - top);
  cairo_fill(cr);
  write(column);
}

void paint_panels(cairo_t* cr, const ui::ViewState& view, double x, double width, double height, double size) {
  Column column(cr, x, size * 0.4, width, height - size);
  column.write(view.title, size * 1.1, kPaper, true);
  column.write(view.now, size * 1.3, ui::colour_of(Tone::Selected, ui::Ground::Black), true);
  for (const ui::OptionView& option : view.menu)
    column.write(option.key + "   " + option.text, size * 0.9, option.allowed ? kPaper : kDim, false, size * 0.9);
  for (const std::string& line : view.status) column.write(line, size, kPaper);
  column.write(view.source + (view.source_lost ? "  LOST" : "") + "   help: " + std::string(ui::name_of(view.help_level)) +
                   (view.muted ? "   muted" : "") + (view.paused ? "   paused" : ""),
               size * 0.8, view.source_lost ? ui::colour_of(Tone::Warn, ui::Ground::Black) : kDim);
  column.skip(size * 0.6);
  if (view.question) paint_question(cr, column, *view.question, x, width, size);
  if (view.show_why && !view.why.empty()) {
    column.heading("WHY", size * 0.8);
    for (const ui::TextLine& line : view.why) column.line(line, size * 0.9);
  }
  if (!view.windows.empty()) column.heading("MAY INTERRUPT", size * 0.8);
  for (const ui::TextLine& line : view.windows) column.line(line, size * 0.9);
  if (!view.further.empty()) column.heading("ALSO OPEN", size * 0.8);
  for (const ui::TextLine& line : view.further) column.line(line, size * 0.9);
  for (const ui::TextLine& line : view.notices) column.line(line, size * 0.9);
  if (!view.selected.empty()) {
    column.heading(view.selected_title, size);
    for (const ui::TextLine& line : view.advice) column.line(line, size * 0.9);
    for (const ui::OptionView& offer : view.offers) {
      if (column.left() < size * 11) break;      // the log keeps its place
      if (offer.key.starts_with("#")) continue;  // on another page
      column.write(offer.key + "   " + offer.text, size * 0.9, offer.allowed ? kPaper : kDim, false, size * 0.9);
      if (!offer.detail.empty()) column.write(offer.detail, size * 0.75, kDim, false, size * 2.2);
    }
  }
  if (column.left() < size * 4) return;
  column.heading("LOG", size * 0.8);
  const auto room = static_cast<std::size_t>(std::max(0.0, column.left() / (size * 0.85 * 1.6)));
  const std::size_t from = view.log.size() > room ? view.log.size() - room : 0;
  for (std::size_t i = from; i < view.log.size(); ++i)
    column.write(std::to_string(view.log[i].seq) + "  " + view.log[i].text, size * 0.85, kPaper);
}

}  // namespace

Bytes screen_png_of(const ui::ViewState& view, int width_px, int height_px) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width_px, height_px));
  const Context context(cairo_create(surface.get()));
  cairo_t* cr = context.get();
  set_colour(cr, kPanel);
  cairo_paint(cr);
  const double panel = std::clamp(width_px * 0.28, 280.0, 560.0), size = std::clamp(height_px / 52.0, 12.0, 26.0) * view.type_scale;
  PaintSettings settings;
  settings.quarter_turns = view.quarter_turns;
  settings.type_scale = 1.0;
  settings.margin_mm = 12;
  if (view.show_picture) settings.picture = view.picture;
  settings.px_per_mm = 1.0;
  const PageSize page = page_size(view.scene, settings);
  const double room = width_px - panel - size;
  settings.px_per_mm = std::min(room / page.width, height_px / page.height);
  const PageSize shown = page_size(view.scene, settings);
  cairo_save(cr);
  cairo_translate(cr, (room - shown.width) / 2, (height_px - shown.height) / 2);
  paint_scene(cr, view.scene, settings);
  cairo_restore(cr);
  paint_panels(cr, view, width_px - panel, panel - size * 0.8, height_px, size);
  Bytes bytes;
  cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes);
  return bytes;
}

}  // namespace polemarch::assistant::paint
