#pragma once
/// What the system tells the program by signals. They are the process's own: the program sets them, nothing else does.

namespace polemarch::assistant {

/// A file that may grow no more (`ulimit -f`) is an error of its write, as a full disk is, and not the end of the program. First thing of
/// every verb.
void outlive_file_limits();

/// Ctrl-C, a kind kill and a closed terminal ask long work to stop (play::ask_to_stop); it then leaves nothing half-written. Asked
/// a second time it ends at once. What was started to outlive its terminal (nohup) does.
void stop_on_signals();

/// What nobody reads any more is an error of its write, and not the end of the table.
void outlive_readers();

}  // namespace polemarch::assistant
