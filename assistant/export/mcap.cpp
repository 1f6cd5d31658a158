#include "assistant/export/mcap.hpp"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace polemarch::assistant::exporting {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};
enum Op : std::uint8_t { Header = 1, Footer = 2, Schema = 3, Channel = 4, Message = 5, Statistics = 0x0B, DataEnd = 0x0F };

template <class Number>
void put(std::string& out, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
}
void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}
void record(std::string& file, Op op, const std::string& content) {
  file += static_cast<char>(op);
  put(file, static_cast<std::uint64_t>(content.size()));
  file += content;
}

const char* kPoseSchema = R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":"polemarch.Poses","type":"object",
"required":["seq","bases"],"properties":{"seq":{"type":"integer","description":"command of the log, 0 the start"},
"bases":{"type":"array","items":{"type":"object","required":["base","unit","side","on_table"],"properties":{"base":{"type":"string"},
"unit":{"type":"string"},"side":{"enum":["A","B"]},"on_table":{"type":"boolean"},"x_mm":{"type":"number"},"y_mm":{"type":"number"},
"heading_deg":{"type":"number"}}}}}})";
const char* kEventSchema = R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":"polemarch.Event","type":"object",
"required":["seq","by","sentence"],"properties":{"seq":{"type":"integer"},"order":{"type":"integer","description":"command it belongs to"},
"turn":{"type":"integer"},"side":{"type":"string"},"phase":{"type":"string"},"by":{"type":"string"},"source":{"type":"string"},
"ruling":{"type":"string"},"ruled":{"type":"boolean"},"sentence":{"type":"string"},"throws":{"type":"array","items":{"type":"object",
"properties":{"side":{"enum":["A","B"]},"unit":{"type":"string"},"purpose":{"type":"string"},"need":{"type":"integer"},
"values":{"type":"array","items":{"type":"integer"}},"good":{"type":"integer"}}}},"lost":{"type":"array","items":{"type":"string"}}}})";

std::uint64_t nanoseconds(double seconds) { return static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds) * 1e9)); }

Json base_json(const story::Piece& piece, const story::Standing& here) {
  Json base{{"base", piece.base.text}, {"unit", piece.unit.text}, {"side", name_of(piece.side)}, {"on_table", here.on_table}};
  if (here.on_table) {
    base["x_mm"] = here.x;
    base["y_mm"] = here.y;
    base["heading_deg"] = here.heading;
  }
  return base;
}

std::string text_of_json(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string mcap_of(const story::Story& story) {
  std::string file(kMagic), content;
  put_text(content, "");
  put_text(content, "polemarch");
  record(file, Header, content);
  std::string schemas, channels;
  const auto topic = [&](std::uint16_t id, const char* name, const char* schema, const char* path) {
    content.clear();
    put(content, id);
    put_text(content, name);
    put_text(content, "jsonschema");
    put_text(content, schema);
    record(schemas, Schema, content);
    content.clear();
    put(content, id);
    put(content, id);  // its schema has the same number
    put_text(content, path);
    put_text(content, "json");
    put(content, std::uint32_t{0});  // no further words about it
    record(channels, Channel, content);
  };
  topic(1, "polemarch.Poses", kPoseSchema, "/poses");
  topic(2, "polemarch.Event", kEventSchema, "/events");
  file += schemas + channels;
  std::array<std::uint32_t, 2> numbers{};
  const auto message = [&](std::uint16_t channel, double t, const Json& j) {
    content.clear();
    put(content, channel);
    put(content, numbers[channel - 1U]++);
    put(content, nanoseconds(t));
    put(content, nanoseconds(t));
    content += text_of_json(j);
    record(file, Message, content);
  };
  Json start = Json::array();
  for (std::size_t i = 0; i < story.pieces.size(); ++i) start.push_back(base_json(story.pieces[i], story.start[i]));
  message(1, 0, {{"seq", 0}, {"bases", std::move(start)}});
  double last = 0;
  for (const story::Moment& moment : story.moments) {
    last = std::max(last, moment.t);
    Json event{{"seq", moment.seq},       {"order", moment.order},
               {"turn", moment.turn},     {"side", name_of(moment.side)},
               {"phase", moment.phase},   {"by", moment.by},
               {"source", moment.source}, {"ruling", moment.ruling},
               {"ruled", moment.ruled},   {"sentence", moment.sentence}};
    Json throws = Json::array(), lost = Json::array();
    for (const engine::Thrown& thrown : moment.throws)
      throws.push_back({{"side", name_of(thrown.who)},
                        {"unit", thrown.thrower.text},
                        {"purpose", thrown.purpose},
                        {"need", thrown.need},
                        {"values", thrown.values},
                        {"good", thrown.good}});
    for (const engine::Lost& loss : moment.losses) lost.push_back(loss.unit.text);
    event["throws"] = std::move(throws);
    event["lost"] = std::move(lost);
    message(2, moment.t, event);
    if (moment.shifts.empty()) continue;
    Json bases = Json::array();
    for (const story::Shift& shift : moment.shifts) bases.push_back(base_json(story.pieces[shift.piece], shift.to));
    message(1, moment.t, {{"seq", moment.seq}, {"bases", std::move(bases)}});
  }
  content.clear();
  put(content, std::uint32_t{0});  // no checksum of the data
  record(file, DataEnd, content);
  const auto summary = static_cast<std::uint64_t>(file.size());
  file += schemas + channels;
  content.clear();
  put(content, static_cast<std::uint64_t>(numbers[0]) + numbers[1]);
  put(content, std::uint16_t{2});   // schemas
  put(content, std::uint32_t{2});   // channels
  put(content, std::uint32_t{0});   // attachments
  put(content, std::uint32_t{0});   // metadata
  put(content, std::uint32_t{0});   // chunks
  put(content, std::uint64_t{0});   // first time
  put(content, nanoseconds(last));  // last
  put(content, std::uint32_t{2 * 10});
  for (std::uint16_t channel = 1; channel <= 2; ++channel) {
    put(content, channel);
    put(content, static_cast<std::uint64_t>(numbers[channel - 1U]));
  }
  record(file, Statistics, content);
  content.clear();
  put(content, summary);
  put(content, std::uint64_t{0});  // no offsets of the summary's parts
  put(content, std::uint32_t{0});  // no checksum of it
  record(file, Footer, content);
  return file + std::string(kMagic);
}

}  // namespace polemarch::assistant::exporting
