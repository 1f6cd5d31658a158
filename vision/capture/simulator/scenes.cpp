#include "vision/capture/simulator/scenes.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "models/data/data.hpp"
#include "models/io/limits.hpp"
#include "vision/capture/simulator/scene_io.hpp"
#include "vision/capture/simulator/scene_parts.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::vision {
namespace {

constexpr std::array<CatalogueEntry, 25> kCatalogue{{
    {"peers", "100 markers at random on grass with 30 cards, one in ten smeared by up to 4 mm: the published comparison"},
    {"still", "markers at random, nothing moves"},
    {"moving", "a share of the markers moves at 200 mm/s"},
    {"clutter", "cards, dice, tapes and dowels, no marker at all"},
    {"covered", "a fifth of every marker is hidden"},
    {"glare_and_shadow", "soft bright and dark patches over the markers"},
    {"exposure_changes", "brightness wanders from second to second"},
    {"flicker", "mains flicker as bands through a rolling shutter"},
    {"rolling_shutter", "movers through a slow rolling shutter"},
    {"crossings", "pairs change places, are carried over each other and stacked, again and again"},
    {"evening", "two armies, a hill, a wood, dice and cards"},
    {"hills", "bases on hills of 25, 50 and 75 mm"},
    {"trees", "every fourth base under a tree"},
    {"dice_and_tapes", "dice, tapes, cards and dowels all over the armies"},
    {"sleeves_and_heads", "sleeves and heads over a third of the table from 2 s to 22 s (700 frames)"},
    {"oblique_25", "camera leaning by 25 degrees"},
    {"oblique_40", "camera leaning by 40 degrees"},
    {"sagging_boom", "the boom sinks by 1 mm a minute"},
    {"varnish", "glossy markers with highlights"},
    {"spears", "spears across the markers"},
    {"phone_hdr", "a phone's tone curve, sharpening and wandering exposure"},
    {"swaying_boom", "a boom that sways when somebody leans on the table, then a focus that hunts (150 frames)"},
    {"auto_zoom", "a phone that zooms by itself (120 frames)"},
    {"bump", "the boom is knocked after one second"},
    {"handling", "a hand carries base after base over the others, one every 4 s"},
}};

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kCatalogue; }

Result<SceneSpec> catalogue_scene(std::string_view name, const SceneRequest& request) {
  if (auto scene = sim::bench_scene(name, request)) return std::move(*scene);
  if (auto scene = sim::evening_scene(name, request)) return std::move(*scene);
  std::string names;
  for (const CatalogueEntry& entry : catalogue()) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return InputError{std::string(name) + ": no such scene; there are " + names};
}

Result<SceneSpec> load_scene(const std::string& name) {
  std::error_code error;
  const auto checked = [](Result<SceneSpec> scene, const std::string& from) -> Result<SceneSpec> {
    if (!scene) return scene;
    if (const auto flaw = flaw_in(*scene)) return InputError{from + ": " + flaw->line};
    return scene;
  };
  if (std::filesystem::is_regular_file(name, error)) {
    std::ifstream in(name, std::ios::binary);
    const auto size = in ? std::filesystem::file_size(name, error) : 0;
    if (!in || error) return InputError{name + ": cannot be read"};
    if (size > io::kFileLimits.bytes)
      return InputError{name + ": is longer than " + std::to_string(io::kFileLimits.bytes) + " bytes; this is no scene"};
    std::string text(size, '\0');
    in.read(text.data(), static_cast<std::streamsize>(size));
    if (!in) return InputError{name + ": cannot be read to its end"};
    return checked(scene_from_text(text, name), name);
  }
  const std::string shipped = name + ".scene.json";
  if (const std::string_view text = find_embedded(data::embedded_files(), shipped); !text.empty())
    return checked(scene_from_text(text, shipped), shipped);
  for (const CatalogueEntry& entry : catalogue())
    if (entry.name == name) return catalogue_scene(name);
  return InputError{(name.empty() ? "\"\" (no name)" : name) +
                    ": no such scene file, and no scene of that name (`polemarch simulate --list` names them)"};
}

}  // namespace polemarch::vision
