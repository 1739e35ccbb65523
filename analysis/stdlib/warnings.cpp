// warnings: nothing is printed; catch_warnings(record=True) has a list that warn() adds to.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Value nothing(Vm&, Args&) { return Value::none(); }

constexpr const char* kRecorded = "_recorded";  // the list of the innermost catch_warnings that records, or None

void set_recorded(Vm& vm, Value log) {
  DictObj* names = vm.loaded_module("warnings")->dict;
  vm.touch(names);
  names->map.set(vm.str(kRecorded), log.null() ? Value::none() : log);
}

// Whether a filter drops it is not known.
Value record_warning(Vm& vm, Args&) {
  if (auto* log = cast<ListObj>(attr_in(vm, "warnings", kRecorded))) {
    vm.touch(log);
    log->open = true;
    log->rest = vm.unknown("a recorded warning");
  }
  return Value::none();
}

}  // namespace

void init_warnings(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  for (const char* name : {"showwarning", "simplefilter", "filterwarnings", "resetwarnings"}) m.fn(name, nothing);
  for (const char* name : {"warn", "warn_explicit"}) m.fn(name, record_warning);
  m.fn("formatwarning", [](Vm& v, Args&) { return outside(v, v.types.str); });
  m.fn("_showwarnmsg", nothing);
  m.set("filters", vm.list({}));
  m.set("defaultaction", vm.str("default"));
  m.set("onceregistry", Value::object(vm.new_dict()));
  define_table(vm, module, "class WarningMessage *\n");
  ClassObj* catcher = m.cls("catch_warnings");
  method(vm, catcher, "__init__", [](Vm& v, Args& a) {
    const Value record = a.get(1, "record");
    put(v, a[0], "_record", record.null() ? Value::boolean(false) : record);
    return Value::none();
  });
  method(vm, catcher, "__enter__", [](Vm& v, Args& a) {
    const Value record = own(v, a[0], "_record");
    const Value log = record.is_bool() && record.b ? v.list({}) : Value::none();
    put(v, a[0], "_outer", attr_in(v, "warnings", kRecorded));
    set_recorded(v, log);
    return log;
  });
  method(vm, catcher, "__exit__", [](Vm& v, Args& a) {
    set_recorded(v, own(v, a[0], "_outer"));
    return Value::none();
  });
  m.set(kRecorded, Value::none());
}

}  // namespace graphlift::stdlib
