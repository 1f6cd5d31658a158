#include "assistant/cli/run.hpp"

int main(int argc, char** argv) { return polemarch::assistant::run_cli(argc, argv); }
