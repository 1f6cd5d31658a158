// A battle as files for others: text, tables, pictures, films and MCAP, each read back by somebody else's reader where there is one.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "assistant/export/film.hpp"
#include "assistant/export/gif.hpp"
#include "assistant/export/mcap.hpp"
#include "assistant/export/texts.hpp"
#include "assistant/paint/paint.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/map.hpp"
#include "assistant/story/build.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "vision/capture/source.hpp"

namespace export_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::exporting;

namespace {

story::Story told(const std::string& name) {
  auto story = story::story_of(test::old_log(name));
  INFO((story ? "" : story.error().line));
  REQUIRE(story);
  return std::move(*story);
}

/// Rows of a table as RFC 4180 reads them.
std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
      rows.back().back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\n') {
      rows.emplace_back(1);
    } else if (quoted || c != '\r') {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

}  // namespace

TEST_CASE("export: Markdown, plain text and the table of events tell the same battle", "[export]") {
  const story::Story story = told("long_turn");
  const std::string md = markdown_of(story, [](std::size_t c) { return "pictures/" + std::to_string(c) + ".svg"; });
  CHECK(md.starts_with("# " + story.title));
  CHECK(md.find(": the map at its end](") != std::string::npos);
  const std::string text = plain_text_of(story);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(line.size() <= 80);
  }
  const auto rows = rows_of(csv_of(story));
  REQUIRE(rows.size() > story.moments.size());
  for (const auto& row : rows) CHECK(row.size() == rows.front().size());
  std::size_t throws = 0, wanted = 0;
  for (const auto& row : rows) throws += row[8] == "throw" ? 1 : 0;
  for (const story::Moment& moment : story.moments) wanted += moment.throws.size();
  CHECK(throws == wanted);
}

TEST_CASE("export: a name that a spreadsheet would work out as a sum is a text in CSV, a number below 0 stays one", "[export]") {
  story::Story story = told("clash");
  for (story::Member& member : story.members) member.name = "=HYPERLINK(\"x\")\x1B[31m";
  for (story::Moment& moment : story.moments)
    for (story::Shift& shift : moment.shifts) shift.to.x = -3;
  bool below = false;
  std::size_t named = 0;
  for (const auto& row : rows_of(csv_of(story))) {
    for (const std::string& cell : row) {
      CHECK_FALSE(cell.starts_with("="));
      CHECK(cell.find('\x1B') == std::string::npos);
    }
    named += row[10] == "'=HYPERLINK(\"x\")\\u001b[31m" ? 1 : 0;
    below = below || row[17] == "-3.0";
  }
  CHECK(named > 0);
  CHECK(below);
}

TEST_CASE("export: Markdown shows the photographs that were kept, in their turn", "[export]") {
  const story::Story story = told("long_turn");
  const std::string md = markdown_of(story, {}, {{0, story.moments.front().seq, "game-pictures/table-1.jpg"}});
  CHECK(md.find("](game-pictures/table-1.jpg)") != std::string::npos);
}

TEST_CASE("export: a club reads who moved, and no slip of the fingers", "[export]") {
  story::Story story = told("ambush");
  story::Moment slip;
  slip.deed = story::Deed::Answer;
  slip.ruling = "refused";
  slip.sentence = "Draw a card: 7: refused, card 7 is not in the draw pile";
  story.moments.push_back(slip);
  const std::string text = plain_text_of(story);
  INFO(text);
  CHECK(std::regex_search(text, std::regex("  - (Reds|Blues) (move|deploy)s? [A-Z]")));
  CHECK(text.find("draw pile") == std::string::npos);
}

TEST_CASE("export: a club reads turns of nothing but moves together, and the score where it changed", "[export]") {
  story::Story story = told("long_turn");
  const story::Chapter first = story.chapters.front();
  REQUIRE(first.turn > 0);
  // Five more turns in which one unit moves.
  for (int turn = 1; turn <= 5; ++turn) {
    story::Moment moment;
    moment.seq = story.moments.back().seq + 1;
    moment.order = moment.seq;
    moment.turn = story.chapters.back().turn + 1;
    moment.ruling = "allowed";
    moment.deed = story::Deed::Move;
    moment.unit = story.pieces[0].unit;
    moment.counted = story.moments.back().counted;
    moment.shifts = {{0, {true, 10, 10, 90}, {true, 20, 10, 90}}};
    const auto at = static_cast<std::uint32_t>(story.moments.size());
    story.chapters.push_back({moment.turn, Viewer::A, at, at});
    story.acts.push_back({static_cast<std::uint32_t>(story.chapters.size() - 1), {at}, "moves", "", false, false});
    story.moments.push_back(std::move(moment));
  }
  const std::string text = plain_text_of(story);
  const int last = story.chapters.back().turn;
  const std::string quiet = "Turns " + std::to_string(last - 4) + " to " + std::to_string(last) + "\n  - ";
  INFO(text);
  REQUIRE(text.find(quiet) != std::string::npos);
  const std::string told_together = text.substr(text.find(quiet) + quiet.size());
  CHECK(told_together.substr(0, told_together.find('\n')).ends_with(story.name(story.pieces[0].unit) + "."));
  CHECK(text.find("other order") == std::string::npos);
}

TEST_CASE("export: a club reads who came back on to the table", "[export]") {
  story::Story story = told("long_turn");
  const UnitId unit = story.pieces[0].unit;
  const auto add = [&](story::Moment moment, const char* title) {
    moment.seq = moment.order = story.moments.back().seq + 1;
    moment.turn = story.chapters.back().turn + 1;
    moment.ruling = "allowed";
    moment.unit = unit;
    moment.counted = story.moments.back().counted;
    const auto at = static_cast<std::uint32_t>(story.moments.size());
    story.chapters.push_back({moment.turn, Viewer::A, at, at});
    story.acts.push_back({static_cast<std::uint32_t>(story.chapters.size() - 1), {at}, title, "", false, !moment.losses.empty()});
    story.moments.push_back(std::move(moment));
  };
  const story::Standing here{true, 10, 10, 90};
  story::Moment leaves, comes, answered;
  leaves.shifts = {{0, here, {}}};
  leaves.losses = {{.unit = unit, .bases = {}, .what = "the unit", .by = {}, .how = "off the table", .at = {}, .rule = {}}};
  comes.clause = "they come on to the table at b1";
  comes.shifts = answered.shifts = {{0, {}, here}};
  add(leaves, "They leave the table");
  add(comes, "They come on to the table at b1");
  add(leaves, "They leave the table");
  add(answered, "Where do they return? c1");
  const std::string text = plain_text_of(story);
  INFO(text);
  CHECK(text.find("  - They come on to the table at b1.\n") != std::string::npos);
  CHECK(text.find("  - " + engine::with_verb(story.name(unit), "is", "are") + " back on the table.\n") != std::string::npos);
}

TEST_CASE("export: Markdown, plain text and the table of events say what was too close to call", "[export]") {
  for (const auto& [name, how] :
       {std::pair{"close_calls", "the players rule that it stands"}, {"tie_break", "the tie-break favours the active side"}}) {
    const story::Story story = told(name);
    INFO(name);
    const std::string text = plain_text_of(story);
    std::string flat = std::regex_replace(text, std::regex("\\s+"), " ");
    INFO(text);
    CHECK(flat.find("too close to call: range of bows, 17.999 ± 0.002 in, limit 18 in") != std::string::npos);
    CHECK(flat.find(how) != std::string::npos);
    const std::string md = markdown_of(story, [](std::size_t) { return std::string(); });
    CHECK(md.find("## Rulings and close calls") != std::string::npos);
    CHECK(md.find("17.999 ± 0.002 in, limit 18 in") != std::string::npos);
    const auto rows = rows_of(csv_of(story));
    bool found = false;
    for (const auto& row : rows) {
      CHECK(row.size() == rows.front().size());
      if (row[8] != "close_call" || row[12] != "HC-SHO-T1") continue;
      found = true;
      CHECK(row[13] == "18");
      CHECK(row[14] == "17.999 ± 0.002 in");
      CHECK(row.back().find(how) != std::string::npos);
    }
    CHECK(found);
  }
}

TEST_CASE("export: a map of a moment is an SVG that stands alone", "[export]") {
  const story::Story story = told("clash");
  const report::MapMaker maps(story);
  const std::string svg = maps.whole_svg(story.places_after(10), {0, 10, "Map after ten commands", {}, true});
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.find("xmlns=\"http://www.w3.org/2000/svg\"") != std::string::npos);
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg.find("var(") == std::string::npos);  // colours as every drawing program reads them
  CHECK(svg.find(".a{fill:#0072b2") != std::string::npos);
  for (std::size_t at = 0; (at = svg.find("href=\"#", at)) != std::string::npos; ++at) {
    const std::string id = svg.substr(at + 7, svg.find('"', at + 7) - at - 7);
    INFO(id);
    CHECK(svg.find("id=\"" + id + "\"") != std::string::npos);
  }
}

TEST_CASE("export: a GIF's pictures come back as they went in", "[export][film]") {
  const test::LogFolder folder;
  Gif gif(40, 30);
  Image picture(40, 30, 3);
  for (int n = 0; n < 3; ++n) {
    for (int y = 0; y < 30; ++y)
      for (int x = 0; x < 40; ++x) {
        picture.row(y)[3 * x] = static_cast<std::uint8_t>((x * 13 + n * 40) % 256);
        picture.row(y)[3 * x + 1] = static_cast<std::uint8_t>(y * 8);
        picture.row(y)[3 * x + 2] = static_cast<std::uint8_t>(n * 100);
      }
    gif.add(picture, 50);
  }
  const std::string bytes = gif.finish();
  CHECK(bytes.starts_with("GIF89a"));
  REQUIRE_FALSE(write_text_file(folder / "x.gif", bytes));
  // FFmpeg, behind OpenCV, reads it.
  vision::SourceSettings settings;
  auto source = vision::open_source(folder / "x.gif", settings);
  INFO((source ? "" : source.error().line));
  REQUIRE(source);
  int frames = 0;
  while (const auto frame = (*source)->next(5)) {
    CHECK(frame->gray->width == 40);
    ++frames;
  }
  CHECK(frames == 3);
}

TEST_CASE("export: a GIF has the colours of its first picture as they are", "[export][film]") {
  Gif gif(8, 4);
  Image picture(8, 4, 3);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x) {  // the table's felt, and a card on it
      picture.row(y)[3 * x] = x < 5 ? 0x30 : 0x27;
      picture.row(y)[3 * x + 1] = x < 5 ? 0x2F : 0x1F;
      picture.row(y)[3 * x + 2] = x < 5 ? 0x26 : 0x18;
    }
  gif.add(picture, 50);
  const std::string colours = gif.finish().substr(13, 768);
  for (const std::string own : {"\x26\x2F\x30", "\x18\x1F\x27"}) {
    bool found = false;
    for (std::size_t i = 0; i < 256; ++i) found = found || colours.compare(3 * i, 3, own) == 0;
    CHECK(found);
  }
}

TEST_CASE("export: a small picture is the screen of the smallest window, made smaller", "[export][film]") {
  const story::Story story = told("long_turn");
  const ui::ViewState view = replay::view_of(replay::Reel(story), {});
  const Image large = paint::screen_image_of(view, 1280, 720), small = paint::screen_image_of(view, 640, 360);
  double off = 0;
  for (int y = 0; y < small.height; ++y)
    for (int x = 0; x < small.width * 3; ++x) {
      const int column = x / 3 * 6 + x % 3;
      const int mean =
          (large.row(2 * y)[column] + large.row(2 * y)[column + 3] + large.row(2 * y + 1)[column] + large.row(2 * y + 1)[column + 3]) / 4;
      off += std::abs(mean - small.row(y)[x]);
    }
  CHECK(off / (small.width * small.height * 3) < 4);
}

TEST_CASE("export: films have their names only when they are whole", "[export][film]") {
  const test::LogFolder folder;
  const story::Story story = told("courage");
  for (const bool gif : {true, false}) {
    const std::string path = folder / (gif ? "a.gif" : "a.mp4");
    const auto write = gif ? write_gif : write_mp4;
    int asked = 0;
    const FilmEnd stopped = write(story, path, {.width = 320, .height = 180}, [&](double) { return ++asked < 2; });
    CHECK_FALSE(stopped.whole);
    CHECK_FALSE(stopped.error);
    CHECK_FALSE(std::filesystem::exists(path));
    const FilmEnd whole = write(story, path, {.width = 320, .height = 180, .pictures_a_second = 5, .seconds_an_order = 0.4}, {});
    INFO((whole.error ? whole.error->line : ""));
    CHECK(whole.whole);
    CHECK(std::filesystem::file_size(path) > 1000);
    // What browsers and phones play.
    if (!gif) CHECK(read_text_file(path)->find("avc1") != std::string::npos);
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder.path)) ++files;
    CHECK(files == (gif ? 1 : 2));  // nothing half-written beside it
  }
}

TEST_CASE("export: an independent reader reads the MCAP file, message by message, as its schemas say", "[export][mcap]") {
  const test::LogFolder folder;
  const story::Story story = told("long_turn");
  const std::vector<KeptPhoto> photos{{0, "\xFF\xD8 the start"}, {40, "\xFF\xD8 later"}};
  REQUIRE_FALSE(write_text_file(folder / "x.mcap", mcap_of(story, photos)));
  const std::string npm =
      "cd '" + folder.path.string() +
      "' && command -v npm >/dev/null && npm init -y >/dev/null 2>&1 && timeout 90 npm install --silent --no-audit --no-fund @mcap/core@2 ajv@8 >/dev/null 2>&1";
  if (std::system(npm.c_str()) != 0) {
    WARN("no npm registry here: nobody else reads the file");
    return;
  }
  std::ofstream(folder / "read.cjs")
      << R"(const {McapStreamReader,McapIndexedReader}=require('@mcap/core'),Ajv=require('ajv/dist/2020').default,fs=require('fs');
const bytes=fs.readFileSync('x.mcap'),reader=new McapStreamReader({validateCrcs:true});reader.append(bytes);const ajv=new Ajv({strict:false}),schemas={},channels={},count={};let last=-1n,stats;
for(let r;(r=reader.nextRecord());){if(r.type==='Schema')schemas[r.id]=ajv.compile(JSON.parse(Buffer.from(r.data).toString()));
if(r.type==='Channel')channels[r.id]=r;if(r.type==='Statistics')stats=r;
if(r.type==='Message'){const c=channels[r.channelId],j=JSON.parse(Buffer.from(r.data).toString()),ok=schemas[c.schemaId](j);
if(!ok){console.log(JSON.stringify(schemas[c.schemaId].errors));process.exit(1)}if(r.logTime<last)process.exit(3);last=r.logTime;count[c.topic]=(count[c.topic]||0)+1}}
if(!reader.done())process.exit(4);
if(stats.messageCount!==BigInt(count['/poses']+count['/events']+count['/frames']))process.exit(5);
(async()=>{const indexed=await McapIndexedReader.Initialize({readable:{size:async()=>BigInt(bytes.length),read:async(o,l)=>new Uint8Array(bytes.buffer,bytes.byteOffset+Number(o),Number(l))}});
const found={};for await(const m of indexed.readMessages()){const t=indexed.channelsById.get(m.channelId).topic;found[t]=(found[t]||0)+1}
for await(const m of indexed.readMessages({topics:['/frames']})){const j=JSON.parse(Buffer.from(m.data).toString());count['frame'+j.seq]=Buffer.from(j.data,'base64').toString('latin1')}
if(JSON.stringify(found)!==JSON.stringify({...found,...Object.fromEntries(Object.entries(count).filter(([k])=>k[0]==='/'))}))process.exit(6);
fs.writeFileSync('out.json',JSON.stringify(count))})().catch(e=>{console.log(e);process.exit(7)}))";
  REQUIRE(std::system(("cd '" + folder.path.string() + "' && node read.cjs").c_str()) == 0);
  const auto text = read_text_file(folder / "out.json");
  REQUIRE(text);
  const auto count = nlohmann::json::parse(*text);
  std::size_t moved = 1;
  for (const story::Moment& moment : story.moments) moved += moment.shifts.empty() ? 0 : 1;
  CHECK(count["/events"] == story.moments.size());
  CHECK(count["/poses"] == moved);
  CHECK(count["/frames"] == photos.size());
  CHECK(count["frame0"].get<std::string>().ends_with("the start"));
  CHECK(count["frame40"].get<std::string>().ends_with("later"));
}

}  // namespace export_tests
