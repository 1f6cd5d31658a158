#include "assistant/paint/paint.hpp"

#include <cairo.h>

#include <cstring>

#include "tests/support/catch.hpp"

namespace paint_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

Scene one_square(Tone tone, Pattern pattern = Pattern::Solid) {
  Scene scene{400, 300, {}};
  scene.items.push_back({Polygon{{{100, 50}, {200, 50}, {200, 100}, {100, 100}}, true, true}, tone, pattern, 1, "", "base", "", ""});
  return scene;
}

/// Decodes a PNG and gives the pixel at (x, y) as 0xRRGGBB.
struct Decoded {
  cairo_surface_t* surface = nullptr;
  std::size_t read = 0;
  const paint::Bytes* bytes = nullptr;
  explicit Decoded(const paint::Bytes& png) : bytes(&png) {
    surface = cairo_image_surface_create_from_png_stream(
        [](void* self, unsigned char* to, unsigned int length) {
          auto* me = static_cast<Decoded*>(self);
          if (me->read + length > me->bytes->size()) return CAIRO_STATUS_READ_ERROR;
          std::memcpy(to, me->bytes->data() + me->read, length);
          me->read += length;
          return CAIRO_STATUS_SUCCESS;
        },
        this);
  }
  Decoded(const Decoded&) = delete;
  ~Decoded() { cairo_surface_destroy(surface); }
  std::uint32_t at(int x, int y) const {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface) + x * 4, 4);
    return pixel & 0xFFFFFFU;
  }
  int width() const { return cairo_image_surface_get_width(surface); }
  int height() const { return cairo_image_surface_get_height(surface); }
};

}  // namespace

TEST_CASE("a picture has the table's size at the asked scale and turns with the seat", "[paint]") {
  paint::PaintSettings settings;
  settings.px_per_mm = 0.5;
  settings.margin_mm = 10;
  const Decoded upright(paint::png_of(one_square(Tone::SideA), settings));
  CHECK(upright.width() == 210);
  CHECK(upright.height() == 160);
  settings.quarter_turns = 1;
  const Decoded turned(paint::png_of(one_square(Tone::SideA), settings));
  CHECK(turned.width() == 160);
  CHECK(turned.height() == 210);
}

TEST_CASE("a shape is painted where the table has it, from each seat", "[paint]") {
  paint::PaintSettings settings;
  settings.px_per_mm = 1;
  settings.margin_mm = 0;
  // The square's middle is at (150, 75) of a 400 x 300 table.
  const int expected[4][2] = {{150, 225}, {75, 150}, {250, 75}, {225, 250}};
  for (int turns = 0; turns < 4; ++turns) {
    settings.quarter_turns = turns;
    const Decoded picture(paint::png_of(one_square(Tone::SideA), settings));
    const std::uint32_t pixel = picture.at(expected[turns][0], expected[turns][1]);
    INFO("quarter turns " << turns);
    CHECK((pixel & 0xFF) > (pixel >> 16 & 0xFF) + 60);  // blue
    CHECK(picture.at(5, 5) == 0xECE7D8);                // the cloth
  }
}

TEST_CASE("a hatched area shows cloth between its lines", "[paint]") {
  paint::PaintSettings settings;
  settings.px_per_mm = 2;
  settings.margin_mm = 0;
  const Decoded picture(paint::png_of(one_square(Tone::Zone, Pattern::HatchLeft), settings));
  int light = 0, dark = 0;
  for (int x = 220; x < 380; ++x) {
    const std::uint32_t pixel = picture.at(x, 450);
    const auto green = static_cast<int>(pixel >> 8 & 0xFF);
    (green > 190 ? light : dark) += 1;
  }
  CHECK(light > 40);
  CHECK(dark > 10);
}

TEST_CASE("SVG and PDF are written with the names in them", "[paint]") {
  Scene scene = one_square(Tone::SideB);
  const paint::Bytes svg = paint::svg_of(scene, {}), pdf = paint::pdf_of(scene, {});
  CHECK(std::string(svg.begin(), svg.begin() + 5) == "<?xml");
  CHECK(std::string(pdf.begin(), pdf.begin() + 5) == "%PDF-");
  CHECK(std::string(svg.begin(), svg.end()).find("83.5") != std::string::npos);  // vermilion, 0xD5/255 as a percentage
}

TEST_CASE("the table's picture lies straight under the drawing", "[paint]") {
  auto image = std::make_shared<Image>(4, 3, 3);
  for (auto& byte : image->bytes) byte = 0;
  image->row(0)[2] = 255;  // upper left pixel red: the table's far left corner
  paint::PaintSettings settings;
  settings.px_per_mm = 1;
  settings.margin_mm = 0;
  settings.picture = {image, 1, 0, 0, 400, 300};
  const Decoded picture(paint::png_of(Scene{400, 300, {}}, settings));
  CHECK((picture.at(20, 20) >> 16 & 0xFF) > 200);
  CHECK((picture.at(380, 280) >> 16 & 0xFF) < 30);
}

TEST_CASE("the whole screen is painted with its panels", "[paint]") {
  ui::ViewState view;
  view.title = "Fake Battle";
  view.moment = "Turn 3";
  view.to_play = Side::A;
  view.side_names = {"Rome", "Carthage"};
  view.scene = one_square(Tone::SideA);
  view.question = ui::QuestionView{};
  view.question->text = "Which way does it go?";
  const Decoded picture(paint::screen_png_of(view, 1280, 720));
  CHECK(picture.width() == 1280);
  int bright = 0;  // letters of the panel
  for (int x = 930; x < 1270; ++x)
    for (int y = 0; y < 120; ++y)
      if ((picture.at(x, y) & 0xFF) > 200) ++bright;
  CHECK(bright > 300);
}

}  // namespace paint_tests
