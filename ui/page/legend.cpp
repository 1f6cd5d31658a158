/// The legend under the table: the layers with their keys, drawn as they are drawn, those that are off in grey.
#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

namespace {

/// A small piece of the layer's own pattern; returns its width.
double swatch(Pen& pen, const LayerView& layer, double x, double middle, Paint paint) {
  const double width = pen.px(24), half = pen.px(8);
  switch (layer.pattern) {
    case Pattern::Solid:
      for (const double side : {0.0, 1.0})
        for (const double edge : {-1.0, 1.0}) {  // corners of a place
          const Px corner{x + side * width, middle + edge * half};
          pen.line(corner, {corner.x + (side > 0 ? -1 : 1) * pen.px(7), corner.y}, paint, 2.5);
          pen.line(corner, {corner.x, corner.y - edge * pen.px(6)}, paint, 2.5);
        }
      break;
    case Pattern::Dashed:
    case Pattern::Dotted: {
      const double step = layer.pattern == Pattern::Dashed ? pen.px(9) : pen.px(5);
      for (double at = 0; at + step * 0.6 <= width; at += step) pen.line({x + at, middle}, {x + at + step * 0.6, middle}, paint, 3);
      break;
    }
    default:
      for (double at = 0; at < width; at += pen.px(7)) pen.line({x + at, middle + half}, {x + at + pen.px(8), middle - half}, paint, 2);
      break;
  }
  return width;
}

Paint paint_of(const Theme& theme, Tone tone) {
  switch (tone) {
    case Tone::Move:
      return theme.allowed;
    case Tone::WeakZone:
      return theme.line_b;
    case Tone::Range:
      return theme.text;
    default:
      return theme.second;
  }
}

/// The cap of a key that is pressed with Shift: an arrow before its letter. Returns its width.
double shift_cap_width(const Pen& pen, const std::string& key) { return pen.key_cap_width(key, 22) + pen.px(14); }
double shift_cap(Pen& pen, double x, double middle, const std::string& key, bool live) {
  const double width = shift_cap_width(pen, key), high = pen.px(22), left = x + pen.px(5), up = middle - pen.px(7);
  const auto dimmed = [&](Paint paint) {
    if (!live) paint.a = 102;
    return paint;
  };
  const Theme& theme = pen.theme();
  pen.rect({x, middle - high / 2, width, high}, dimmed(theme.key_edge), {}, 1, 5);
  pen.rect({x + pen.px(1.5), middle - high / 2 + pen.px(1.5), width - pen.px(3), high - pen.px(5.5)}, dimmed(theme.key), {}, 1, 4);
  pen.poly({{left + pen.px(5), up}, {left + pen.px(10), up + pen.px(6)}, {left, up + pen.px(6)}}, dimmed(theme.key_ink));
  pen.rect({left + pen.px(3), up + pen.px(6), pen.px(4), pen.px(5)}, dimmed(theme.key_ink));
  constexpr double kLetter = 14;
  pen.text(left + pen.px(14), middle - pen.px(1.2), cap_words(key), kLetter, dimmed(theme.key_ink), Face::Bold);
  return width;
}

}  // namespace

void legend(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const double middle = box.y + box.h / 2;
  double x = box.x, end = box.x + box.w;
  // At the right all keys, and how much is said where that is not the usual.
  end -= pen.width_of("all keys", type::kAside);
  pen.text(end, middle, "all keys", type::kAside, theme.second);
  end -= pen.key_cap_width("h", 22) + pen.px(6);
  pen.key_cap(end, middle, "h", true, 22);
  pen.hit({end, box.y, box.x + box.w - end, box.h}, ToggleKeys{});
  end -= pen.px(18);
  const std::string help = (view.help_level == HelpLevel::Advise ? std::string() : "help: " + std::string(name_of(view.help_level))) +
                           (view.muted ? "  muted" : "") + (view.paused ? "  paused" : "");
  if (!help.empty()) {
    end -= pen.width_of(help, type::kAside, Face::Bold) + pen.px(18);
    pen.text(end, middle, help, type::kAside, theme.doubt, Face::Bold);
  }
  if (!view.measures.empty()) {  // how one more is taken
    x += pen.key_cap(x, middle, "right drag", true, 22) + pen.px(6);
    x += pen.text(x, middle, "measure", type::kAside, theme.second) + pen.px(18);
  }
  for (const LayerView& layer : view.layers) {
    if (!layer.here) continue;
    const bool plain = layer.id == "names" || layer.id == "terrain";
    const double width =
        shift_cap_width(pen, layer.key) + pen.px(6) + (plain ? 0 : pen.px(32)) + pen.width_of(layer.name, type::kAside) + pen.px(18);
    if (x + width > end) break;
    const double from = x;
    x += shift_cap(pen, x, middle, layer.key, layer.on) + pen.px(6);
    Paint paint = paint_of(theme, layer.tone);
    if (!layer.on) paint.a = 102;
    if (!plain) x += swatch(pen, layer, x, middle, paint) + pen.px(8);
    x += pen.text(x, middle, layer.name, type::kAside, layer.on ? theme.second : theme.third) + pen.px(18);
    pen.hit({from, box.y, x - from, box.h}, ToggleLayer{layer.id});
  }
}

}  // namespace polemarch::ui::page
