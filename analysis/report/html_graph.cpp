#include "analysis/report/html_graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "analysis/report/text.h"

namespace graphlift::report {
namespace {

constexpr int kWidth = 190, kHeight = 38, kGapX = 50, kGapY = 14;
constexpr size_t kMostNodes = 60;
constexpr size_t kMostText = 24;

struct Node {
  std::string title, place;
  size_t depth = 0;
  bool bad = false;
};

// Nodes are the places of calls and of findings; an edge leads from a call to what stands inside it.
struct Graph {
  std::vector<Node> nodes;
  std::map<std::string, size_t> by_place;
  std::set<std::pair<size_t, size_t>> edges;

  size_t add(const std::string& place, const std::string& title, size_t depth) {
    const auto [at, fresh] = by_place.emplace(place, nodes.size());
    if (fresh) nodes.push_back({title, place, depth, false});
    Node& node = nodes[at->second];
    node.depth = std::max(node.depth, depth);
    if (node.title.empty()) node.title = title;
    return at->second;
  }
};

std::string place_text(const std::string& file, uint32_t line) { return file + ":" + std::to_string(line); }

std::string last_part(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return name;
  const size_t before = name.rfind('.', dot - 1);
  return before == std::string::npos ? name : name.substr(before + 1);
}

// The end of a path says more than its start.
std::string tail(const std::string& text) {
  if (text.size() <= kMostText) return text;
  size_t start = text.size() - kMostText + 3;
  while (start < text.size() && (static_cast<unsigned char>(text[start]) & 0xC0u) == 0x80u) ++start;
  return "..." + text.substr(start);
}

Graph graph_of(const Report& report, const Region& region) {
  Graph graph;
  const size_t root = graph.add(place_text(region.file, region.line), last_part(region.entry), 0);
  for (const Finding& f : report.findings) {
    if (std::find(f.regions.begin(), f.regions.end(), region.id) == f.regions.end()) continue;
    if (graph.nodes.size() >= kMostNodes) break;
    std::vector<std::vector<Place>> chains = f.call_chains;
    if (chains.empty()) chains.emplace_back();
    for (const std::vector<Place>& chain : chains) {
      size_t from = root, depth = 1;
      for (auto place = chain.rbegin(); place != chain.rend(); ++place, ++depth) {
        const size_t to = graph.add(place_text(place->file, place->line), "", depth);
        if (from != to) graph.edges.emplace(from, to);
        from = to;
      }
      const size_t last = graph.add(place_text(f.file, f.line), f.code + " " + last_part(f.function), depth);
      graph.nodes[last].bad = true;
      if (graph.nodes[last].title.empty()) graph.nodes[last].title = f.code;
      if (from != last) graph.edges.emplace(from, last);
    }
    // A path's notes name the calls: "`f` calls `g(x)`".
    for (const PathStep& step : f.path) {
      const auto at = graph.by_place.find(place_text(step.file, step.line));
      const size_t called = step.note.find("` calls `");
      if (at == graph.by_place.end() || called == std::string::npos || !graph.nodes[at->second].title.empty()) continue;
      graph.nodes[at->second].title = step.note.substr(called + 9, step.note.size() - called - 10);
    }
  }
  return graph;
}

}  // namespace

std::string call_graph(const Report& report, const Region& region) {
  const Graph graph = graph_of(report, region);
  if (graph.nodes.size() < 2) return {};
  std::map<size_t, size_t> filled;  // depth -> nodes in that column
  std::vector<std::pair<int, int>> at;
  for (const Node& node : graph.nodes) {
    const size_t row = filled[node.depth]++;
    at.emplace_back(static_cast<int>(node.depth) * (kWidth + kGapX) + 2, static_cast<int>(row) * (kHeight + kGapY) + 2);
  }
  int width = 0, height = 0;
  for (const auto& [x, y] : at) {
    width = std::max(width, x + kWidth + 4);
    height = std::max(height, y + kHeight + 4);
  }
  const auto number = [](int value) { return std::to_string(value); };
  std::string out = "<div class=\"graph\"><svg role=\"img\" aria-label=\"calls that lead to the findings\" width=\"" + number(width) +
                    "\" height=\"" + number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height) + "\">\n";
  for (const auto& [from, to] : graph.edges) {
    const int x1 = at[from].first + kWidth, y1 = at[from].second + kHeight / 2, x2 = at[to].first, y2 = at[to].second + kHeight / 2;
    const int middle = (x1 + x2) / 2;
    out += "<path d=\"M" + number(x1) + " " + number(y1) + " C" + number(middle) + " " + number(y1) + " " + number(middle) + " " +
           number(y2) + " " + number(x2) + " " + number(y2) + "\"/>\n";
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    const auto [x, y] = at[i];
    out += "<g><title>" + escape_markup(node.title + " " + node.place) + "</title><rect" + (node.bad ? " class=\"bad\"" : "") + " x=\"" +
           number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(kWidth) + "\" height=\"" + number(kHeight) +
           "\" rx=\"4\"/><text x=\"" + number(x + 8) + "\" y=\"" + number(y + 16) + "\">" + escape_markup(cut(node.title, kMostText)) +
           "</text><text class=\"dim\" x=\"" + number(x + 8) + "\" y=\"" + number(y + 31) + "\">" + escape_markup(tail(node.place)) +
           "</text></g>\n";
  }
  return out + "</svg></div>\n";
}

}  // namespace graphlift::report
