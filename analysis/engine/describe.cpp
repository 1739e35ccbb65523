#include "analysis/engine/describe.h"

namespace graphlift::engine {
namespace {

using namespace interp;

constexpr const char* kWhen[] = {"constant", "configuration", "module state", "Python input", "shape", "tensor contents", "unknown"};
constexpr const char* kDTypes[] = {"unknown",    "bool",        "uint8",       "int8",     "int16",   "int32",   "int64",     "uint16",
                                   "uint32",     "uint64",      "float16",     "bfloat16", "float32", "float64", "complex32", "complex64",
                                   "complex128", "float8_e4m3", "float8_e5m2", "qint8",    "quint8",  "qint32",  "string",    "object"};

std::string tensor_text(const TensorObj& tensor) {
  std::string out = std::string(tensor.parameter ? "parameter " : "tensor ") + kDTypes[static_cast<size_t>(tensor.dtype)];
  if (!tensor.ranked) return out + " of unknown rank";
  out += "[";
  for (size_t i = 0; i < tensor.dims.size(); ++i) {
    const Dim& dim = tensor.dims[i];
    out += (i ? ", " : "") + (dim.known() ? std::to_string(dim.size) : dim.symbol ? "s" + std::to_string(dim.symbol) : std::string("?"));
  }
  return out + "]";
}

std::string count(size_t n, bool open) { return std::to_string(n) + (open ? " or more" : ""); }

}  // namespace

std::string describe(Vm& vm, Value value) {
  switch (value.tag) {
    case Tag::Null: return "unbound";
    case Tag::NotImplemented: return "NotImplemented";
    case Tag::Object: break;
    default: {
      const Value text = vm.to_text(value, true);
      vm.clear_exception();
      return text.is_str() ? std::string(text_of(text)) : std::string("?");
    }
  }
  Object* object = value.o;
  switch (object->kind) {
    case ObjKind::Tensor: return tensor_text(*static_cast<TensorObj*>(object));
    case ObjKind::Sym: return object->cls->name + " known from " + kWhen[static_cast<size_t>(static_cast<SymObj*>(object)->when)];
    case ObjKind::Unknown: return "unknown: " + static_cast<UnknownObj*>(object)->reason;
    case ObjKind::Union: {
      std::string out = "one of";
      for (const Value option : static_cast<UnionObj*>(object)->options) out += " {" + describe(vm, option) + "}";
      return out;
    }
    case ObjKind::Function: return "function " + static_cast<FunctionObj*>(object)->code->qualname;
    case ObjKind::Native: return "native " + static_cast<NativeObj*>(object)->qualified;
    case ObjKind::Class: return "class " + static_cast<ClassObj*>(object)->qualname;
    case ObjKind::Module: return "module " + static_cast<ModuleObj*>(object)->name;
    case ObjKind::LazyImport: return "import not yet needed";
    case ObjKind::List: return "list of " + count(static_cast<ListObj*>(object)->items.size(), static_cast<ListObj*>(object)->open);
    case ObjKind::Tuple: return "tuple of " + count(static_cast<TupleObj*>(object)->items.size(), false);
    case ObjKind::Dict: return "dict of " + count(static_cast<DictObj*>(object)->map.size(), static_cast<DictObj*>(object)->open);
    case ObjKind::Set: return "set of " + count(static_cast<SetObj*>(object)->map.size(), static_cast<SetObj*>(object)->open);
    case ObjKind::Opaque: return static_cast<OpaqueObj*>(object)->text;
    default: return object->cls ? object->cls->name + " object" : "object";
  }
}

}  // namespace graphlift::engine
