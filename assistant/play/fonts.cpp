#include "assistant/play/fonts.hpp"

#include <filesystem>

namespace polemarch::assistant::play {

Fonts find_fonts() {
  namespace fs = std::filesystem;
  struct Family {
    const char *text, *bold;
  };
  for (const char* folder :
       {"/usr/share/fonts/opentype/inter/", "/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/truetype/liberation/",
        "/usr/share/fonts/truetype/freefont/", "/usr/share/fonts/dejavu/", "/usr/share/fonts/TTF/"})
    for (const Family& family :
         {Family{"Inter-Medium.otf", "Inter-Bold.otf"}, Family{"DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"},
          Family{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"}, Family{"LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"},
          Family{"FreeSans.ttf", "FreeSansBold.ttf"}}) {
      std::error_code none;
      const std::string text = std::string(folder) + family.text, bold = std::string(folder) + family.bold;
      if (fs::exists(text, none)) return {text, fs::exists(bold, none) ? bold : text};
    }
  return {};
}

}  // namespace polemarch::assistant::play
