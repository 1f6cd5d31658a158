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

/// The one that is wanted, with its last promises kept where the program ends.
const polemarch::fuzz::Target& begun() {
  polemarch::fuzz::show_one_in_sixteen();
  static const polemarch::fuzz::Target& target = wanted();
  std::atexit([] { target.settle(); });
  return target;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const polemarch::fuzz::Target& target = begun();
  target.run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
