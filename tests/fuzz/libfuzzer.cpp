/// The targets under libFuzzer: POLEMARCH_FUZZ names the one. `./run fuzz` builds and starts it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/targets.hpp"

namespace {

const polemarch::fuzz::Target& wanted() {
  const char* name = std::getenv("POLEMARCH_FUZZ");
  const auto& all = polemarch::fuzz::targets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& target) { return name != nullptr && target.name == name; });
  if (found != all.end()) return *found;
  std::fprintf(stderr, "fuzz: POLEMARCH_FUZZ must name one of:\n");
  for (const auto& target : all) std::fprintf(stderr, "  %s\n", target.name.c_str());
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const polemarch::fuzz::Target& target = wanted();
  target.run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
