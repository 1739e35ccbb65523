#include "analysis/engine/suppression_comments.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "analysis/syntax/comments.h"
#include "models/rules/rules.h"

namespace graphlift::engine {
namespace {

bool blank(char c) { return c == ' ' || c == '\t'; }

// Reads one comment from left to right.
class CommentReader {
 public:
  CommentReader(std::string_view source, const syntax::Comment& comment)
      : source_(source), comment_(comment), at_(comment.span.start + 1), end_(comment.span.end) {}

  // The directive at the start of the comment, or behind another comment on the line (`# fmt: skip  # noqa: GL103`).
  std::optional<SuppressionComment> read() {
    while (true) {
      out_ = {};
      out_.comment = comment_.span;
      out_.statement = comment_.statement;
      out_.own_line = comment_.own_line;
      out_.span.start = static_cast<uint32_t>(at_ - 1);
      skip_blanks();
      if (take("graphlift:") ? native() : take_noqa()) return std::move(out_);
      const size_t next = source_.substr(0, end_).find('#', at_);
      if (next == std::string_view::npos) return std::nullopt;
      at_ = next + 1;
    }
  }

 private:
  void skip_blanks() {
    while (at_ < end_ && blank(source_[at_])) ++at_;
  }
  bool take(std::string_view word) {
    if (source_.substr(at_, std::min(word.size(), end_ - at_)) != word) return false;
    at_ += word.size();
    return true;
  }
  [[nodiscard]] bool word_ends() const {
    return at_ >= end_ || (!std::isalnum(static_cast<unsigned char>(source_[at_])) && source_[at_] != '-');
  }

  void add_name(size_t begin, size_t end) {
    while (begin < end && blank(source_[begin])) ++begin;
    while (end > begin && blank(source_[end - 1])) --end;
    SuppressionName name;
    name.written = source_.substr(begin, end - begin);
    name.span = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    if (const models::Rule* rule = models::find_rule(name.written)) name.code = rule->code;
    out_.names.push_back(std::move(name));
  }

  bool native() {
    skip_blanks();
    if (take("ignore")) out_.directive = Directive::Ignore;
    else if (take("disable")) out_.directive = Directive::Disable;
    else if (take("enable")) out_.directive = Directive::Enable;
    else if (take("file-ignore")) out_.directive = Directive::FileIgnore;
    else return false;
    if (!word_ends()) return false;
    if (at_ < end_ && source_[at_] == '[') {
      const size_t close = source_.substr(0, end_).find(']', at_);
      if (close == std::string_view::npos) return false;
      for (size_t begin = at_ + 1; begin <= close;) {
        const size_t end = std::min(source_.find(',', begin), close);
        add_name(begin, end);
        begin = end + 1;
      }
      at_ = close + 1;
    } else {
      out_.all = true;
    }
    out_.span.end = static_cast<uint32_t>(at_);
    skip_blanks();
    const size_t next = std::min(source_.substr(0, end_).find('#', at_), end_);
    out_.reason = source_.substr(at_, next - at_);
    while (!out_.reason.empty() && blank(out_.reason.back())) out_.reason.pop_back();
    return true;
  }

  // Any case, codes with commas or blanks between them.
  bool take_noqa() {
    constexpr std::string_view kWord = "noqa";
    if (end_ - at_ < kWord.size()) return false;
    for (size_t i = 0; i < kWord.size(); ++i)
      if (std::tolower(static_cast<unsigned char>(source_[at_ + i])) != kWord[i]) return false;
    at_ += kWord.size();
    out_.directive = Directive::Noqa;
    if (!word_ends()) return false;
    out_.span.end = static_cast<uint32_t>(at_);
    skip_blanks();
    if (at_ >= end_ || source_[at_] != ':') return out_.all = true;
    ++at_;
    while (true) {
      while (at_ < end_ && (blank(source_[at_]) || source_[at_] == ',')) ++at_;
      const size_t begin = at_;
      while (at_ < end_ && std::isupper(static_cast<unsigned char>(source_[at_]))) ++at_;
      const size_t digits = at_;
      while (at_ < end_ && std::isdigit(static_cast<unsigned char>(source_[at_]))) ++at_;
      if (digits == begin || digits == at_) {
        at_ = begin;
        break;
      }
      out_.span.end = static_cast<uint32_t>(at_);
      if (source_.substr(begin, 2) == "GL") add_name(begin, at_);
    }
    const size_t next = std::min(source_.substr(0, end_).find('#', at_), end_);
    out_.reason = source_.substr(at_, next - at_);
    return !out_.names.empty();
  }

  std::string_view source_;
  const syntax::Comment& comment_;
  size_t at_, end_;
  SuppressionComment out_;
};

}  // namespace

std::vector<SuppressionComment> suppression_comments(std::string_view source) {
  std::vector<SuppressionComment> out;
  const auto mentions = [&](std::string_view word) { return source.find(word) != std::string_view::npos; };
  if (!mentions("graphlift:") && !mentions("noqa") && !mentions("NOQA") && !mentions("NoQA")) return out;
  for (const syntax::Comment& comment : syntax::comments(source))
    if (std::optional<SuppressionComment> read = CommentReader(source, comment).read()) out.push_back(std::move(*read));
  return out;
}

}  // namespace graphlift::engine
