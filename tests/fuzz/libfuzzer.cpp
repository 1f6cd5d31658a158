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

const polemarch::fuzz::Target& begun() {
  polemarch::fuzz::show_one_in_sixteen();
  return wanted();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const polemarch::fuzz::Target& target = begun();
  static std::uint64_t runs = 0;
  target.run({reinterpret_cast<const char*>(bytes), size});
  // The last promises are kept where the program ends, before the tables go that were made by then: what is asked for last comes first.
  if ((++runs & (runs - 1)) == 0) std::atexit([] { target.settle(); });
  return 0;
}
