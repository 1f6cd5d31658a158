/// Files the players write or edit, and the battle log.
#include <unistd.h>

#include <cstdio>
#include <sstream>

#include "assistant/play/script.hpp"
#include "assistant/session/battle_log.hpp"
#include "assistant/session/keys.hpp"
#include "assistant/session/session.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/camera_io.hpp"
#include "models/io/csv.hpp"
#include "models/io/roster_io.hpp"
#include "models/io/table_io.hpp"
#include "tests/fuzz/targets.hpp"
#include "vision/capture/simulator/scene_io.hpp"
#include "vision/prints/dictionary.hpp"

namespace polemarch::fuzz {

namespace {

template <class Read>
Target reader(std::string name, Read read) {
  return {std::move(name), [read](std::string_view bytes) {
            if (const auto value = read(bytes); !value) promise_one_line(value.error());
          }};
}

/// A file for readers that want one, gone with the program.
struct OneFile {
  std::string path = "/tmp/polemarch_fuzz_" + std::to_string(::getpid()) + ".battle";
  ~OneFile() { std::remove(path.c_str()); }
  void write(std::string_view text) const {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    promise(file != nullptr, "the file can be written");
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  }
};

/// The lines with the chain they need, as somebody would forge a log.
std::string rechained(std::string_view bytes) {
  std::istringstream in{std::string(bytes)};
  std::string out, chain;
  for (std::string line; std::getline(in, line);) {
    if (line.size() < 2 || line.front() != '{' || line.back() != '}') return std::string(bytes);
    std::string fresh;
    out += assistant::chained(line, chain, fresh) + "\n";
    chain = fresh;
  }
  return out;
}

/// Lines of a log without their chain, which is put in: what is inside a sound chain may still be anything.
void read_forged_log(std::string_view bytes) {
  static const OneFile file;
  file.write(rechained(bytes));
  const auto session = assistant::Session::open_read_only(file.path);
  if (!session) return promise_one_line(session.error());
  static_cast<void>((*session)->battle().describe(Viewer::Both));
  static_cast<void>((*session)->state_hash());
  const auto verified = assistant::Session::verify(file.path);
  if (!verified) return promise_one_line(verified.error());
  promise(verified->what.find('\n') == std::string::npos, "a difference is one line");
}

}  // namespace

void add_file_targets(std::vector<Target>& to) {
  to.push_back(reader("roster", [](std::string_view text) { return io::roster_from_text(text, "roster"); }));
  to.push_back(reader("csv", [](std::string_view text) { return io::read_csv(text, "table.csv"); }));
  to.push_back(reader("table", [](std::string_view text) { return io::table_from_text(text, "table.json"); }));
  to.push_back(reader("bases", [](std::string_view text) { return io::bases_from_text(text, "bases.json"); }));
  to.push_back(reader("scene", [](std::string_view text) { return vision::scene_from_text(text, "scene.json"); }));
  to.push_back(reader("script", [](std::string_view text) { return assistant::play::Script::from_text(std::string(text), "keys.jsonl"); }));
  to.push_back(reader("dictionary", [](std::string_view text) { return vision::dictionary_from_text(text, "FILE:d.yml", "d.yml"); }));
  to.push_back(reader("keys", [](std::string_view text) { return assistant::keys_from_text(text, "game.keys"); }));
  to.push_back(reader("log", [](std::string_view text) { return assistant::read_log(text, "game.battle"); }));
  to.push_back({"log_forged", read_forged_log});
  to.push_back({"camera", [](std::string_view text) {
                  const auto camera = io::read_camera(text, "camera.json");
                  if (!camera) return promise_one_line(camera.error());
                  promise(static_cast<bool>(io::read_camera(io::write_camera(*camera), "again")), "a camera that is written reads back");
                }});
}

}  // namespace polemarch::fuzz
