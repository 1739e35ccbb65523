// What the machine tells about an execution; policies (one per kind of region) implement it. The machine itself
// decides nothing about graphs: it asks, and goes on with the answer.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/interp/knowledge.h"
#include "analysis/interp/object.h"
#include "analysis/lower/code.h"

namespace graphlift::interp {

enum class Event : uint8_t {
  TruthTest,        // the truth of a value that depends on tensor contents (subject: the value)
  LoopBound,        // a `while` condition or `for` bound on tensor contents
  Scalarize,        // a Python number or list made of tensor contents: item, tolist, int(), float(), numpy ...
  ImplicitScalar,   // a tensor passed where an operator's schema or Python wants a number
  DynamicShape,     // an operator whose output shape depends on contents
  DataDependentOp,  // an operator with a non-tensor output that depends on contents (equal, allclose, is_nonzero)
  NativeCall,       // a call of a function without Python source, `api` is its qualified name
  OpaqueCall,       // a call of something unknown
  SkippedCall,      // a call of a Python function that the compiler will not trace
  AttributeStore,   // x.a = v on an object that exists outside the running call
  GlobalStore,      // a module global written from a function
  ContainerStore,   // a list/dict/set that exists outside the running region is mutated
  InplaceInput,     // a tensor that exists outside the region is written in place
  EnterContext,     // `with`: subject is the context manager
  Import,           // an import statement runs inside a region
  Autograd,         // backward, grad, requires_grad_
  GeneratorEscape,  // a generator is returned or left unfinished
  ClassDefinition,  // a class statement runs
  Construct,        // an object is constructed that the compiler cannot trace (api: class)
  TensorToText,     // str/repr/format of a tensor
  Unsupported,      // anything else a table names: api and gb
  SideEffect,       // I/O, RNG or other host effect with no value to the graph
};

struct Observation {
  Event event;
  Value subject;             // the value concerned, may be Null
  std::string api;           // qualified name of the function, method or operator concerned
  const char* gb = nullptr;  // registry id when the observer of the event knows it ("GB0124")
  std::string detail;        // one clause for the message, in the user's terms
  Value stored;              // of AttributeStore and, where it is one value, ContainerStore
  lower::FileId file{};      // filled by Vm::observe from the current frame when unset
  Span span{};
};

struct Outcome {
  bool traced = false;          // a region is being traced here at all
  bool broke = false;           // the graph breaks here (or the mode fails)
  When result = When::Unknown;  // how a scalar result is known afterwards: PyInput after a break, Data when captured
};

enum class CallPlan : uint8_t {
  Inline,     // interpret the body as part of what is running
  Opaque,     // a model elsewhere answers; do not interpret
  EagerOnce,  // leave tracing for the body itself, callees may be traced again
  EagerAll,   // leave tracing for the body and all below
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual Outcome observe(Vm& vm, const Observation& what) = 0;
  // A native is about to be called while traced. On the hot path: answers must be cached per NativeObj.
  virtual Outcome native_call(Vm& vm, NativeObj* native, Args& args) = 0;
  // Before a Python function's body is entered inside a region.
  virtual CallPlan plan_call(Vm& vm, FunctionObj* fn, Args& args) = 0;
  // A NumPy scalar that was made elsewhere is loaded in a region: what the region has instead.
  virtual Value loaded_scalar(Vm&, Value scalar) { return scalar; }
  // A Python function's body begins, and ends, in or below a region; generators excepted.
  virtual void entered(Vm&, Frame&) {}
  virtual void left(Vm&, Frame&) {}
  // A value became unknown inside a region and the analysis cannot say what the compiler would do: the region's verdict.
  virtual void unresolved(Vm& vm, const std::string& reason) = 0;
};

}  // namespace graphlift::interp
