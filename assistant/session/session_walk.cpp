/// A log folded line by line, as far as somebody asks for it.
#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"

namespace polemarch::assistant {

Result<std::unique_ptr<Session::Walk>> Session::Walk::begin(const std::string& path) {
  auto text = read_text_file(path);
  if (!text) return text.error();
  std::unique_ptr<Walk> walk(new Walk);
  walk->path_ = path;
  walk->text_ = std::move(*text);
  auto session = at_start(walk->text_, path, walk->reader_);
  if (!session) return session.error();
  walk->session_ = std::move(*session);
  return walk;
}

std::optional<InputError> Session::Walk::next(Visitor& visitor) {
  Session& s = *session_;
  const auto line = s.line_of(*reader_, done_);
  if (!line) return line.error();
  visitor.before(*s.battle_, *line, s.place_of(*line));
  const auto told = s.fold_line(*line, reader_->place(done_));
  if (!told) return told.error();
  ++done_;
  visitor.after(*s.battle_, *line, *told);
  return std::nullopt;
}

std::optional<InputError> Session::walk(const std::string& path, Visitor& visitor) {
  const auto walk = Walk::begin(path);
  if (!walk) return walk.error();
  if (auto wrong = visitor.begin((*walk)->session())) return wrong;
  while ((*walk)->done() < (*walk)->commands() && !visitor.enough())
    if (auto wrong = (*walk)->next(visitor)) return wrong;
  return std::nullopt;
}

}  // namespace polemarch::assistant
