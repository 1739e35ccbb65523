// `graphlift completions SHELL`: a script made from the options as they are.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace graphlift::cli {
namespace {

struct Verb {
  std::string name, help;
  std::vector<std::string> options;
};

std::vector<Verb> verbs_of(const CLI::App& root) {
  std::vector<Verb> out;
  for (const CLI::App* verb : root.get_subcommands([](const CLI::App*) { return true; })) {
    Verb& one = out.emplace_back(Verb{verb->get_name(), verb->get_description(), {}});
    for (const CLI::Option* option : verb->get_options())
      for (const std::string& name : option->get_lnames()) one.options.push_back("--" + name);
    for (const CLI::App* inner : verb->get_subcommands([](const CLI::App*) { return true; })) one.options.push_back(inner->get_name());
  }
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string quoted(std::string text) {
  for (size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4)) text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string bash(const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  std::string cases;
  for (const Verb& verb : verbs) {
    names.push_back(verb.name);
    cases += "    " + verb.name + ") words=" + quoted(joined(verb.options)) + " ;;\n";
  }
  return "_graphlift() {\n  local words word=${COMP_WORDS[COMP_CWORD]}\n  case ${COMP_CWORD:-1}:${COMP_WORDS[1]:-} in\n    1:*) words=" +
         quoted(joined(names)) + " ;;\n    *) case ${COMP_WORDS[1]} in\n" + cases +
         "    esac ;;\n  esac\n  if [[ $word == -* || $COMP_CWORD -eq 1 || ${COMP_WORDS[1]} == baseline && $COMP_CWORD -eq 2 ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\n"
         "complete -o filenames -F _graphlift graphlift\n";
}

std::string zsh(const std::vector<Verb>& verbs) {
  std::string list, cases;
  for (const Verb& verb : verbs) {
    list += "    " + quoted(verb.name + ":" + verb.help) + "\n";
    cases += "    " + verb.name + ") compadd -- " + joined(verb.options) + "; _files ;;\n";
  }
  return "#compdef graphlift\n_graphlift() {\n  local -a verbs=(\n" + list +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe 'verb' verbs\n    return\n  fi\n  case $words[2] in\n" + cases +
         "  esac\n}\ncompdef _graphlift graphlift\n";
}

std::string fish(const std::vector<Verb>& verbs) {
  std::string out;
  for (const Verb& verb : verbs) {
    out += "complete -c graphlift -n __fish_use_subcommand -f -a " + verb.name + " -d " + quoted(verb.help) + "\n";
    for (const std::string& option : verb.options) {
      const std::string where = "complete -c graphlift -n " + quoted("__fish_seen_subcommand_from " + verb.name);
      out += option.starts_with("--") ? where + " -l " + option.substr(2) + "\n" : where + " -f -a " + option + "\n";
    }
  }
  return out;
}

}  // namespace

Run add_completions(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}))->type_name("SHELL");
  return [shell, &app] {
    const std::vector<Verb> verbs = verbs_of(*app.get_parent());
    return print(*shell == "bash" ? bash(verbs) : *shell == "zsh" ? zsh(verbs) : fish(verbs)) ? kExitClean : kExitUsage;
  };
}

}  // namespace graphlift::cli
