#include "vision/prints/strip_book.hpp"

#include <algorithm>
#include <bit>
#include <random>

#include "models/data/data.hpp"
#include "models/io/json.hpp"

namespace polemarch::vision {
namespace {

constexpr StripWord mask_of(int bits) { return bits >= 64 ? ~StripWord{0} : (StripWord{1} << bits) - 1; }

/// Modules that both words show when `word` is read one column to the left, and the word so read.
struct Slipped {
  StripWord word, seen;
};
Slipped slipped(StripWord word, int bits, int columns) {
  Slipped out{0, 0};
  const StripWord row_mask = mask_of(columns);
  for (int row = 0; row * columns < bits; ++row) {
    const StripWord of_row = (word >> (row * columns)) & row_mask;
    out.word |= (of_row >> 1) << (row * columns);
    out.seen |= (row_mask >> 1) << (row * columns);
  }
  return out;
}

int slip_between(StripWord a, StripWord b, int bits, int columns) {
  const Slipped sa = slipped(a, bits, columns);
  const Slipped sb = slipped(b, bits, columns);
  return std::min(std::popcount((sa.word ^ b) & sa.seen), std::popcount((sb.word ^ a) & sb.seen));
}

/// Every other reading of a word: half a turn for strips, all rotations for rings.
template <class Use>
void each_turn(StripWord word, const BookRequest& request, const Use& use) {
  if (request.turns == Turns::Half) {
    use(half_turned(word, request.bits));
  } else {
    for (int n = 1; n < request.bits; ++n) use(rotated(word, request.bits, n));
  }
}

/// Neither mostly black nor mostly white, and no long plain stretch: the fit along the strip lives on the changes.
bool has_enough_edges(StripWord word, const BookRequest& request) {
  const int white = std::popcount(word);
  if (white * 10 < request.bits * 3 || white * 10 > request.bits * 7) return false;
  int changes = 0;
  for (int i = 0; i + 1 < request.bits; ++i) changes += (i + 1) % request.columns != 0 && (((word >> i) ^ (word >> (i + 1))) & 1);
  return changes * 3 >= request.bits;
}

bool far_from_itself(StripWord word, const BookRequest& request) {
  bool far = true;
  each_turn(word, request, [&](StripWord turned) {
    far = far && std::popcount(word ^ turned) >= request.distance;
    if (request.slip_distance > 0) far = far && slip_between(word, turned, request.bits, request.columns) >= request.slip_distance;
  });
  if (request.slip_distance > 0) far = far && slip_between(word, word, request.bits, request.columns) >= request.slip_distance;
  return far;
}

bool far_from_all(StripWord word, const std::vector<StripWord>& readings, const BookRequest& request) {
  for (const StripWord other : readings) {
    if (std::popcount(word ^ other) < request.distance) return false;
    if (request.slip_distance > 0 && slip_between(word, other, request.bits, request.columns) < request.slip_distance) return false;
  }
  return true;
}

BookRequest request_of(const CodeBook& book) {
  return {book.name, book.bits, book.columns, book.turns, static_cast<int>(book.words.size()), 0, 0, book.seed};
}

}  // namespace

StripWord half_turned(StripWord word, int bits) {
  StripWord out = 0;
  for (int i = 0; i < bits; ++i) out |= ((word >> i) & 1) << (bits - 1 - i);
  return out;
}

StripWord rotated(StripWord word, int bits, int teeth) {
  teeth %= bits;
  return teeth == 0 ? word : ((word >> teeth) | (word << (bits - teeth))) & mask_of(bits);
}

int measured_distance(const CodeBook& book) {
  int least = book.bits;
  const BookRequest request = request_of(book);
  for (std::size_t i = 0; i < book.words.size(); ++i) {
    each_turn(book.words[i], request, [&](StripWord turned) {
      least = std::min(least, std::popcount(book.words[i] ^ turned));
      for (std::size_t j = i + 1; j < book.words.size(); ++j) least = std::min(least, std::popcount(book.words[j] ^ turned));
    });
    for (std::size_t j = i + 1; j < book.words.size(); ++j) least = std::min(least, std::popcount(book.words[i] ^ book.words[j]));
  }
  return least;
}

int measured_slip_distance(const CodeBook& book) {
  int least = book.bits;
  for (std::size_t i = 0; i < book.words.size(); ++i) {
    const StripWord turned = half_turned(book.words[i], book.bits);
    for (std::size_t j = i; j < book.words.size(); ++j) {
      least = std::min({least, slip_between(book.words[i], book.words[j], book.bits, book.columns),
                        slip_between(turned, book.words[j], book.bits, book.columns)});
    }
  }
  return least;
}

std::vector<BookRequest> shipped_books() {
  return {
      {"strip38", 38, 19, Turns::Half, 512, 11, 8, 38},  {"strip24", 24, 12, Turns::Half, 512, 6, 3, 24},
      {"strip24s", 24, 12, Turns::Half, 256, 7, 4, 240}, {"strip20", 20, 10, Turns::Half, 128, 6, 3, 20},
      {"ring53", 53, 53, Turns::Any, 512, 15, 0, 53},    {"ring41", 41, 41, Turns::Any, 512, 10, 0, 41},
      {"ring37", 37, 37, Turns::Any, 512, 8, 0, 37},     {"ring31", 31, 31, Turns::Any, 256, 7, 0, 31},
  };
}

Result<CodeBook> make_book(const BookRequest& request, std::int64_t tries) {
  CodeBook book{std::string(request.name), request.bits, request.columns, request.turns, 0, 0, request.seed, {}};
  std::mt19937_64 random(request.seed);
  std::vector<StripWord> readings;  // every kept word in every turn
  for (std::int64_t t = 0; t < tries && static_cast<int>(book.words.size()) < request.words; ++t) {
    const StripWord word = random() & mask_of(request.bits);
    if (!has_enough_edges(word, request) || !far_from_itself(word, request) || !far_from_all(word, readings, request)) continue;
    book.words.push_back(word);
    readings.push_back(word);
    each_turn(word, request, [&](StripWord turned) { readings.push_back(turned); });
  }
  if (static_cast<int>(book.words.size()) < request.words) {
    return InputError{"book " + book.name + ": only " + std::to_string(book.words.size()) + " of " + std::to_string(request.words) +
                      " words at distance " + std::to_string(request.distance) + "; ask for fewer words or less distance"};
  }
  book.distance = measured_distance(book);
  book.slip_distance = request.turns == Turns::Half ? measured_slip_distance(book) : 0;
  return book;
}

std::string book_text(const CodeBook& book) {
  std::string out = "{\"v\": 1, \"book\": \"" + book.name + "\", \"bits\": " + std::to_string(book.bits) +
                    ", \"columns\": " + std::to_string(book.columns) + ", \"turns\": \"" + (book.turns == Turns::Half ? "half" : "any") +
                    "\", \"distance\": " + std::to_string(book.distance) + ", \"slip_distance\": " + std::to_string(book.slip_distance) +
                    ", \"seed\": " + std::to_string(book.seed) + ",\n \"words\": [";
  for (std::size_t i = 0; i < book.words.size(); ++i) out += (i == 0 ? "" : i % 8 == 0 ? ",\n  " : ", ") + std::to_string(book.words[i]);
  return out + "]}\n";
}

Result<CodeBook> read_book(std::string_view text, std::string_view name) {
  const auto json = io::read_json(text, "code_book.schema.json", name);
  if (!json) return json.error();
  CodeBook book;
  book.name = json->at("book").get<std::string>();
  book.bits = json->at("bits").get<int>();
  book.columns = json->at("columns").get<int>();
  book.turns = json->at("turns").get<std::string>() == "half" ? Turns::Half : Turns::Any;
  book.distance = json->at("distance").get<int>();
  book.slip_distance = json->at("slip_distance").get<int>();
  book.seed = json->at("seed").get<std::uint64_t>();
  book.words = json->at("words").get<std::vector<StripWord>>();
  return book;
}

Result<CodeBook> load_book(std::string_view name) {
  const std::string file = std::string(name) + ".json";
  const std::string_view text = find_embedded(data::embedded_files(), file);
  if (text.empty()) return InputError{"code book \"" + std::string(name) + "\": not shipped with this program"};
  return read_book(text, file);
}

}  // namespace polemarch::vision
