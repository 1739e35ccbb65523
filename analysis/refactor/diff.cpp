#include "analysis/refactor/diff.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/refactor/lines.h"

namespace graphlift::refactor {
namespace {

constexpr size_t kContext = 3;
constexpr size_t kMostSteps = 4000;  // of the search for a short script; beyond it the middle is replaced as a whole

struct Change {
  size_t a = 0, a_end = 0, b = 0, b_end = 0;  // lines [a, a_end) become [b, b_end)
};

using Lines = std::vector<std::string_view>;

// Myers' greedy algorithm over the lines between the common start and end; changes in order.
std::vector<Change> changes_between(const Lines& a, const Lines& b) {
  size_t head = 0, a_end = a.size(), b_end = b.size();
  while (head < a_end && head < b_end && a[head] == b[head]) ++head;
  while (a_end > head && b_end > head && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  const auto n = int64_t(a_end - head), m = int64_t(b_end - head);
  if (n == 0 && m == 0) return {};
  const int64_t most = std::min<int64_t>(n + m, kMostSteps);
  const int64_t middle = most + 1;
  std::vector<int64_t> furthest(size_t(2 * most + 3), 0);
  std::vector<std::vector<int64_t>> trace;
  int64_t found = -1;
  for (int64_t d = 0; d <= most && found < 0; ++d) {
    trace.push_back(furthest);
    for (int64_t k = -d; k <= d; k += 2) {
      const bool down = k == -d || (k != d && furthest[size_t(middle + k - 1)] < furthest[size_t(middle + k + 1)]);
      int64_t x = down ? furthest[size_t(middle + k + 1)] : furthest[size_t(middle + k - 1)] + 1;
      while (x < n && x - k < m && a[head + size_t(x)] == b[head + size_t(x - k)]) ++x;
      furthest[size_t(middle + k)] = x;
      if (x >= n && x - k >= m) {
        found = d;
        break;
      }
    }
  }
  if (found < 0) return {{head, a_end, head, b_end}};
  std::vector<Change> out;
  int64_t x = n, y = m;
  for (int64_t d = found; d > 0; --d) {
    const std::vector<int64_t>& v = trace[size_t(d)];
    const int64_t k = x - y;
    const bool down = k == -d || (k != d && v[size_t(middle + k - 1)] < v[size_t(middle + k + 1)]);
    const int64_t from_k = down ? k + 1 : k - 1;
    const int64_t from_x = v[size_t(middle + from_k)], from_y = from_x - from_k;
    const size_t at_a = head + size_t(from_x), at_b = head + size_t(from_y);
    out.push_back(down ? Change{at_a, at_a, at_b, at_b + 1} : Change{at_a, at_a + 1, at_b, at_b});
    x = from_x;
    y = from_y;
  }
  std::reverse(out.begin(), out.end());
  std::vector<Change> joined;
  for (const Change& c : out) {
    if (!joined.empty() && joined.back().a_end == c.a && joined.back().b_end == c.b) {
      joined.back().a_end = c.a_end;
      joined.back().b_end = c.b_end;
    } else {
      joined.push_back(c);
    }
  }
  return joined;
}

std::string range(size_t start, size_t count) {
  const std::string first = std::to_string(count == 0 ? start : start + 1);
  return count == 1 ? first : first + "," + std::to_string(count);
}

void put(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// Names with quotes, backslashes or control characters are written as git writes them.
std::string shown(const std::string& prefix, const std::string& name) {
  const bool plain =
      std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; });
  if (plain) return prefix + name + (name.find(' ') != std::string::npos ? "\t" : "");
  std::string out = "\"" + prefix;
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      const auto u = static_cast<unsigned char>(c);
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((u >> shift) & 7));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

std::string unified_diff(const std::string& name, const std::string& before, const std::string& after) {
  const Lines a = lines_of(before), b = lines_of(after);
  const std::vector<Change> changes = changes_between(a, b);
  if (changes.empty()) return {};
  std::string out = "--- " + shown("a/", name) + "\n+++ " + shown("b/", name) + "\n";
  for (size_t i = 0; i < changes.size();) {
    size_t last = i;
    while (last + 1 < changes.size() && changes[last + 1].a - changes[last].a_end <= 2 * kContext) ++last;
    const size_t start = changes[i].a - std::min(kContext, changes[i].a);
    const size_t end = std::min(changes[last].a_end + kContext, a.size());
    const size_t b_start = changes[i].b - (changes[i].a - start), b_end = changes[last].b_end + (end - changes[last].a_end);
    out += "@@ -" + range(start, end - start) + " +" + range(b_start, b_end - b_start) + " @@\n";
    size_t at = start;
    for (size_t c = i; c <= last; ++c) {
      for (; at < changes[c].a; ++at) put(out, ' ', a[at]);
      for (; at < changes[c].a_end; ++at) put(out, '-', a[at]);
      for (size_t j = changes[c].b; j < changes[c].b_end; ++j) put(out, '+', b[j]);
    }
    for (; at < end; ++at) put(out, ' ', a[at]);
    i = last + 1;
  }
  return out;
}

}  // namespace graphlift::refactor
