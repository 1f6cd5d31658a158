#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/looking.hpp"

namespace polemarch::assistant {
namespace {

struct TrackOptions {
  LookingOptions looking;
  bool json = false;
  int frames = 0;
};

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

nlohmann::ordered_json as_json(const ObservedBase& base) {
  nlohmann::ordered_json out;
  out["base"] = base.base.text;
  if (!base.unit.empty()) out["unit"] = base.unit.text;
  out["marker"] = base.marker.number;
  out["x_mm"] = rounded(base.x_mm, 1e4);
  out["y_mm"] = rounded(base.y_mm, 1e4);
  out["heading_deg"] = rounded(base.heading_deg, 1e4);
  // Stated errors: the base's own noise and what the table's calibration adds, together.
  std::array<double, 9> cov = base.own_cov;
  for (const auto& f : base.shared)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) cov[a * 3 + b] += f[a] * f[b];
  out["sd_mm"] = rounded(std::sqrt(0.5 * (cov[0] + cov[4])), 1e5);
  out["sd_deg"] = rounded(std::sqrt(cov[8]), 1e5);
  out["own_sd_mm"] = rounded(std::sqrt(0.5 * (base.own_cov[0] + base.own_cov[4])), 1e5);
  out["cov_mm2_deg2"] = cov;
  out["state"] = name_of(base.state);
  out["settled"] = base.settled;
  out["height_mm"] = rounded(base.height_mm, 1e3);
  return out;
}

void print_json(const TableState& state) {
  nlohmann::ordered_json line;
  line["frame"] = state.frame;
  line["t"] = rounded(state.t, 1e6);
  line["registered"] = state.registered;
  line["border_seen"] = state.border_seen.size();
  line["bases"] = nlohmann::ordered_json::array();
  for (const ObservedBase& base : state.bases) line["bases"].push_back(as_json(base));
  if (!state.notices.empty())
    for (const TableNotice& n : state.notices) line["notices"].push_back({{"key", n.key}, {"text", n.text}});
  std::cout << line.dump() << "\n" << std::flush;
}

void print_text(const TableState& state) {
  std::printf("frame %lld  t %.2f s  %s, %zu bases\n", static_cast<long long>(state.frame), state.t,
              state.registered ? "table found" : "table not found", state.bases.size());
  for (const ObservedBase& b : state.bases)
    std::printf("  %-12s %9.2f %9.2f mm  %7.2f deg  %s%s\n", b.base.text.c_str(), b.x_mm, b.y_mm, b.heading_deg,
                std::string(name_of(b.state)).c_str(),
                b.settled               ? ""
                : b.state == Seen::Seen ? ", moving"
                                        : "");
  for (const TableNotice& n : state.notices) std::printf("  ! %s\n", n.text.c_str());
  std::fflush(stdout);
}

/// Through or given up: what is to be said of that is said once, at the end.
bool over(const vision::Source& source) {
  const auto state = source.status().state;
  return state == vision::SourceState::Ended || state == vision::SourceState::Lost;
}

int run_track(const TrackOptions& options) {
  auto looking = start_looking(options.looking);
  if (!looking) return bad_input(looking.error().line);
  int frames = 0;
  bool found = false;
  std::string why;
  SourceWatch watch;
  double wait_s = kFirstWaitS;
  while (options.frames == 0 || frames < options.frames) {
    const auto frame = looking->source->next(std::exchange(wait_s, kWaitS));
    const auto status_line = watch.news(*looking->source);
    if (status_line && !over(*looking->source)) std::cerr << "polemarch: " << said_by(options.looking.source, *status_line) << "\n";
    if (!frame) {
      const auto status = looking->source->status();
      if (status.state == vision::SourceState::Lost) return bad_input(said_by(options.looking.source, status.text));
      if (status.state == vision::SourceState::Ended || status.state == vision::SourceState::Manual) break;
      continue;
    }
    ++frames;
    const TableState& state = looking->eye->see(*frame);
    found = found || state.registered;
    if (!state.registered && !state.notices.empty()) why = state.notices.front().text;
    options.json ? print_json(state) : print_text(state);
    if (!std::cout || std::ferror(stdout) != 0) break;  // a full disk: nothing more can be written down, and run_cli says so
  }
  if (frames == 0) return bad_input(options.looking.source + ": no picture came");
  if (!found) return bad_input(options.looking.source + ": the table was not found: " + why);
  return kDone;
}

}  // namespace

Action add_track(CLI::App& program) {
  auto* verb = program.add_subcommand("track", "follow the bases on a table: a line a frame");
  const auto options = std::make_shared<TrackOptions>();
  add_looking_options(*verb, options->looking);
  verb->add_option("--frames", options->frames, "stop after so many frames (default: all)")->check(CLI::Range(1, 100000000));
  verb->add_flag("--json", options->json,
                 R"({"frame","t","registered","border_seen","bases":[{"base","marker","x_mm","y_mm","heading_deg","sd_mm","sd_deg",)"
                 R"("own_sd_mm","cov_mm2_deg2","state","settled","height_mm"}],"notices"}; sd and cov include the calibration's share)");
  return [options] { return run_track(*options); };
}

}  // namespace polemarch::assistant
