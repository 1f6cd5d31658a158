#pragma once
/// Open files and sockets of this process. Whoever talks to strangers takes a share and leaves the rest to the battle.

namespace polemarch::assistant {

/// Raises the process's own limit as far as is sensible and allowed; returns how many descriptors it may have.
int raise_descriptor_limit();

/// The calling thread gives way to the table's (Linux: a nice value for this thread and the threads it starts).
void give_way_to_the_table();

}  // namespace polemarch::assistant
