// Modules of TensorFlow, answered from models/tensorflow/api.tsv.
#include "analysis/tensorflow/model.h"

#include <string>

#include "models/table.h"

namespace graphlift::tensorflow {

using interp::Args;
using interp::cast;
using interp::ClassObj;
using interp::InstanceObj;
using interp::ModuleObj;
using interp::StrObj;
using interp::TensorObj;
using interp::Value;
using interp::Vm;

namespace {

constexpr std::string_view kRoot = "tensorflow";

const models::Table& api() {
  static const models::Table table(models::embedded("tensorflow/api.tsv"));
  return table;
}

using Native = std::function<Value(Vm&, Args&)>;

Value operator_native(Vm& vm, const std::string& path) {
  return vm.native(std::string(kRoot) + "." + path,
                   Native([path](Vm& m, Args&) { return new_tensor(m, ("returned by `tf." + path + "`").c_str()); }));
}

Value with_fields(Vm& vm, std::string_view names) {
  InstanceObj* out = vm.new_instance(model(vm).fields);
  if (!out->dict) out->dict = vm.new_dict();
  std::vector<Value> items;
  for (std::string_view name : models::split(names, ',')) {
    const Value item = new_tensor(vm);
    out->dict->map.set(vm.str(name), item);
    items.push_back(item);
  }
  out->payload = vm.tuple(std::move(items));
  return Value::object(out);
}

// A class that nothing is known of but that it is one: instances answer every attribute and call with something unknown.
Value opaque_class(Vm& vm, const std::string& path) {
  const size_t dot = path.rfind('.');
  const std::string parent = dot == path.npos ? std::string(kRoot) : std::string(kRoot) + "." + path.substr(0, dot);
  const std::string name = dot == path.npos ? path : path.substr(dot + 1);
  Model& m = model(vm);
  ClassObj* base = m.opaque;
  if (path.starts_with("keras.layers.")) base = m.layer;
  if (path.starts_with("keras.optimizers.")) base = m.optimizer;
  return Value::object(vm.new_class(parent, name, {base}));
}

Value name_value(Vm& vm, const std::string& path) {
  if (const auto own = model(vm).overrides.find(path); own != model(vm).overrides.end())
    return vm.native(std::string(kRoot) + "." + path, own->second);
  std::string_view lines = api().find(path);
  models::Row row;
  if (models::next_row(lines, row)) {
    const std::string_view kind = row.cell(1);
    const std::string qualified = std::string(kRoot) + "." + path;
    if (kind == "module") {
      ModuleObj* inner = vm.import_module(qualified);
      return inner ? Value::object(inner) : Value();
    }
    if (kind == "none") return vm.native(qualified, Native([](Vm&, Args&) { return Value::none(); }));
    if (kind == "bool") return vm.native(qualified, Native([](Vm& m, Args& args) { return m.sym(m.types.boolean, m.when(args)); }));
    if (kind == "eager") return vm.native(qualified, Native([](Vm& m, Args&) { return Value::boolean(!m.tracing()); }));
    if (kind == "tensors") {
      return vm.native(qualified, Native([](Vm& m, Args&) {
                         const Value list = m.list({});
                         auto* items = cast<interp::ListObj>(list);
                         items->open = true;
                         items->rest = new_tensor(m);
                         return list;
                       }));
    }
    if (kind == "fields") {
      const std::string fields(row.cell(2));
      return vm.native(qualified, Native([fields](Vm& m, Args&) { return with_fields(m, fields); }));
    }
    if (kind == "dtype") return vm.opaque(model(vm).dtype, path);
    if (kind == "value") return vm.sym(vm.types.str, interp::When::Config);
    if (kind == "special") return special_name(vm, path);
  }
  const char first = path[path.rfind('.') == path.npos ? 0 : path.rfind('.') + 1];
  if (first >= 'A' && first <= 'Z') return opaque_class(vm, path);
  if (first == '_') return {};
  return operator_native(vm, path);
}

Value module_name(Vm& vm, ModuleObj* module, const StrObj* name, bool fallback) {
  if (!fallback) return {};
  std::string path = module->name.size() > kRoot.size() ? module->name.substr(kRoot.size() + 1) + "." : std::string();
  path += name->text;
  const Value found = name_value(vm, path);
  // The same object every time: classes are compared by identity.
  if (!found.null()) module->dict->map.set(Value::string(const_cast<StrObj*>(name)), found);
  return found;
}

void init_module(Vm& vm, ModuleObj* module) {
  if (!module->dict) module->dict = vm.new_dict();
  module->is_package = true;
  module->lookup_hook = module_name;
}

}  // namespace

Model& model(Vm& vm) { return *static_cast<Model*>(vm.tensorflow_model.get()); }

Value new_tensor(Vm& vm, const char* note) {
  TensorObj* t = vm.new_tensor(model(vm).tensor);
  if (note) t->origin = vm.add_origin(note);
  return Value::object(t);
}

bool is_tensor(Vm& vm, Value v) {
  const auto* t = cast<TensorObj>(v);
  return t && t->cls && t->cls->is_subclass_of(model(vm).tensor);
}

void register_tensorflow(Vm& vm) {
  auto owned = std::make_shared<Model>();
  vm.tensorflow_model = owned;
  make_tensor_classes(vm, *owned);
  make_object_classes(vm, *owned);
  vm.register_native_module(kRoot, init_module);
  std::string_view lines = api().body();
  models::Row row;
  while (models::next_row(lines, row))
    if (row.cell(1) == "module") vm.register_native_module(std::string(kRoot) + "." + std::string(row.cell(0)), init_module);
}

}  // namespace graphlift::tensorflow
