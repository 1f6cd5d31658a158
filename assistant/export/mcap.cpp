#include "assistant/export/mcap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "assistant/export/mcap_file.hpp"

namespace polemarch::assistant::exporting {

namespace {

using OrderedJson = nlohmann::ordered_json;

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
/// The fields that viewers of robots' logs know a compressed picture by.
const char* kFrameSchema = R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":"foxglove.CompressedImage","type":"object",
"required":["timestamp","frame_id","data","format"],"properties":{"timestamp":{"type":"object","required":["sec","nsec"],"properties":
{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},"frame_id":{"type":"string"},"data":{"type":"string","contentEncoding":"base64"},
"format":{"type":"string"},"seq":{"type":"integer","description":"command of the log it was kept after"}}})";

constexpr std::uint16_t kPoses = 1, kEvents = 2, kFrames = 3;

std::uint64_t nanoseconds(double seconds) { return static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds) * 1e9)); }

OrderedJson base_json(const story::Piece& piece, const story::Standing& here) {
  OrderedJson base{{"base", piece.base.text}, {"unit", piece.unit.text}, {"side", name_of(piece.side)}, {"on_table", here.on_table}};
  if (here.on_table) {
    base["x_mm"] = here.x;
    base["y_mm"] = here.y;
    base["heading_deg"] = here.heading;
  }
  return base;
}

OrderedJson event_json(const story::Moment& moment) {
  OrderedJson event{{"seq", moment.seq},       {"order", moment.order},
                    {"turn", moment.turn},     {"side", name_of(moment.side)},
                    {"phase", moment.phase},   {"by", moment.by},
                    {"source", moment.source}, {"ruling", moment.ruling},
                    {"ruled", moment.ruled},   {"sentence", moment.sentence}};
  OrderedJson throws = OrderedJson::array(), lost = OrderedJson::array();
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
  return event;
}

OrderedJson frame_json(const KeptPhoto& photo, std::uint64_t t) {
  constexpr std::uint64_t second = 1'000'000'000;
  return {{"timestamp", {{"sec", t / second}, {"nsec", t % second}}},
          {"frame_id", "table"},
          {"format", "jpeg"},
          {"seq", photo.seq},
          {"data", base64_of(photo.jpeg)}};
}

std::string text_of_json(const OrderedJson& j) { return j.dump(-1, ' ', false, OrderedJson::error_handler_t::replace); }

}  // namespace

std::string mcap_of(const story::Story& story, const std::vector<KeptPhoto>& photos) {
  McapFile file;
  file.topic(kPoses, {"/poses", "polemarch.Poses", kPoseSchema});
  file.topic(kEvents, {"/events", "polemarch.Event", kEventSchema});
  if (!photos.empty()) file.topic(kFrames, {"/frames", "foxglove.CompressedImage", kFrameSchema});
  auto photo = photos.begin();
  const auto frames_up_to = [&](std::int64_t seq, std::uint64_t t) {
    for (; photo != photos.end() && photo->seq <= seq; ++photo) file.message(kFrames, t, text_of_json(frame_json(*photo, t)));
  };
  OrderedJson start = OrderedJson::array();
  for (std::size_t i = 0; i < story.pieces.size(); ++i) start.push_back(base_json(story.pieces[i], story.start[i]));
  file.message(kPoses, 0, text_of_json({{"seq", 0}, {"bases", std::move(start)}}));
  frames_up_to(0, 0);
  std::uint64_t last = 0;
  for (const story::Moment& moment : story.moments) {
    const std::uint64_t t = last = std::max(last, nanoseconds(moment.t));
    file.message(kEvents, t, text_of_json(event_json(moment)));
    if (!moment.shifts.empty()) {
      OrderedJson bases = OrderedJson::array();
      for (const story::Shift& shift : moment.shifts) bases.push_back(base_json(story.pieces[shift.piece], shift.to));
      file.message(kPoses, t, text_of_json({{"seq", moment.seq}, {"bases", std::move(bases)}}));
    }
    frames_up_to(moment.seq, t);
  }
  return std::move(file).finish();
}

}  // namespace polemarch::assistant::exporting
