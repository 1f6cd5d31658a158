#pragma once
/// Input, output and errors of the program, where whoever started it closed one.

namespace polemarch::assistant {

/// Keeps the numbers 0, 1 and 2 from the files that are opened later: what is printed would be written over the first of them, which may
/// be a battle's log. A stream that was closed stays as useless as it was. First thing of every verb.
void hold_standard_streams();

}  // namespace polemarch::assistant
