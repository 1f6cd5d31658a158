#pragma once
/// Tells whether a picture of the screen would differ from the last one, so that an idle window draws nothing. Inside ui only.

#include "models/scene.hpp"
#include "ui/page/items.hpp"

namespace polemarch::ui {

bool same_scene(const Scene& a, const Scene& b);

/// What was drawn last.
struct Drawn {
  page::Page page;
  Scene scene;
  const void* image = nullptr;
  std::int64_t picture = -1;
  int still = 0;  ///< pictures drawn since anything changed

  /// Notes what is to be shown; true when the last pictures showed just that.
  bool shows(const page::Page& next, const Scene& shown, const void* picture_image, std::int64_t picture_version);
};

}  // namespace polemarch::ui
