#include "assistant/present/layers.hpp"

#include <algorithm>
#include <array>

namespace polemarch::assistant::present {

namespace {

struct Layer {
  std::string_view id, key, name;
  Tone tone;
  Pattern pattern;
};
constexpr std::array kLayers{
    Layer{"names", "n", "names", Tone::Text, Pattern::Solid},          Layer{"moves", "v", "moves", Tone::Move, Pattern::Solid},
    Layer{"zones", "z", "zones", Tone::WeakZone, Pattern::HatchRight}, Layer{"ranges", "r", "ranges", Tone::Range, Pattern::Dashed},
    Layer{"sight", "s", "sight", Tone::Clear, Pattern::Dotted},        Layer{"command", "c", "command", Tone::Range, Pattern::Dotted},
    Layer{"terrain", "t", "terrain", Tone::Terrain, Pattern::Solid},
};

struct Belongs {
  std::string_view meaning, layer;
};
constexpr std::array kBelongs{
    Belongs{"zoc_strong", "zones"},    Belongs{"zoc_weak", "zones"},        Belongs{"zoc_bond", "zones"},
    Belongs{"proximity", "zones"},     Belongs{"arc_of_fire", "ranges"},    Belongs{"range_band", "ranges"},
    Belongs{"shoot_target", "ranges"}, Belongs{"not_a_target", "ranges"},   Belongs{"legal_move", "moves"},
    Belongs{"illegal_move", "moves"},  Belongs{"charge_reach", "moves"},    Belongs{"evade_to", "moves"},
    Belongs{"rout_path", "moves"},     Belongs{"command_range", "command"}, Belongs{"support", "command"},
    Belongs{"sight_clear", "sight"},   Belongs{"sight_blocked", "sight"},   Belongs{"might_stand", "moves"},
};

/// What a phase does not need is off until somebody asks for it. Rulesets without such phases show all.
bool needed(const engine::Now& now, std::string_view layer) {
  const auto in = [&](std::string_view word) { return now.phase.find(word) != std::string::npos; };
  const bool shooting = in("shoot"), orders = in("order") || in("initiative") || in("command phase") || in("commands"),
             fighting = in("hand-to-hand") || in("melee") || in("rally");
  if (layer == "moves") return !shooting && !fighting;
  if (layer == "ranges" || layer == "sight") return !orders && !fighting && !in("impulse");
  if (layer == "command") return orders && !in("initiative");
  return true;
}

}  // namespace

std::string_view layer_of(std::string_view meaning) {
  const auto found = std::find_if(kBelongs.begin(), kBelongs.end(), [&](const Belongs& one) { return one.meaning == meaning; });
  return found == kBelongs.end() ? std::string_view() : found->layer;
}

bool layer_on(const Inputs& inputs, std::string_view layer) {
  const auto chosen = inputs.layers.find(std::string(layer));
  return chosen != inputs.layers.end() ? chosen->second : needed(inputs.battle->now(), layer);
}

std::vector<ui::LayerView> layers_of(const Inputs& inputs, const Scene& scene) {
  std::vector<ui::LayerView> layers;
  for (const Layer& layer : kLayers) {
    ui::LayerView view{
        std::string(layer.id), std::string(layer.key), std::string(layer.name), layer_on(inputs, layer.id), false, layer.tone,
        layer.pattern};
    view.here = layer.id == "names" || std::any_of(scene.items.begin(), scene.items.end(), [&](const SceneItem& item) {
                  return layer.id == "terrain" ? item.meaning == "terrain" : layer_of(item.meaning) == layer.id;
                });
    // A number in a square is no cost, but what is left once it is paid.
    const auto counts_left = [](const SceneItem& item) { return item.meaning == "legal_move" && !item.left.empty(); };
    if (layer.id == "moves" && std::any_of(scene.items.begin(), scene.items.end(), counts_left)) view.name = "points left";
    layers.push_back(std::move(view));
  }
  return layers;
}

Scene without_hidden(const Inputs& inputs, Scene scene) {
  std::map<std::string_view, bool> off;
  for (const Layer& layer : kLayers) off[layer.id] = !layer_on(inputs, layer.id);
  std::erase_if(scene.items, [&](const SceneItem& item) {
    const std::string_view layer = layer_of(item.meaning);
    return !layer.empty() && off[layer];
  });
  if (off["terrain"])
    for (SceneItem& item : scene.items)
      if (item.meaning == "terrain") item.label.clear();
  return scene;
}

}  // namespace polemarch::assistant::present
