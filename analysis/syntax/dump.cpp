// Names of kinds, positions, and the printable tree.
#include <algorithm>
#include <cstdio>

#include "analysis/syntax/parse.h"

namespace graphlift::syntax {
namespace {

constexpr std::string_view kKindNames[] = {
#define X(name) #name,
    GRAPHLIFT_NODE_KINDS(X)
#undef X
};
constexpr std::string_view kUnaryNames[] = {"not", "-", "+", "~"};
constexpr std::string_view kBinaryNames[] = {"+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//"};
constexpr std::string_view kBoolNames[] = {"and", "or"};
constexpr std::string_view kCompareNames[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
constexpr std::string_view kParamNames[] = {"positional-only", "positional", "*", "keyword-only", "**"};

// Deeper nodes are not indented further, so that the size of a dump stays linear.
constexpr size_t kDeepestIndent = 60;

std::string op_name(const Node& node) {
  switch (node.kind) {
    case NodeKind::UnaryExpr: return std::string(kUnaryNames[node.op]);
    case NodeKind::BinaryExpr:
    case NodeKind::AugAssign: return std::string(kBinaryNames[node.op]);
    case NodeKind::BoolExpr: return std::string(kBoolNames[node.op]);
    case NodeKind::CompareRhs: return std::string(kCompareNames[node.op]);
    case NodeKind::Parameter: return std::string(kParamNames[node.op]);
    case NodeKind::ImportFrom: return node.op ? "level=" + std::to_string(node.op) : "";
    case NodeKind::FormatField: return node.op ? std::string("!") + static_cast<char>(node.op) : "";
    default: return "";
  }
}

void append_quoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%02x", byte);
      out += code;
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_bytes(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    char code[8];
    std::snprintf(code, sizeof code, "%02x", static_cast<unsigned char>(c));
    out += code;
  }
  out += '"';
}

uint32_t count_code_points(std::string_view text) {
  return static_cast<uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

uint32_t line_of(const Ast& ast, uint32_t offset) {
  const auto after = std::upper_bound(ast.line_starts.begin(), ast.line_starts.end(), offset);
  return static_cast<uint32_t>(std::max<std::ptrdiff_t>(after - ast.line_starts.begin(), 1));
}

// Positions of very many offsets: how many code points stand before each block of the source is counted once, so that lines may be long.
class Positions {
 public:
  explicit Positions(const Ast& ast) : ast_(ast) {
    uint32_t count = 0;
    for (size_t at = 0; at <= ast.source.size(); at += kBlock) {
      before_block_.push_back(count);
      count += count_code_points(std::string_view(ast.source).substr(at, kBlock));
    }
  }
  void append(uint32_t offset, std::string& out) const {
    const uint32_t line = line_of(ast_, offset);
    out += std::to_string(line);
    out += ':';
    out += std::to_string(code_points_before(offset) - code_points_before(ast_.line_starts[line - 1]) + 1);
  }

 private:
  static constexpr size_t kBlock = 128;
  [[nodiscard]] uint32_t code_points_before(uint32_t offset) const {
    const size_t block = offset / kBlock;
    return before_block_[block] + count_code_points(std::string_view(ast_.source).substr(block * kBlock, offset - block * kBlock));
  }
  const Ast& ast_;
  std::vector<uint32_t> before_block_;
};

void append_node(const Ast& ast, const Positions& positions, NodeId id, std::string& out) {
  const Node& node = ast[id];
  out += name_of(node.kind);
  if (const std::string op = op_name(node); !op.empty()) {
    out += ' ';
    out += op;
  }
  if (node.flags & NodeFlags::kAsync) out += " async";
  if (node.flags & NodeFlags::kStar) out += " star";
  if (node.flags & NodeFlags::kBytes) out += " bytes";
  if (node.flags & NodeFlags::kDebug) out += " debug";
  if (node.flags & NodeFlags::kHasText) {
    out += ' ';
    if (node.flags & NodeFlags::kBytes) append_bytes(ast.text_of(id), out);
    else append_quoted(ast.text_of(id), out);
  }
  out += ' ';
  positions.append(node.span.start, out);
  out += '-';
  positions.append(node.span.end, out);
}

}  // namespace

std::string_view name_of(NodeKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

Position position_of(const Ast& ast, uint32_t offset) {
  const uint32_t line = line_of(ast, offset);
  const std::string_view source = ast.source;
  const uint32_t start = ast.line_starts.empty() ? 0 : ast.line_starts[line - 1];
  const size_t end = std::min<size_t>(offset, source.size());
  return {line, start < end ? count_code_points(source.substr(start, end - start)) + 1 : 1};
}

std::string dump(const Ast& ast) {
  std::string out;
  const Positions positions(ast);
  struct Pending {
    NodeId id;
    size_t depth;
  };
  std::vector<Pending> stack{{ast.root, 0}};
  while (!stack.empty()) {
    const Pending at = stack.back();
    stack.pop_back();
    out.append(2 * std::min(at.depth, kDeepestIndent), ' ');
    if (at.depth > kDeepestIndent) out += "[" + std::to_string(at.depth) + "] ";
    if (at.id.valid()) {
      append_node(ast, positions, at.id, out);
      const auto kids = ast.kids_of(at.id);
      for (size_t i = kids.size(); i-- > 0;) stack.push_back({kids[i], at.depth + 1});
    } else {
      out += '-';
    }
    out += '\n';
  }
  for (const SyntaxError& error : ast.errors) {
    out += "error ";
    positions.append(error.span.start, out);
    out += ' ';
    out += error.message;
    out += '\n';
  }
  return out;
}

}  // namespace graphlift::syntax
