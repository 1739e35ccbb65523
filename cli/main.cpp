// The `graphlift` command: `--version` at once, everything else through the verbs.
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cli/commands.h"

namespace graphlift::cli {

bool print(const std::string& text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0; }

void complain(const std::string& text) { std::fprintf(stderr, "graphlift: %s\n", text.c_str()); }

void complain_of(const report::Report& report, bool notes) {
  for (const std::string& error : report.errors) complain(error);
  if (!notes) return;
  for (const std::string& note : report.notes) complain("note: " + note);
}

namespace {

// Every option that has a long name can also be set by GRAPHLIFT_NAME.
void mirror_in_environment(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty() || option->get_lnames()[0] == "help" || option->get_lnames()[0] == "version") continue;
    std::string name = "GRAPHLIFT_";
    for (const char c : option->get_lnames()[0]) name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    option->envname(name);
  }
  for (CLI::App* verb : app.get_subcommands(nullptr)) mirror_in_environment(*verb);
}

int run(int argc, char** argv) {
  CLI::App app{"Finds where graph compilation of PyTorch and TensorFlow programs breaks, without running them"};
  app.name("graphlift");
  app.require_subcommand(1);
  app.set_version_flag("--version", "graphlift " GRAPHLIFT_VERSION);
  app.get_formatter()->column_width(36);
  std::vector<std::pair<CLI::App*, Run>> verbs;
  const auto add = [&](const char* name, const char* description, Run (*make)(CLI::App&)) {
    CLI::App* verb = app.add_subcommand(name, description);
    verbs.emplace_back(verb, make(*verb));
  };
  add("check", "Predict graph breaks and other faults of compiled regions", add_check);
  add("fix", "Rewrite what breaks graphs", add_fix);
  add("gate", "Refuse what a pull request makes worse", add_gate);
  add("baseline", "Keep a file of accepted findings", add_baseline);
  add("verify", "Run a program's compiled regions eager and as a graph, and compare everything", add_verify);
  add("explain", "Explain a rule", add_explain);
  add("config", "Show each setting and which file set it", add_config);
  add("rules", "List the rules", add_rules);
  add("dump", "Show what a stage of the analysis makes of a file", add_dump);
  add("clean", "Remove the results that are kept between runs", add_clean);
  add("completions", "Print a completion script for a shell", add_completions);
  mirror_in_environment(app);
  if (argc > 1 && std::strcmp(argv[1], "verify") == 0) return run_verify({argv + 2, argv + argc});
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) { return app.exit(help); } catch (const CLI::CallForAllHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) { return app.exit(version); } catch (const CLI::ParseError& wrong) {
    complain(wrong.what());
    std::fputs("Run `graphlift --help` for the verbs, `graphlift VERB --help` for their options.\n", stderr);
    return kExitUsage;
  }
  for (const auto& [verb, work] : verbs)
    if (verb->parsed()) return work();
  return kExitUsage;
}

}  // namespace
}  // namespace graphlift::cli

int main(int argc, char** argv) {
  if (argc == 2 && (std::strcmp(argv[1], "--version") == 0 || std::strcmp(argv[1], "-V") == 0)) {
    std::puts("graphlift " GRAPHLIFT_VERSION);
    return 0;
  }
  std::signal(SIGPIPE, SIG_IGN);
  // Freed memory is used again by the next file: it is not worth giving back.
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  mallopt(M_MXFAST, 0);
  const int code = graphlift::cli::run(argc, argv);
  std::fflush(nullptr);
#if !defined(__SANITIZE_ADDRESS__)
  std::_Exit(code);  // without taking apart what the analysis made
#endif
  return code;
}
