#include <set>

#include "tests/support/catch.hpp"
#include "vision/prints/strip_artwork.hpp"
#include "vision/prints/strip_book.hpp"

namespace strip_book_tests {

using namespace polemarch::vision;

TEST_CASE("every shipped code book keeps the distance it states", "[strip]") {
  for (const BookRequest& request : shipped_books()) {
    const auto book = load_book(request.name);
    INFO((book ? std::string(request.name) : book.error().line));
    REQUIRE(book);
    CHECK(static_cast<int>(book->words.size()) == request.words);
    CHECK(book->seed == request.seed);
    CHECK(book->distance >= request.distance);
    CHECK(measured_distance(*book) == book->distance);
    if (book->turns == Turns::Half) CHECK(measured_slip_distance(*book) == book->slip_distance);
    for (const StripWord word : book->words) CHECK((word >> book->bits) == 0);
  }
}

TEST_CASE("a book comes out of its seed again, and a tampered one is found out", "[strip]") {
  for (const BookRequest& request : shipped_books()) {
    if (request.name != "ring31") continue;  // quick to make; the tool makes all of them
    const auto shipped = load_book(request.name);
    const auto made = make_book(request);
    REQUIRE(shipped);
    REQUIRE(made);
    CHECK(made->words == shipped->words);
    CodeBook tampered = *shipped;
    tampered.words[7] = tampered.words[3] ^ 1;
    CHECK(measured_distance(tampered) == 1);
  }
}

TEST_CASE("the least distances of the design are met", "[strip]") {
  CHECK(load_book("strip38")->distance >= 11);
  CHECK(load_book("strip24")->distance >= 6);
  CHECK(load_book("strip24s")->distance >= 7);
  CHECK(load_book("strip20")->distance >= 6);
  CHECK(load_book("ring41")->distance >= 10);
  CHECK(load_book("ring31")->distance >= 7);
}

TEST_CASE("half a turn of the artwork is the half-turned word", "[strip]") {
  for (const StripLayout& layout : strip_layouts()) {
    if (layout.kind != StripKind::Spine) continue;
    const StripWord word = load_book(layout.book)->words[5];
    const StripWord turned = half_turned(word, layout.bits());
    int compared = 0;
    for (double u = -layout.length_mm / 2 + 0.013; u < layout.length_mm / 2; u += 0.31) {
      for (double v = -layout.depth_mm / 2 + 0.007; v < layout.depth_mm / 2; v += 0.23) {
        if (is_white(layout, word, u, v) != is_white(layout, turned, -u, -v)) FAIL(layout.name << " at " << u << "," << v);
        ++compared;
      }
    }
    CHECK(compared > 100);
  }
}

TEST_CASE("a ring turned by a tooth is the rotated word", "[strip]") {
  const auto layout = strip_layout("RING32");
  REQUIRE(layout);
  const StripWord word = load_book(layout->book)->words[9];
  const double step = 6.283185307179586 / layout->columns;
  const double r = (layout->row_range(0).low + layout->row_range(0).high) / 2;
  for (int tooth = 0; tooth < layout->columns; ++tooth) {
    const double turn = step * tooth;
    CHECK(is_white(*layout, word, r * std::sin(turn), r * std::cos(turn)) == (((word >> tooth) & 1) != 0));
    CHECK(is_white(*layout, rotated(word, layout->bits(), 4), r * std::sin(turn), r * std::cos(turn)) ==
          is_white(*layout, word, r * std::sin(turn + 4 * step), r * std::cos(turn + 4 * step)));
  }
}

TEST_CASE("a family that is not ours is refused with the list of those there are", "[strip]") {
  const auto layout = strip_layout("STRIP41x6");
  REQUIRE_FALSE(layout);
  CHECK(layout.error().line.find("STRIP40x6") != std::string::npos);
  CHECK(is_strip_family("STRIP41x6"));
  CHECK_FALSE(is_strip_family("DICT_APRILTAG_36h11"));
}

}  // namespace strip_book_tests
