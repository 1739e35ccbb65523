// os: names, the environment (assumed to hold nothing but what every login sets), and opaque system calls.
#include "analysis/stdlib/abc.h"
#include "analysis/stdlib/paths.h"

namespace graphlift::stdlib {
namespace {

// Set on every machine, to something that is not known here.
constexpr const char* kAlwaysSet[] = {"HOME", "PATH", "USER", "LOGNAME", "SHELL", "PWD", "LANG", "TERM", "HOSTNAME"};

DictObj* environment(Vm& vm) { return cast<DictObj>(plain(attr_in(vm, "os", "environ"))); }

Value get_env(Vm& vm, Args& a) {
  Value key, fallback;
  if (!a.bind(vm, "key, default=", {&key, &fallback})) return {};
  if (fallback.null()) fallback = Value::none();
  DictObj* env = environment(vm);
  Value v;
  if (!env) return lift(vm, a, vm.types.str);
  switch (dict_get(vm, env, key, v)) {
    case Found::Yes: return v;
    case Found::No: return fallback;
    case Found::Error: return {};
    default: return vm.join(v.null() ? outside(vm, vm.types.str) : v, fallback, interp::join(vm.when(a), When::PyInput));
  }
}

Value put_env(Vm& vm, Args& a) {
  (void)vm;
  (void)a;
  return Value::none();
}

Value fspath(Vm& vm, Args& a) { return paths::fspath(vm, a[0]); }

Value copy_environment(Vm& vm, Args& a) {
  DictObj* env = cast<DictObj>(plain(a[0]));
  return env ? Value::object(copy_dict(vm, env)) : Value::object(vm.new_dict());
}

Value to_dict_in_place(Vm& vm, Args& a) {
  DictObj* env = cast<DictObj>(plain(a[0]));
  return env && dict_update(vm, env, a[1]) ? a[0] : Value();
}

Value walk(Vm& vm, Args&) {
  const Value names = open_list(vm, outside(vm, vm.types.str));
  const Value row = vm.tuple({outside(vm, vm.types.str), names, names});
  return vm.iterator([row](Vm&) { return row; }, true);
}

}  // namespace

void init_os(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  define_table(vm, module, R"(
str sep=/ pathsep=: linesep=\n curdir=. pardir=.. extsep=. devnull=/dev/null name=posix defpath=/bin:/usr/bin
int O_RDONLY=0 O_WRONLY=1 O_RDWR=2 O_CREAT=64 O_EXCL=128 O_TRUNC=512 O_APPEND=1024 F_OK=0 R_OK=4 W_OK=2 X_OK=1 EX_OK=0 SEEK_SET=0 SEEK_CUR=1
int SEEK_END=2 WNOHANG=1 P_NOWAIT=1 P_WAIT=0 RTLD_GLOBAL=256 RTLD_LAZY=1 RTLD_NOW=2 RTLD_LOCAL=0
fn getcwd=str getcwdb=bytes getpid=int getppid=int getuid=int geteuid=int getgid=int cpu_count=int getlogin=str getpgid=int getpriority=int
fn listdir=[str] scandir=unknown access=bool makedirs=none mkdir=none remove=none unlink=none rename=none renames=none replace=none rmdir=none
fn removedirs=none symlink=none link=none readlink=str chdir=none chmod=none chown=none umask=int stat=unknown lstat=unknown fstat=unknown
fn statvfs=unknown open=int close=none read=bytes write=int fsync=none dup=int dup2=int pipe=unknown isatty=bool lseek=int truncate=none
fn ftruncate=none utime=none system=int popen=unknown kill=none killpg=none fork=int wait=unknown waitpid=unknown times=unknown urandom=bytes
fn uname=unknown getloadavg=unknown sched_getaffinity=unknown sched_setaffinity=none get_terminal_size=unknown nice=int setsid=none
fn register_at_fork=none getrandom=bytes strerror=str cpu_count=int get_exec_path=[str] fdopen=unknown sysconf=int sync=none mkfifo=none
fn set_blocking=none get_blocking=bool get_inheritable=bool set_inheritable=none execv=none execve=none execvp=none _exit=none abort=none
fn spawnv=int startfile=none fwalk=iter memfd_create=int posix_fallocate=none posix_fadvise=none sendfile=int setpgid=none ctermid=str
fn fsencode=bytes fsdecode=str getenvb=unknown device_encoding=str mknod=none add_dll_directory=unknown
class stat_result *
class terminal_size *
class DirEntry *
)");
  ModuleObj* path = vm.import_module("os.path");
  if (path) m.set("path", Value::object(path));
  else vm.clear_exception();
  m.set("altsep", Value::none());
  m.set("error", vm.types.os_error);
  m.set("supports_follow_symlinks", Value::object(vm.new_set()));
  m.set("supports_dir_fd", Value::object(vm.new_set()));
  m.set("supports_bytes_environ", Value::boolean(true));
  DictObj* variables = vm.new_dict();
  for (const char* name : kAlwaysSet) variables->map.set(vm.str(name), outside(vm, vm.types.str));
  ClassObj* environ_class = m.cls("_Environ", {vm.types.dict}, Layout::Dict);
  method(vm, environ_class, "copy", copy_environment);
  method(vm, environ_class, "__copy__", copy_environment);
  method(vm, environ_class, "__ior__", to_dict_in_place);
  InstanceObj* environ = vm.new_instance(environ_class);
  environ->payload = Value::object(variables);
  m.set("environ", Value::object(environ));
  m.set("environb", Value::object(environ));
  m.fn("getenv", get_env);
  m.fn("putenv", put_env);
  m.fn("unsetenv", put_env);
  m.fn("fspath", fspath);
  m.fn("walk", walk);
  ClassObj* path_like = abstract_class(m, "PathLike", {}, "__fspath__");
  generic_class(vm, path_like);
}

}  // namespace graphlift::stdlib
