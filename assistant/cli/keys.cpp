#include <iostream>
#include <memory>

#include "assistant/bus/bus_keys.hpp"
#include "assistant/cli/cli.hpp"

namespace polemarch::assistant {

Action add_keys(CLI::App& program) {
  auto* verb = program.add_subcommand("keys", "a pair of keys to publish with beyond this computer");
  auto name = std::make_shared<std::string>("polemarch");
  verb->add_option("name", *name, "writes NAME.key (secret, yours alone) and NAME.pub (for whoever is to listen)")->capture_default_str();
  return [name] {
    if (name->empty()) return bad_input("keys: expected a name for the pair, as polemarch keys table");
    const BusKey key = new_bus_key();
    if (const auto wrong = write_bus_key(*name, key)) return bad_input(wrong->line);
    std::cout << *name << ".key (keep it), " << *name << ".pub: " << key.open << "\n";
    return kDone;
  };
}

}  // namespace polemarch::assistant
