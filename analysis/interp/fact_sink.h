// Who wants to know every value that chosen code computes: what a rewrite must prove is asked of it afterwards.
#pragma once

#include <cstdint>

#include "analysis/interp/value.h"

namespace graphlift::lower {
struct Code;
}

namespace graphlift::interp {

class Vm;
struct Frame;

class FactSink {
 public:
  virtual ~FactSink() = default;
  // Asked once a frame.
  virtual bool wants(const lower::Code& code) = 0;
  // The instruction at Frame::current_pc is about to run.
  virtual void about_to_run(Vm& vm, const Frame& frame) = 0;
  // It ran; RESULT is on top of the operand stack, whether or not this instruction put it there.
  virtual void ran(Vm& vm, const Frame& frame, Value result) = 0;
};

}  // namespace graphlift::interp
