/// Where the selected unit may go: corners round each box with the panel's digit and its need, or one outline round many.
#include <algorithm>
#include <cmath>

#include "ui/page/plates.hpp"
#include "ui/page/table_labels.hpp"

namespace polemarch::ui::page {

namespace {

constexpr Paint kOrderCasing{0x0A, 0x0E, 0x12, 235};
constexpr std::size_t kFew = 10;  ///< from more places than that on one outline goes round all

/// Corners round a place.
void brackets(Pen& pen, const std::vector<Px>& corners, Paint line, bool cased) {
  if (corners.size() != 4) return;
  Paint casing = kOrderCasing;
  casing.a = cased ? static_cast<std::uint8_t>(casing.a * line.a / 255) : std::uint8_t{0};
  for (const auto& [paint, width] : {std::pair{casing, 8.0}, {line, 4.0}})
    for (std::size_t i = 0; i < 4; ++i) {
      const Px here = corners[i];
      for (const Px there : {corners[(i + 1) % 4], corners[(i + 3) % 4]}) {
        const double length = std::hypot(there.x - here.x, there.y - here.y);
        if (length < 1) continue;
        const double leg = std::min(pen.px(22), length / 3) / length, in = std::min(pen.px(4), length / 8) / length;
        const Px other = corners[(i + 2) % 4];
        const double diagonal = std::hypot(other.x - here.x, other.y - here.y);
        const Px from{here.x + (other.x - here.x) * in * length * 1.4 / diagonal,
                      here.y + (other.y - here.y) * in * length * 1.4 / diagonal};
        pen.line(from, {from.x + (there.x - here.x) * leg, from.y + (there.y - here.y) * leg}, paint, width);
      }
    }
}

struct Square {
  std::vector<Px> corners;
  std::string label, left;
  Px middle() const { return {(corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2}; }
};

bool near(Px a, Px b) { return std::hypot(a.x - b.x, a.y - b.y) < 4; }

std::vector<Square> squares_of(const ViewState& view, const TableFit& fit) {
  std::vector<Square> squares;
  for (const SceneItem& item : view.scene.items) {
    const auto* polygon = std::get_if<Polygon>(&item.shape);
    if (item.meaning != "legal_move" || polygon == nullptr || polygon->points.size() != 4) continue;
    Square square{on_page(fit, polygon->points), item.label, item.left};
    const bool again =
        std::any_of(squares.begin(), squares.end(), [&](const Square& other) { return near(other.middle(), square.middle()); });
    if (!again) squares.push_back(std::move(square));
  }
  if (!squares.empty()) return squares;
  for (const OptionView& offer : view.offers) {  // the room draws no places: where the orders of all pages lead
    if (!offer.allowed || offer.region.size() != 4) continue;
    Square square{on_page(fit, offer.region), {}, {}};
    const bool again =
        std::any_of(squares.begin(), squares.end(), [&](const Square& other) { return near(other.middle(), square.middle()); });
    if (!again) squares.push_back(std::move(square));
  }
  return squares;
}

/// One outline round all of them.
void region(Pen& pen, const std::vector<Square>& squares, Paint line) {
  struct Edge {
    Px from, to;
  };
  std::vector<Edge> edges;
  Paint fill = line;
  fill.a = 41;
  for (const Square& square : squares) {
    pen.poly(square.corners, fill);
    for (std::size_t i = 0; i < 4; ++i) {
      const Edge edge{square.corners[i], square.corners[(i + 1) % 4]};
      const auto shared = std::find_if(edges.begin(), edges.end(), [&](const Edge& other) {
        return (near(other.from, edge.to) && near(other.to, edge.from)) || (near(other.from, edge.from) && near(other.to, edge.to));
      });
      shared == edges.end() ? edges.push_back(edge) : static_cast<void>(edges.erase(shared));
    }
  }
  for (const auto& [paint, width] : {std::pair{kOrderCasing, 8.0}, {line, 4.0}})
    for (const Edge& edge : edges) pen.line(edge.from, edge.to, paint, width);
}

/// What is left in the middle of each. Words that all of them share are the order's, which stands on the panel.
void numbers(Pen& pen, const std::vector<Square>& squares, const std::vector<Px>& told, LabelBoard& board) {
  const bool one_word = squares.size() > 1 && squares.front().label.find_first_of("0123456789") == std::string::npos &&
                        std::all_of(squares.begin(), squares.end(), [&](const Square& one) { return one.label == squares.front().label; });
  if (one_word) return;
  for (const Square& square : squares) {
    const auto need_stands = [&](Px other) { return near(other, square.middle()); };
    if (std::any_of(told.begin(), told.end(), need_stands)) continue;  // beside the key of its order
    const std::string& words = square.left.empty() ? square.label : square.left;
    if (words.empty()) continue;
    const Box box = around(square.corners);
    const double size = words.size() < 3 ? 20 : 14;
    const double width = pen.width_of(words, size, Face::Bold), height = pen.px(size * 1.1);
    const Px middle = square.middle();
    if (width > box.w || !board.table().contains(middle)) continue;
    const auto place = board.place({middle.x - width / 2, middle.y - height / 2, width, height}, 0);
    if (place) pen.text(place->x, place->y + height / 2, words, size, pen.theme().text, Face::Bold);
  }
}

bool here(const OptionView& offer) {
  return offer.allowed && offer.region.size() == 4 && !offer.key.empty() && offer.key[0] != '#' && offer.key[0] != '-';
}

}  // namespace

void draw_places(Pen& pen, const ViewState& view, const TableFit& fit) {
  const std::vector<Square> squares = has_boxes(view.scene) ? squares_of(view, fit) : std::vector<Square>();
  // On a picture the lines are those of the dark screen: it is dimmed, and grass is dark.
  const Paint line = view.picture.image && view.show_picture ? dark_theme().allowed : pen.theme().allowed;
  if (squares.size() > kFew) return region(pen, squares, line);
  const bool cased = !view.light || (view.picture.image && view.show_picture);  // light cloth needs none
  std::vector<Px> done;
  for (const OptionView& offer : view.offers) {
    if (!here(offer)) continue;
    const std::vector<Px> corners = on_page(fit, offer.region);
    const Box box = around(corners);
    const Px middle{box.x + box.w / 2, box.y + box.h / 2};
    if (std::any_of(done.begin(), done.end(), [&](Px other) { return near(other, middle); })) continue;
    done.push_back(middle);
    brackets(pen, corners, line, cased);
  }
  for (const SceneItem& item : view.scene.items)  // where the order that waits for its throw leads
    if (const auto* box = std::get_if<Polygon>(&item.shape); box != nullptr && item.meaning == "ordered_box")
      brackets(pen, on_page(fit, box->points), line, cased);
  Paint dim = line;  // orders of other pages lead there
  dim.a = 120;
  for (const Square& square : squares)
    if (std::none_of(done.begin(), done.end(), [&](Px other) { return near(other, square.middle()); }))
      brackets(pen, square.corners, dim, cased);
}

void draw_orders(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  const std::vector<Square> squares = has_boxes(view.scene) ? squares_of(view, fit) : std::vector<Square>();
  const bool many = squares.size() > kFew;
  std::vector<Px> done, told;  // told: what is needed stands there
  for (const OptionView& offer : view.offers) {
    if (!here(offer)) continue;
    const Box box = around(on_page(fit, offer.region));
    const Px middle{box.x + box.w / 2, box.y + box.h / 2};
    if (std::any_of(done.begin(), done.end(), [&](Px other) { return near(other, middle); })) continue;
    done.push_back(middle);
    const Box shown = fit.box();
    if (box.x + box.w < shown.x || box.x > shown.x + shown.w || box.y + box.h < shown.y || box.y > shown.y + shown.h) continue;
    const double size = box.w < pen.px(64) ? 20 : 24;
    const double cap = pen.key_cap_width(offer.key, size), need = offer.need.empty() ? 0 : need_width(pen, offer.need) + pen.px(6);
    const double height = pen.px(offer.need.empty() ? size + 2 : 32);
    const double x = many ? box.x + pen.px(3) : middle.x - (cap + need) / 2;
    const auto place = board.place({x, box.y + pen.px(many ? 3 : 6), cap + need, height}, pen.px(1));
    if (!place) continue;
    pen.key_cap(place->x, place->y + height / 2, offer.key, true, size);
    if (need > 0) {
      draw_need(pen, place->x + cap + pen.px(6), place->y + height / 2, offer.need, offer.need_card);
      told.push_back(middle);
    }
    pen.hit(*place, offer.intent);
  }
  if (many) numbers(pen, squares, told, board);
}

}  // namespace polemarch::ui::page
