#pragma once
/// The layers of the overlay: which there are, which are shown, and to which a scene item belongs. Pure.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assistant/present/present.hpp"

namespace polemarch::assistant::present {

/// The layer of a scene item by its meaning; empty: it is always shown.
std::string_view layer_of(std::string_view meaning);
/// Is the layer shown? By what was chosen, else by what the phase needs.
bool layer_on(const Inputs& inputs, std::string_view layer);
/// Every layer for the legend; `scene` is the scene before layers are left out.
std::vector<ui::LayerView> layers_of(const Inputs& inputs, const Scene& scene);
/// The scene without the layers that are off.
Scene without_hidden(const Inputs& inputs, Scene scene);

}  // namespace polemarch::assistant::present
