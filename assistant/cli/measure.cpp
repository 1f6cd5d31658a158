#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/looking.hpp"
#include "calibration/table/table_look.hpp"
#include "engine/geometry/gap.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {
namespace {

struct MeasureOptions {
  LookingOptions looking;
  std::string a, b;
  bool json = false;
  int frames = 90;
};

/// The base of that name, or every base in sight of the unit of that name.
std::vector<const ObservedBase*> bases_named(const TableState& state, const std::string& name) {
  std::vector<const ObservedBase*> of_unit;
  for (const ObservedBase& base : state.bases) {
    if (base.base.text == name) return {&base};
    if (base.unit.text == name) of_unit.push_back(&base);
  }
  return of_unit;
}

bool all_settled(const std::vector<const ObservedBase*>& bases) {
  return !bases.empty() && std::all_of(bases.begin(), bases.end(), [](const ObservedBase* base) { return base->settled; });
}

Footprint footprint_of(const Looking& looking, const ObservedBase& base) {
  for (const BaseSpec& spec : looking.bases)
    if (spec.base == base.base) return spec.footprint;
  const Length side = looking.eye->loose_size(base.base);
  return {Outline::Rectangle, side, side};
}

geometry::Gap gap_of(const Looking& looking, const ObservedBase& a, const ObservedBase& b) {
  return geometry::gap_between(geometry::placed(footprint_of(looking, a), measured_pose(a)),
                               geometry::placed(footprint_of(looking, b), measured_pose(b)));
}

/// The two bases that stand closest, one of each list.
std::pair<const ObservedBase*, const ObservedBase*> closest(const Looking& looking, const std::vector<const ObservedBase*>& of_a,
                                                            const std::vector<const ObservedBase*>& of_b) {
  std::pair<const ObservedBase*, const ObservedBase*> best{of_a.front(), of_b.front()};
  Length least = gap_of(looking, *best.first, *best.second).distance().value;
  for (const ObservedBase* a : of_a)
    for (const ObservedBase* b : of_b)
      if (const Length gap = gap_of(looking, *a, *b).distance().value; gap < least) best = {a, b}, least = gap;
  return best;
}

/// A marker that is in sight twice: which of them the base is nobody can say.
std::optional<std::string> doubled(const TableState& table, const std::vector<const ObservedBase*>& of_a,
                                   const std::vector<const ObservedBase*>& of_b) {
  for (const auto* bases : {&of_a, &of_b})
    for (const ObservedBase* base : *bases)
      for (const TableNotice& notice : table.notices)
        if (notice.key == "doubled:" + std::to_string(base->marker.number)) return notice.text;
  return std::nullopt;
}

int tell(const MeasureOptions& options, const Looking& looking, const ObservedBase& a, const ObservedBase& b,
         const std::vector<TableNotice>& notices) {
  const Footprint fa = footprint_of(looking, a);
  const auto gap = gap_of(looking, a, b);
  const double mm = gap.distance().value.mm(), sd = gap.distance().sd.mm(), doubt = 1.96 * sd;
  const double width = fa.frontage.mm();
  if (options.json) {
    const auto rounded = [](double v) { return std::round(v * 1e4) / 1e4; };
    nlohmann::ordered_json out{{"a", a.base.text},
                               {"b", b.base.text},
                               {"gap_mm", rounded(mm)},
                               {"sd_mm", rounded(sd)},
                               {"gap_cm", rounded(mm / 10)},
                               {"gap_in", rounded(mm / 25.4)},
                               {"base_widths", rounded(mm / width)},
                               {"base_width_mm", rounded(width)},
                               {"overlap", gap.overlap()},
                               {"a_state", name_of(a.state)},
                               {"b_state", name_of(b.state)}};
    for (const TableNotice& notice : notices) out["notices"].push_back({{"key", notice.key}, {"text", notice.text}});
    std::cout << out.dump() << "\n";
    return kDone;
  }
  std::printf("%s to %s, edge to edge (error: 95 %%)\n", a.base.text.c_str(), b.base.text.c_str());
  std::printf("  %8.2f mm +- %.2f\n  %8.3f cm +- %.3f\n  %8.3f in +- %.3f\n  %8.3f base widths of %.0f mm +- %.3f\n", mm, doubt, mm / 10,
              doubt / 10, mm / 25.4, doubt / 25.4, mm / width, width, doubt / width);
  if (gap.overlap()) std::printf("  they touch or overlap\n");
  for (const ObservedBase* base : {&a, &b})
    if (base->state != Seen::Seen)
      std::printf("  %s is %s: its last place is used\n", base->base.text.c_str(), std::string(name_of(base->state)).c_str());
  return kDone;
}

/// Looks until both have stood still and been averaged for a moment, at most `frames`.
int run_measure(const MeasureOptions& options) {
  auto looking = start_looking(options.looking);
  if (!looking) return bad_input(looking.error().line);
  int frames = 0, still = 0;
  TableState last;
  SourceWatch watch;
  double wait_s = kFirstWaitS;
  std::error_code none;
  const bool folder = std::filesystem::is_directory(options.looking.source, none);
  calibration::TakenByHand by_hand(looking->table);
  while (frames < options.frames && still < 15) {
    const auto frame = looking->source->next(std::exchange(wait_s, kWaitS));
    const auto news = watch.news(*looking->source);
    if (!frame) {
      const auto status = looking->source->status();
      if (status.state == vision::SourceState::Lost) return bad_input(said_by(options.looking.source, status.text));
      if (status.state == vision::SourceState::Ended || status.state == vision::SourceState::Manual) break;
      if (news) std::cerr << "polemarch: " << said_by(options.looking.source, *news) << "\n";
      continue;
    }
    ++frames;
    if (folder) by_hand.add(frame->gray->view());
    last = looking->eye->see(*frame);
    still = all_settled(bases_named(last, options.a)) && all_settled(bases_named(last, options.b)) ? still + 1 : 0;
  }
  if (frames == 0) return bad_input(options.looking.source + ": no picture came");
  if (by_hand.sure())
    return bad_input(options.looking.source +
                     ": the camera stood elsewhere for every picture, as one held in a hand does: give one photo of them");
  if (!last.registered)
    return bad_input(options.looking.source + ": the table was not found" + (last.notices.empty() ? "" : ": " + last.notices.front().text));
  const auto of_a = bases_named(last, options.a), of_b = bases_named(last, options.b);
  if (of_a.empty() || of_b.empty()) {
    std::string seen;
    for (const ObservedBase& base : last.bases) seen += (seen.empty() ? "" : ", ") + base.base.text;
    return bad_input((of_a.empty() ? options.a : options.b) + ": no such base or unit in sight (seen: " + (seen.empty() ? "none" : seen) +
                     ")");
  }
  for (const TableNotice& notice : last.notices) std::cerr << "polemarch: " << on_a_line(notice.text) << "\n";
  if (const auto twice = doubled(last, of_a, of_b)) return bad_input(options.a + " to " + options.b + ": not measured: " + *twice);
  if (options.a == options.b) return bad_input(options.a + ": the same base twice; name two");
  const auto [a, b] = closest(*looking, of_a, of_b);
  return tell(options, *looking, *a, *b, last.notices);
}

}  // namespace

Action add_measure(CLI::App& program) {
  auto* verb = program.add_subcommand("measure", "edge-to-edge distance of two bases, with its error, in every unit");
  const auto options = std::make_shared<MeasureOptions>();
  verb->add_option("a", options->a, "a base or a unit (its name, or the marker's number without --bases)")->required();
  verb->add_option("b", options->b, "another; of units the two closest bases are measured")->required();
  add_looking_options(*verb, options->looking);
  verb->add_option("--frames", options->frames, "look at no more than so many frames")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  verb->add_flag("--json", options->json,
                 R"({"a","b","gap_mm","sd_mm","gap_cm","gap_in","base_widths","base_width_mm","overlap","a_state","b_state","notices"})");
  return [options] { return run_measure(*options); };
}

}  // namespace polemarch::assistant
