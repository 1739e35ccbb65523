// The abstract machine: Python's data model over abstract values. One Vm per analysed program, single-threaded.
//
// Natives and models talk to it through the methods below. Conventions:
//   - A returned Value of Tag::Null means that a Python exception is set (`vm.raise(...)` returns such a Value), unless
//     the method says otherwise. Propagate it at once.
//   - Before mutating an object's contents call `vm.touch(obj)`: a fork may have to undo it.
//   - Never guess: when an argument is not concrete, return `vm.sym(type, when)` or `vm.unknown(reason)`.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/interp/args.h"
#include "analysis/interp/frame.h"
#include "analysis/interp/object.h"
#include "analysis/interp/observer.h"
#include "analysis/interp/tensor.h"
#include "analysis/syntax/ast.h"

namespace graphlift::interp {

enum class Tri : uint8_t { No, Yes, Maybe };

struct Truth {
  Tri value = Tri::Maybe;
  When when = When::Const;  // how it is known, or what it hangs on
  OriginId origin;
  bool raised = false;  // __bool__ or __len__ raised: an exception is set
};

// Behaviour of natively modelled types, inherited by subclasses. Any member may be null.
// binary: Tag::NotImplemented when the pair is not handled (the machine then tries the other side).
struct TypeOps {
  Value (*binary)(Vm&, syntax::BinaryOp, Value left, Value right, bool in_place) = nullptr;
  Value (*unary)(Vm&, syntax::UnaryOp, Value) = nullptr;                        // Negative, Positive, Invert
  Value (*compare)(Vm&, syntax::CompareOp, Value left, Value right) = nullptr;  // Eq..GtE, In (left in right)
  Value (*get_item)(Vm&, Value self, Value index) = nullptr;
  bool (*set_item)(Vm&, Value self, Value index, Value value) = nullptr;
  bool (*del_item)(Vm&, Value self, Value index) = nullptr;
  Truth (*truth)(Vm&, Value) = nullptr;
  Value (*iterate)(Vm&, Value) = nullptr;  // an IteratorObj value
  Value (*length)(Vm&, Value) = nullptr;
  Value (*get_attr)(Vm&, Value, const StrObj*) = nullptr;  // Null without exception: fall through to the class
  bool (*set_attr)(Vm&, Value, const StrObj*, Value, bool& handled) = nullptr;
  Value (*call)(Vm&, Value self, Args&) = nullptr;
  Value (*text)(Vm&, Value, bool repr) = nullptr;
};

struct Types {
  ClassObj *object, *type, *none, *boolean, *integer, *real, *complex, *str, *bytes, *bytearray, *tuple, *list, *dict, *set, *frozenset,
      *slice, *range, *function, *builtin, *method, *module, *cell, *property, *class_method, *static_method, *super, *generator,
      *coroutine, *iterator, *code, *ellipsis, *not_implemented, *unknown, *mapping_proxy, *generic_alias, *union_type, *dict_keys,
      *dict_values, *dict_items;
  ClassObj *base_exception, *exception, *type_error, *value_error, *key_error, *index_error, *attribute_error, *name_error,
      *unbound_local_error, *import_error, *module_not_found_error, *runtime_error, *not_implemented_error, *stop_iteration,
      *assertion_error, *zero_division_error, *overflow_error, *recursion_error, *syntax_error, *os_error, *file_not_found_error,
      *lookup_error, *arithmetic_error, *unicode_error, *system_exit, *keyboard_interrupt, *generator_exit, *warning, *stop_async_iteration,
      *timeout_error, *memory_error, *eof_error;
};

struct Site {
  lower::FileId file;
  Span span;
};

// One step of a value's history.
struct Origin {
  Site site;
  std::string note;
  OriginId previous;
};

struct Limits {
  uint64_t instructions = 60'000'000;  // for the whole program
  double seconds = 8.0;
  uint32_t call_depth = 220;
  uint32_t loop_rounds = 2;  // abstract rounds of a loop with an unknown bound
};

// Finds and loads modules; implemented over the project layer.
class ModuleSource {
 public:
  virtual ~ModuleSource() = default;
  struct Found {
    bool exists = false;
    bool is_package = false;
    bool extension = false;  // a compiled module: no source
    std::string display_file;
    lower::FileId file;
  };
  virtual Found find(const std::string& dotted_name) = 0;              // does not parse
  virtual std::shared_ptr<const lower::Code> load(lower::FileId) = 0;  // parses and compiles; null when unreadable
  // Does the file's text contain this word? Cheap, without parsing; for finding what a lazy package exports.
  virtual bool mentions(lower::FileId, std::string_view word) {
    (void)word;
    return false;
  }
  // The names of the modules and packages directly inside a package.
  virtual std::vector<std::string> children(const std::string& dotted_name) {
    (void)dotted_name;
    return {};
  }
  // Version of an installed distribution, from its metadata.
  virtual std::optional<std::string> package_version(std::string_view name) {
    (void)name;
    return std::nullopt;
  }
  // The source text of a span, for conditions and messages.
  virtual std::string text(lower::FileId, Span) { return {}; }
  virtual std::string display_path(lower::FileId) { return {}; }
  // A file that exists only as text, for code that a program makes while it runs. Equal texts are one file.
  virtual lower::FileId generated(const std::string& text) {
    (void)text;
    return {};
  }
};

class Vm {
 public:
  Vm(ModuleSource& source, Limits limits);
  ~Vm();
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  Types types{};

  // ---- making values
  [[nodiscard]] Value str(std::string_view text);
  [[nodiscard]] const StrObj* intern(std::string_view text);
  [[nodiscard]] Value bytes(std::string data);
  [[nodiscard]] Value complex(double re, double im);
  [[nodiscard]] Value tuple(std::vector<Value> items);
  [[nodiscard]] Value list(std::vector<Value> items);
  [[nodiscard]] DictObj* new_dict();
  [[nodiscard]] SetObj* new_set(bool frozen = false);
  [[nodiscard]] Value slice(Value start, Value stop, Value step);
  [[nodiscard]] Value range(int64_t start, int64_t stop, int64_t step);
  [[nodiscard]] Value sym(ClassObj* type, When when, OriginId origin = {});    // unknown content, known type
  [[nodiscard]] Value unknown(std::string reason, When when = When::Unknown);  // also tells the region's observer
  [[nodiscard]] Value opaque(ClassObj* cls, std::string text, int64_t number = 0);
  [[nodiscard]] InstanceObj* new_instance(ClassObj* cls);
  [[nodiscard]] TensorObj* new_tensor(ClassObj* cls);
  [[nodiscard]] uint32_t new_storage();
  [[nodiscard]] uint32_t new_symbol();
  [[nodiscard]] Value iterator(std::function<Value(Vm&)> next, bool unknown_length = false);
  [[nodiscard]] Value iterator_over(std::vector<Value> items);
  [[nodiscard]] Value native(std::string qualified, NativeFn fn);
  [[nodiscard]] Value native(std::string qualified, std::function<Value(Vm&, Args&)> fn);
  [[nodiscard]] Value bound_method(Value func, Value self);
  // A class implemented here. `construct` receives the class as args[0].
  ClassObj* new_class(std::string_view module, std::string_view name, std::vector<ClassObj*> bases, Layout layout = Layout::Plain);
  // Defines a native in a class or module; `lifted` (a type) makes it answer a Sym of that type when an argument is not concrete.
  NativeObj* define(ClassObj* cls, std::string_view name, NativeFn fn, ClassObj* lifted = nullptr);
  NativeObj* define(ModuleObj* module, std::string_view name, NativeFn fn, ClassObj* lifted = nullptr);
  void set_ops(ClassObj* cls, const TypeOps* ops);
  [[nodiscard]] const TypeOps* ops_of(Value v);

  // ---- exceptions
  Value raise(ClassObj* type, std::string message);
  Value raise(Value exception);
  [[nodiscard]] bool raised() const { return !exception_.null(); }
  [[nodiscard]] Value exception() const { return exception_; }
  void clear_exception() { exception_ = Value(); }
  [[nodiscard]] bool raised_is(ClassObj* type) const;
  // Where the exception that is set came from, innermost first: for saying why a program could not be followed.
  struct TraceEntry {
    lower::FileId file;
    Span span;
    std::string function;
  };
  [[nodiscard]] const std::vector<TraceEntry>& traceback() const { return traceback_; }

  // ---- the data model
  [[nodiscard]] ClassObj* type_of(Value v);
  [[nodiscard]] Tri is_instance(Value v, Value class_or_tuple);          // runs no __instancecheck__
  [[nodiscard]] Value find_in_class(ClassObj* cls, const StrObj* name);  // MRO lookup, raw; Null when absent (no exception)
  Value get_attr(Value object, const StrObj* name);
  Value get_attr(Value object, std::string_view name) { return get_attr(object, intern(name)); }
  Value try_attr(Value object, const StrObj* name);  // Null without exception when absent (AttributeError swallowed)
  bool set_attr(Value object, const StrObj* name, Value value);
  bool del_attr(Value object, const StrObj* name);
  // object.__getattribute__ / __setattr__ / __delattr__: what user-defined hooks delegate to.
  Value generic_get_attr(Value object, const StrObj* name);
  bool generic_set_attr(Value object, const StrObj* name, Value value);
  bool generic_del_attr(Value object, const StrObj* name);
  // Binds a raw class attribute to an instance (or to the class itself when `instance` is Null), as descriptors do.
  Value bind_attr(Value raw, Value instance, ClassObj* owner);
  [[nodiscard]] DictObj* attributes_of(Value object, bool create);  // the instance's own __dict__; null when it has none
  // object.__new__ and its kin: an instance of `cls` with an empty (or, for immutable built-ins, filled) payload.
  Value allocate_instance(ClassObj* cls, Args& args);
  Value construct(ClassObj* cls, Args& args);  // type.__call__; args without the class
  [[nodiscard]] uint32_t births() const;       // objects made so far
  Value call(Value callee, Args& args);
  Value call(Value callee, std::initializer_list<Value> pos);
  Value call_method(Value object, std::string_view name, std::initializer_list<Value> pos);
  Value binary(syntax::BinaryOp op, Value left, Value right, bool in_place = false);
  Value unary(syntax::UnaryOp op, Value operand);
  Value compare(syntax::CompareOp op, Value left, Value right);
  Truth truth(Value v);                          // does not report; see test()
  bool equal_known(Value a, Value b, Tri& out);  // ==, false when it raised
  Value get_item(Value object, Value index);
  bool set_item(Value object, Value index, Value value);
  bool del_item(Value object, Value index);
  Value length(Value v);   // an int, a Sym, or Null with exception
  Value iterate(Value v);  // iter(v)
  // Next item: Null without exception when exhausted. `more_unknown` is set when it cannot be told whether there is one.
  Value next(Value iterator, bool& more_unknown);
  // Runs a generator to its next yield: the item, or Null without exception when it finished (its return value is then in
  // `generator_result()`).
  Value resume_generator(GeneratorObj* generator, Value sent, bool& more_unknown);
  [[nodiscard]] Value generator_result() const;
  Value throw_into_generator(GeneratorObj* generator, Value exception, bool& more_unknown);
  // Every item of an iterable. `complete` false: the length is unknown, items are what is known of it.
  bool collect(Value iterable, std::vector<Value>& items, bool& complete);
  Value to_text(Value v, bool repr = false);  // str(v) or repr(v)
  Value format(Value v, Value spec);          // format(v, spec)
  Value hash(Value v);

  // ---- knowledge
  [[nodiscard]] bool concrete(Value v) const;  // not Sym, Unknown, Union or Tensor (containers: the container itself)
  [[nodiscard]] When when(Value v) const;      // of a Tensor: Data
  [[nodiscard]] When when(const Args& args) const;
  [[nodiscard]] OriginId origin(Value v) const;
  OriginId add_origin(std::string note, OriginId previous = {});  // at the current site
  [[nodiscard]] const Origin& origin_at(OriginId id) const { return origins_[id.index]; }
  Value join(Value a, Value b, When when);
  LawId add_law(Law law) {
    laws_.push_back(law);
    return LawId(laws_.size());
  }
  LawId draw(Law::Kind kind, double low, double high);  // of a new random number
  [[nodiscard]] const Law* law_of(Value v) const;       // null when it is not known
  void set_law(Value v, LawId law);                     // of a number or tensor of random contents

  // ---- heap and forks
  void touch(Object* object);
  template <typename T, typename... A>
  T* make(ClassObj* cls, A&&... args);

  // ---- modules
  ModuleObj* import_module(std::string_view dotted);  // null with ImportError set
  Value import_value(std::string_view dotted);        // the same, but what sys.modules holds: may be no ModuleObj
  // The module, run only when an attribute of it is used (or something that its text mentions is missed).
  Value import_when_used(std::string_view dotted);
  [[nodiscard]] DictObj* sys_modules();                             // live: interpreted code may replace entries
  ModuleObj* add_native_module(std::string_view dotted);            // exists before the first import
  [[nodiscard]] ModuleObj* loaded_module(std::string_view dotted);  // null when not yet known
  // Runs `init` when the module is first imported; the module is native.
  void register_native_module(std::string_view dotted, void (*init)(Vm&, ModuleObj*));
  Value module_attr(ModuleObj* module, const StrObj* name);  // Null without exception when absent
  bool load(ModuleObj* module);                              // runs the body once; false when it raised
  Value force(Value v);                                      // resolves a LazyImport; others unchanged
  bool force_deferred_imports(std::string_view package);     // for registries that imports fill; true if any ran
  ModuleObj* builtins = nullptr;

  // ---- running
  Value run_module(ModuleObj* module);
  Value call_function(FunctionObj* fn, Args& args);
  Value call_or_stand_in(FunctionObj* fn, Args& args);                                               // one with a stand_in
  Value run_code(const std::shared_ptr<const lower::Code>& code, DictObj* globals, DictObj* names);  // exec; Null when it raised
  [[nodiscard]] Frame* frame() const { return frame_; }
  [[nodiscard]] Site site() const;
  [[nodiscard]] bool tracing() const { return frame_ && frame_->tracing == Tracing::Traced; }
  [[nodiscard]] bool out_of_budget() const { return exhausted_; }
  void renew_budget();  // for the next part of the program: limits() count from here
  Observer* observer = nullptr;
  // What the running code has of a value that it loads: to a region a NumPy scalar is what its observer says.
  [[nodiscard]] Value loaded(Value v);
  std::vector<ClassObj*> scalar_classes;                                           // by Value::scalar_type, from the model of NumPy
  uint8_t boolean_scalar_type = 0, integer_scalar_type = 0, real_scalar_type = 0;  // what Python's numbers become among them
  std::shared_ptr<void> torch_model, tensorflow_model;                             // state that the framework models keep for this machine
  Outcome observe(Observation what);
  Outcome observe(Event event, Value subject, std::string api = {}, const char* gb = nullptr, std::string detail = {});
  [[nodiscard]] ModuleSource& source();
  [[nodiscard]] const Limits& limits() const;
  [[nodiscard]] uint64_t instructions_run() const;
  // Runs `callee` with the current frame's tracing replaced (entering or leaving a region).
  Value call_traced(Value callee, Args& args, Tracing tracing, bool region_root);

  // Evaluates an annotation thunk in a function's or class's namespace; Unknown when it fails.
  Value evaluate_annotation(const std::shared_ptr<const lower::Code>& thunk, ModuleObj* globals, DictObj* class_names);
  // type(name, bases, namespace, **kw) and the class statement.
  Value build_class(Args& args);
  Value make_class(ClassObj* metaclass, Value name, std::vector<Value> bases, DictObj* names, Args& keywords);

 private:
  friend class Machine;
  struct Impl;
  void retain(Object* object, void (*destroy)(Object*));
  Value compare_values(syntax::CompareOp op, Value left, Value right);
  Value run_class_body(Frame& frame, FunctionObj* body);
  Value resolve_import(const lower::ImportRef& ref, ModuleObj* importer);
  Value partly_loaded(const lower::ImportRef& ref, ModuleObj* importer);
  Value import_or_unknown(const lower::ImportRef& ref, ModuleObj* importer);
  Value declared_export(ModuleObj* module, const StrObj* name);
  ModuleObj* declare_module(const std::string& name, const ModuleSource::Found& found);
  bool load_pending(std::string_view package, std::string_view word);
  // An attribute of an object that replaced its module in sys.modules, from the module that it replaced; Null when there is none.
  Value replaced_export(const std::string& module_name, const Object* replacement, const StrObj* name);
  std::string find_declaration(lower::FileId file, const std::string& package, const std::string& name, uint32_t depth);
  std::unique_ptr<Impl> impl_;
  Value exception_;
  Frame* frame_ = nullptr;
  bool exhausted_ = false;
  std::vector<Origin> origins_;
  std::vector<Law> laws_;
  std::vector<TraceEntry> traceback_;
};

template <typename T, typename... A>
T* Vm::make(ClassObj* cls, A&&... args) {
  T* object = new T(std::forward<A>(args)...);
  object->cls = cls;
  retain(object, [](Object* o) { delete static_cast<T*>(o); });
  return object;
}

}  // namespace graphlift::interp
