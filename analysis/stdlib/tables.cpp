// Modules about the machine, the network, files and other processes: nothing of theirs can be known, so a table of names
// and result types is all of their model. The notation is in define.h.
#include "analysis/stdlib/tables.h"

namespace graphlift::stdlib {

const std::vector<std::pair<std::string_view, std::string_view>>& module_tables() {
  static const std::vector<std::pair<std::string_view, std::string_view>> tables = {
      {"time", R"(
fn time=float perf_counter=float monotonic=float process_time=float thread_time=float time_ns=int perf_counter_ns=int monotonic_ns=int
fn process_time_ns=int sleep=none ctime=str asctime=str strftime=str mktime=float clock_gettime=float clock_getres=float tzset=none
fn localtime=struct_time gmtime=struct_time strptime=struct_time get_clock_info=unknown
class struct_time __getitem__=int __iter__=iter __len__=#9 .tm_year=int .tm_mon=int .tm_mday=int .tm_hour=int .tm_min=int .tm_sec=int .tm_wday=int .tm_yday=int .tm_isdst=int .tm_gmtoff=int .tm_zone=str
value timezone=int altzone=int daylight=int tzname=tuple
int CLOCK_MONOTONIC=1 CLOCK_REALTIME=0 CLOCK_PROCESS_CPUTIME_ID=2 CLOCK_THREAD_CPUTIME_ID=3)"},
      {"datetime", R"(
int MINYEAR=1 MAXYEAR=9999
class timedelta total_seconds=float .days=int .seconds=int .microseconds=int __add__=timedelta __radd__=timedelta __sub__=timedelta __mul__=timedelta __rmul__=timedelta __truediv__=float __floordiv__=int __neg__=timedelta __abs__=timedelta __lt__=bool __le__=bool __gt__=bool __ge__=bool __eq__=bool __hash__=int __str__=str __bool__=bool
class tzinfo utcoffset=timedelta tzname=str dst=timedelta
class timezone(tzinfo) __str__=str
class date .year=int .month=int .day=int today=date fromtimestamp=date fromisoformat=date fromordinal=date isoformat=str strftime=str ctime=str weekday=int isoweekday=int isocalendar=tuple toordinal=int timetuple=unknown replace=date __sub__=timedelta __add__=date __lt__=bool __le__=bool __gt__=bool __ge__=bool __eq__=bool __hash__=int __str__=str __format__=str
class time .hour=int .minute=int .second=int .microsecond=int .tzinfo=tzinfo fromisoformat=time isoformat=str strftime=str replace=time __lt__=bool __gt__=bool __str__=str __format__=str
class datetime(date) .hour=int .minute=int .second=int .microsecond=int .tzinfo=tzinfo now=datetime utcnow=datetime today=datetime fromtimestamp=datetime utcfromtimestamp=datetime fromisoformat=datetime strptime=datetime combine=datetime timestamp=float date=date time=time astimezone=datetime replace=datetime utcoffset=timedelta __add__=datetime
value UTC=timezone
member timezone.utc=timezone timezone.min=timezone timezone.max=timezone timedelta.min=timedelta timedelta.max=timedelta timedelta.resolution=timedelta
member date.min=date date.max=date date.resolution=timedelta time.min=time time.max=time time.resolution=timedelta
member datetime.min=datetime datetime.max=datetime)"},
      {"threading", R"(
class Lock __enter__=true __exit__=none acquire=true release=none locked=false
class RLock(Lock)
class _RLock(Lock)
class Condition(Lock) wait=true wait_for=true notify=none notify_all=none
class Semaphore(Lock)
class BoundedSemaphore(Lock)
class Event is_set=bool set=none clear=none wait=bool isSet=bool
class Barrier wait=int reset=none abort=none .parties=int .n_waiting=int
class Thread .name=str .daemon=bool .ident=int .native_id=int start=none join=none run=none is_alive=bool setDaemon=none setName=none getName=str isDaemon=bool
class Timer(Thread) cancel=none
class _MainThread(Thread)
class local !
class ExceptHookArgs *
exc ThreadError=RuntimeError BrokenBarrierError=RuntimeError
fn current_thread=_MainThread main_thread=_MainThread currentThread=_MainThread get_ident=int get_native_id=int active_count=int enumerate=[any] settrace=none setprofile=none stack_size=int excepthook=none gettrace=none
value TIMEOUT_MAX=float)"},
      {"_thread", R"(
class LockType __enter__=true __exit__=none acquire=true release=none locked=false
class RLock(LockType)
class _local !
fn allocate_lock=LockType get_ident=int start_new_thread=int get_native_id=int stack_size=int interrupt_main=none
exc error=RuntimeError
value TIMEOUT_MAX=float)"},
      {"multiprocessing", R"(
class Process .name=str .daemon=bool .pid=int .ident=int .authkey=bytes .exitcode=int .sentinel=int start=none join=none run=none is_alive=bool terminate=none kill=none close=none
class BaseContext *
exc ProcessError=Exception TimeoutError=ProcessError AuthenticationError=ProcessError BufferTooShort=ProcessError
fn cpu_count=int current_process=Process parent_process=Process active_children=list get_context=unknown get_start_method=str set_start_method=none get_all_start_methods=[str] freeze_support=none set_executable=none get_logger=unknown log_to_stderr=unknown
any)"},
      {"queue", R"(
class Queue put=none get=unknown put_nowait=none get_nowait=unknown qsize=int empty=bool full=bool task_done=none join=none
class LifoQueue(Queue)
class PriorityQueue(Queue)
class SimpleQueue(Queue)
exc Empty=Exception Full=Exception)"},
      {"concurrent", "any"},
      {"concurrent.futures", R"(
class Future result=unknown exception=unknown done=bool cancel=bool cancelled=bool running=bool add_done_callback=none set_result=none set_exception=none
class Executor submit=Future map=iter shutdown=none __enter__=self __exit__=none
class ThreadPoolExecutor(Executor)
class ProcessPoolExecutor(Executor)
exc CancelledError=Exception TimeoutError=Exception InvalidStateError=Exception BrokenExecutor=RuntimeError
fn as_completed=iter wait=unknown
str ALL_COMPLETED=ALL_COMPLETED FIRST_COMPLETED=FIRST_COMPLETED FIRST_EXCEPTION=FIRST_EXCEPTION)"},
      {"asyncio", R"(
class Lock acquire=unknown release=none locked=bool *
class Event is_set=bool set=none clear=none wait=unknown *
class Semaphore(Lock)
class Queue *
class Future result=unknown done=bool *
class Task(Future)
class AbstractEventLoop *
class Protocol *
class StreamReader *
class StreamWriter *
exc CancelledError=BaseException TimeoutError=Exception InvalidStateError=Exception QueueEmpty=Exception QueueFull=Exception
fn iscoroutinefunction=bool iscoroutine=bool isfuture=bool
any)"},
      {"subprocess", R"(
exc SubprocessError=Exception CalledProcessError=SubprocessError TimeoutExpired=SubprocessError
class CompletedProcess .returncode=int .stdout=unknown .stderr=unknown .args=unknown check_returncode=none
class Popen .returncode=int .stdout=unknown .stderr=unknown .stdin=unknown .pid=int .args=unknown communicate=unknown poll=unknown wait=int kill=none terminate=none send_signal=none __enter__=self __exit__=none
fn run=CompletedProcess call=int check_call=int check_output=bytes getoutput=str getstatusoutput=unknown list2cmdline=str
int PIPE=-1 STDOUT=-2 DEVNULL=-3)"},
      {"socket", R"(
class socket connect=none bind=none listen=none accept=unknown send=int sendall=none recv=bytes close=none settimeout=none setsockopt=none getsockname=unknown fileno=int makefile=unknown shutdown=none __enter__=self __exit__=none *
exc gaierror=OSError herror=OSError timeout=OSError
alias error=OSError
fn gethostname=str getfqdn=str gethostbyname=str getaddrinfo=[any] create_connection=socket getdefaulttimeout=none setdefaulttimeout=none inet_aton=bytes inet_ntoa=str gethostbyaddr=unknown
int AF_INET=2 AF_INET6=10 AF_UNIX=1 SOCK_STREAM=1 SOCK_DGRAM=2 SOL_SOCKET=1 SO_REUSEADDR=2 IPPROTO_TCP=6 TCP_NODELAY=1
any)"},
      {"platform", R"(
fn system='Linux python_version='3.11.7 python_implementation='CPython machine=str processor=str node=str release=str version=str platform=str uname=unknown architecture=unknown libc_ver=unknown mac_ver=unknown win32_ver=unknown python_compiler=str python_build=unknown python_version_tuple=unknown freedesktop_os_release=dict)"},
      {"uuid", R"(
class UUID .hex=str .int=int .bytes=bytes .fields=tuple .urn=str __str__=str __eq__=bool __hash__=int
fn uuid1=UUID uuid3=UUID uuid4=UUID uuid5=UUID getnode=int
value NAMESPACE_DNS=UUID NAMESPACE_URL=UUID)"},
      {"hashlib", R"(
class _Hash update=none digest=bytes hexdigest=str copy=_Hash .name=str .digest_size=int .block_size=int
fn md5=_Hash sha1=_Hash sha224=_Hash sha256=_Hash sha384=_Hash sha512=_Hash sha3_256=_Hash sha3_512=_Hash blake2b=_Hash blake2s=_Hash shake_128=_Hash shake_256=_Hash new=_Hash pbkdf2_hmac=bytes file_digest=_Hash
value algorithms_available=set algorithms_guaranteed=set)"},
      {"hmac", "class HMAC update=none digest=bytes hexdigest=str\nfn new=HMAC compare_digest=bool digest=bytes"},
      {"secrets",
       "fn token_hex=str token_bytes=bytes token_urlsafe=str randbelow=int randbits=int choice=unknown compare_digest=bool\nclass "
       "SystemRandom *"},
      {"pickle", R"(
class Pickler dump=none clear_memo=none persistent_id=none .dispatch_table=dict
class _Pickler(Pickler) save=none get=bytes put=bytes memoize=none save_reduce=none save_global=none save_pers=none *
class Unpickler load=unknown find_class=unknown persistent_load=unknown
class _Unpickler(Unpickler) get_extension=none *
class PickleBuffer *
exc PickleError=Exception PicklingError=PickleError UnpicklingError=PickleError
fn dumps=bytes loads=unknown dump=none load=unknown
member _Pickler.dispatch=dict _Unpickler.dispatch=dict
int HIGHEST_PROTOCOL=5 DEFAULT_PROTOCOL=4)"},
      {"copyreg",
       "fn pickle=none constructor=none __newobj__=unknown _reconstructor=unknown add_extension=none\nvalue dispatch_table=dict"},
      {"shelve", "any"},
      {"marshal", "fn dumps=bytes loads=unknown dump=none load=unknown"},
      {"struct", R"(
class Struct pack=bytes unpack=unknown unpack_from=unknown pack_into=none iter_unpack=iter .size=int .format=str
exc error=Exception
fn pack=bytes unpack=unknown unpack_from=unknown pack_into=none iter_unpack=iter calcsize=int)"},
      {"array",
       "class array append=none extend=none tobytes=bytes tolist=[any] frombytes=none __len__=int __getitem__=unknown __setitem__=none "
       "__iter__=iter *\nalias ArrayType=array"},
      {"mmap", "class mmap read=bytes close=none seek=none *\nint ACCESS_READ=1 ACCESS_WRITE=2 ACCESS_COPY=3 PAGESIZE=4096"},
      {"zlib",
       "exc error=Exception\nfn compress=bytes decompress=bytes crc32=int adler32=int compressobj=unknown decompressobj=unknown\nint "
       "DEFLATED=8 MAX_WBITS=15"},
      {"gzip",
       "class GzipFile read=bytes write=int close=none readline=bytes __enter__=self __exit__=none __iter__=iter *\nexc "
       "BadGzipFile=OSError\nfn open=GzipFile compress=bytes decompress=bytes"},
      {"bz2",
       "class BZ2File read=bytes write=int close=none __enter__=self __exit__=none *\nfn open=BZ2File compress=bytes decompress=bytes"},
      {"lzma",
       "class LZMAFile read=bytes write=int close=none __enter__=self __exit__=none *\nexc LZMAError=Exception\nfn open=LZMAFile "
       "compress=bytes decompress=bytes"},
      {"zipfile", R"(
class ZipInfo .filename=str .file_size=int is_dir=bool *
class ZipFile read=bytes write=none writestr=none extract=str extractall=none namelist=[str] infolist=[any] getinfo=ZipInfo open=unknown close=none testzip=none __enter__=self __exit__=none *
class Path *
exc BadZipFile=Exception LargeZipFile=Exception
alias BadZipfile=BadZipFile
fn is_zipfile=bool
int ZIP_STORED=0 ZIP_DEFLATED=8)"},
      {"tarfile", R"(
class TarInfo .name=str .size=int isfile=bool isdir=bool *
class TarFile extract=none extractall=none extractfile=unknown getmembers=[any] getnames=[str] getmember=TarInfo add=none addfile=none close=none next=unknown __enter__=self __exit__=none __iter__=iter open=TarFile *
exc TarError=Exception ReadError=TarError CompressionError=TarError StreamError=TarError ExtractError=TarError
fn open=TarFile is_tarfile=bool)"},
      {"tempfile", R"(
class TemporaryDirectory .name=str cleanup=none __enter__=str __exit__=none
class _TemporaryFileWrapper .name=str write=int read=unknown close=none flush=none seek=int tell=int readline=unknown readlines=[any] __enter__=self __exit__=none __iter__=iter
class SpooledTemporaryFile(_TemporaryFileWrapper)
fn NamedTemporaryFile=_TemporaryFileWrapper TemporaryFile=_TemporaryFileWrapper mkdtemp=str mkstemp=unknown mktemp=str gettempdir=str gettempprefix=str
value tempdir=none)"},
      {"shutil", R"(
exc Error=OSError SameFileError=Error ReadError=OSError SpecialFileError=OSError
fn copy=str copy2=str copyfile=str copytree=str copymode=none copystat=none copyfileobj=none move=str rmtree=none which=unknown make_archive=str unpack_archive=none disk_usage=unknown get_terminal_size=_TerminalSize ignore_patterns=unknown chown=none
class _TerminalSize __getitem__=int __iter__=iter .columns=int .lines=int)"},
      {"glob", "fn glob=[str] iglob=iter escape=str has_magic=bool glob0=[str] glob1=[str]"},
      {"filecmp", "fn cmp=bool cmpfiles=unknown\nclass dircmp *"},
      {"csv", R"(
class reader __iter__=iter __next__=[str] .line_num=int .dialect=unknown
class writer writerow=int writerows=none .dialect=unknown
class DictReader __iter__=iter __next__=dict .fieldnames=[str] .line_num=int
class DictWriter writerow=int writerows=none writeheader=int
class Dialect
class excel(Dialect)
class excel_tab(excel)
class unix_dialect(Dialect)
class Sniffer sniff=unknown has_header=bool
exc Error=Exception
fn register_dialect=none get_dialect=unknown list_dialects=[str] field_size_limit=int
int QUOTE_MINIMAL=0 QUOTE_ALL=1 QUOTE_NONNUMERIC=2 QUOTE_NONE=3)"},
      {"configparser", R"(
class RawConfigParser read=[str] read_string=none read_dict=none get=str getint=int getfloat=float getboolean=bool sections=[str] has_section=bool has_option=bool options=[str] items=[any] set=none add_section=none write=none __getitem__=unknown __contains__=bool *
class ConfigParser(RawConfigParser)
class SafeConfigParser(RawConfigParser)
exc Error=Exception NoSectionError=Error NoOptionError=Error ParsingError=Error)"},
      {"getpass", "fn getuser=str getpass=str\nexc GetPassWarning=UserWarning"},
      {"pwd", "fn getpwuid=unknown getpwnam=unknown getpwall=[any]"},
      {"grp", "fn getgrgid=unknown getgrnam=unknown getgrall=[any]"},
      {"signal", R"(
fn signal=unknown getsignal=unknown alarm=int pause=none setitimer=unknown raise_signal=none siginterrupt=none set_wakeup_fd=int default_int_handler=none pthread_sigmask=unknown
int SIGINT=2 SIGTERM=15 SIGKILL=9 SIGHUP=1 SIGUSR1=10 SIGUSR2=12 SIGALRM=14 SIGCHLD=17 SIGABRT=6 SIGSEGV=11 SIGPIPE=13 SIGCONT=18 SIGSTOP=19 SIG_DFL=0 SIG_IGN=1 SIG_BLOCK=0 SIGQUIT=3 ITIMER_REAL=0
class Signals *
class Handlers *)"},
      {"atexit", "fn register=arg unregister=none _clear=none _run_exitfuncs=none"},
      {"gc",
       "fn collect=int enable=none disable=none isenabled=bool get_objects=[any] get_referrers=[any] get_referents=[any] get_count=unknown "
       "get_stats=[any] get_threshold=unknown set_threshold=none set_debug=none freeze=none unfreeze=none is_tracked=bool "
       "is_finalized=bool\nvalue callbacks=list garbage=list\nint DEBUG_LEAK=38 DEBUG_SAVEALL=32"},
      {"ctypes", R"(
class _SimpleCData .value=int from_buffer=unknown from_address=unknown from_param=unknown
class c_int(_SimpleCData)
class c_uint(_SimpleCData)
class c_long(_SimpleCData)
class c_ulong(_SimpleCData)
class c_longlong(_SimpleCData)
class c_ulonglong(_SimpleCData)
class c_int8(_SimpleCData)
class c_int16(_SimpleCData)
class c_int32(_SimpleCData)
class c_int64(_SimpleCData)
class c_uint8(_SimpleCData)
class c_uint16(_SimpleCData)
class c_uint32(_SimpleCData)
class c_uint64(_SimpleCData)
class c_short(_SimpleCData)
class c_ushort(_SimpleCData)
class c_byte(_SimpleCData)
class c_ubyte(_SimpleCData)
class c_char(_SimpleCData)
class c_bool(_SimpleCData)
class c_float(_SimpleCData)
class c_double(_SimpleCData)
class c_size_t(_SimpleCData)
class c_ssize_t(_SimpleCData)
class c_char_p(_SimpleCData)
class c_wchar_p(_SimpleCData)
class c_void_p(_SimpleCData)
class py_object(_SimpleCData)
class Structure from_buffer=unknown from_buffer_copy=unknown *
class Union *
class Array *
class CDLL *
class PyDLL(CDLL)
class LibraryLoader *
fn sizeof=int byref=unknown pointer=unknown POINTER=unknown cast=unknown addressof=int memmove=int memset=int create_string_buffer=unknown string_at=bytes CFUNCTYPE=unknown PYFUNCTYPE=unknown get_errno=int set_errno=int
value cdll=LibraryLoader pythonapi=PyDLL
int RTLD_GLOBAL=256 RTLD_LOCAL=0
any)"},
      {"ctypes.util", "fn find_library=unknown"},
      {"urllib", "any"},
      {"urllib.parse", R"(
class ParseResult __getitem__=str __iter__=iter .scheme=str .netloc=str .path=str .params=str .query=str .fragment=str .hostname=str .port=unknown .username=str .password=str geturl=str _replace=ParseResult
class SplitResult(ParseResult)
fn urlparse=ParseResult urlsplit=SplitResult urlunparse=str urlunsplit=str urljoin=str quote=str quote_plus=str unquote=str unquote_plus=str urlencode=str parse_qs=dict parse_qsl=[any] urldefrag=unknown unquote_to_bytes=bytes quote_from_bytes=str)"},
      {"urllib.request",
       "class Request *\nclass OpenerDirector *\nclass HTTPHandler *\nclass ProxyHandler *\nfn urlopen=unknown urlretrieve=unknown "
       "build_opener=OpenerDirector install_opener=none getproxies=dict pathname2url=str url2pathname=str\nany"},
      {"urllib.error", "exc URLError=OSError HTTPError=URLError ContentTooShortError=URLError"},
      {"http", "class HTTPStatus *\nclass HTTPMethod *\nany"},
      {"http.client",
       "exc HTTPException=Exception RemoteDisconnected=OSError IncompleteRead=HTTPException\nclass HTTPConnection *\nclass "
       "HTTPSConnection(HTTPConnection)\nclass HTTPResponse *\nany"},
      {"http.server", "class BaseHTTPRequestHandler *\nclass SimpleHTTPRequestHandler(BaseHTTPRequestHandler)\nclass HTTPServer *\nany"},
      {"http.cookiejar", "class CookieJar *\nany"},
      {"ssl", "class SSLContext *\nexc SSLError=OSError\nfn create_default_context=SSLContext\nany"},
      {"select", "class poll *\nclass epoll *\nfn select=unknown\nalias error=OSError\nint POLLIN=1 POLLOUT=4"},
      {"selectors", "class DefaultSelector *\nclass SelectSelector *\nint EVENT_READ=1 EVENT_WRITE=2\nany"},
      {"resource",
       "fn getrusage=unknown getrlimit=unknown setrlimit=none getpagesize=int\nint RUSAGE_SELF=0 RUSAGE_CHILDREN=-1 RLIMIT_NOFILE=7 "
       "RLIMIT_AS=9"},
      {"fcntl",
       "fn fcntl=int flock=none lockf=none ioctl=int\nint LOCK_EX=2 LOCK_SH=1 LOCK_NB=4 LOCK_UN=8 F_GETFL=3 F_SETFL=4 F_GETFD=1 F_SETFD=2"},
      {"termios", "any"},
      {"readline", "any"},
      {"faulthandler",
       "fn enable=none disable=none is_enabled=bool dump_traceback=none register=none unregister=none dump_traceback_later=none "
       "cancel_dump_traceback_later=none"},
      {"tracemalloc",
       "fn start=none stop=none take_snapshot=unknown get_traced_memory=unknown is_tracing=bool clear_traces=none reset_peak=none\nclass "
       "Snapshot *"},
      {"posix", "fn getcwd=str listdir=[str] stat=unknown\nany"},
      {"sysconfig",
       "fn get_paths=dict get_path=str get_config_var=unknown get_config_vars=dict get_platform=str get_python_version='3.11 "
       "is_python_build=false"},
      {"site", "fn getsitepackages=[str] getusersitepackages=str addsitedir=none\nvalue ENABLE_USER_SITE=bool"},
      {"errno", R"(
int EPERM=1 ENOENT=2 ESRCH=3 EINTR=4 EIO=5 EBADF=9 EAGAIN=11 EWOULDBLOCK=11 ENOMEM=12 EACCES=13 EBUSY=16 EEXIST=17 EXDEV=18 ENODEV=19 ENOTDIR=20
int EISDIR=21 EINVAL=22 ENFILE=23 EMFILE=24 ENOSPC=28 ESPIPE=29 EROFS=30 EPIPE=32 ERANGE=34 ENAMETOOLONG=36 ENOSYS=38 ENOTEMPTY=39 ELOOP=40
int EADDRINUSE=98 ECONNREFUSED=111 ECONNRESET=104 ETIMEDOUT=110 EINPROGRESS=115 EALREADY=114 ENOTSUP=95 EOPNOTSUPP=95 ESTALE=116
value errorcode=dict)"},
      {"locale",
       "fn setlocale=str getlocale=unknown getpreferredencoding='UTF-8 getdefaultlocale=unknown localeconv=dict format_string=str "
       "getencoding='utf-8 str=str atof=float\nint LC_ALL=6 LC_CTYPE=0 LC_NUMERIC=1 LC_TIME=2 LC_COLLATE=3 LC_MONETARY=4 "
       "LC_MESSAGES=5\nexc Error=Exception"},
      {"gettext",
       "fn gettext=arg ngettext=arg dgettext=arg textdomain=str bindtextdomain=str translation=unknown find=none install=none\nclass "
       "NullTranslations *"},
      {"codecs", R"(
class CodecInfo *
class Codec encode=unknown decode=unknown
class IncrementalEncoder encode=bytes reset=none
class IncrementalDecoder decode=str reset=none
class StreamReader *
class StreamWriter *
class StreamReaderWriter *
fn open=StreamReaderWriter encode=bytes decode=str lookup=CodecInfo register=none getreader=unknown getwriter=unknown getencoder=unknown getdecoder=unknown register_error=none lookup_error=unknown escape_decode=unknown iterencode=iter iterdecode=iter getincrementaldecoder=unknown getincrementalencoder=unknown
value BOM_UTF8=bytes BOM_UTF16=bytes BOM_UTF16_LE=bytes BOM_UTF16_BE=bytes BOM_UTF32_LE=bytes BOM_UTF32_BE=bytes)"},
      {"unicodedata",
       "fn normalize=str category=str name=str lookup=str numeric=float decimal=int digit=int bidirectional=str combining=int "
       "east_asian_width=str mirrored=int decomposition=str is_normalized=bool\nstr unidata_version=14.0.0"},
      {"base64",
       "fn b64encode=bytes b64decode=bytes urlsafe_b64encode=bytes urlsafe_b64decode=bytes standard_b64encode=bytes "
       "standard_b64decode=bytes b32encode=bytes b32decode=bytes b16encode=bytes b16decode=bytes encodebytes=bytes decodebytes=bytes "
       "b85encode=bytes b85decode=bytes a85encode=bytes a85decode=bytes"},
      {"binascii",
       "fn hexlify=bytes unhexlify=bytes b2a_hex=bytes a2b_hex=bytes b2a_base64=bytes a2b_base64=bytes crc32=int\nexc Error=ValueError"},
      {"decimal", R"(
class Decimal quantize=Decimal sqrt=Decimal is_nan=bool is_finite=bool to_integral_value=Decimal as_tuple=unknown __add__=Decimal __radd__=Decimal __sub__=Decimal __rsub__=Decimal __mul__=Decimal __rmul__=Decimal __truediv__=Decimal __rtruediv__=Decimal __floordiv__=Decimal __mod__=Decimal __pow__=Decimal __neg__=Decimal __abs__=Decimal __int__=int __float__=float __round__=Decimal __str__=str __lt__=bool __le__=bool __gt__=bool __ge__=bool __eq__=bool __hash__=int __bool__=bool
class Context *
exc DecimalException=ArithmeticError InvalidOperation=DecimalException DivisionByZero=DecimalException Overflow=DecimalException
fn getcontext=Context setcontext=none localcontext=Context
str ROUND_HALF_UP=ROUND_HALF_UP ROUND_HALF_EVEN=ROUND_HALF_EVEN ROUND_DOWN=ROUND_DOWN ROUND_UP=ROUND_UP ROUND_FLOOR=ROUND_FLOOR ROUND_CEILING=ROUND_CEILING)"},
      {"traceback", R"(
class StackSummary *
class FrameSummary *
class TracebackException *
fn print_exc=none print_exception=none print_stack=none print_tb=none format_exc=str format_exception=[str] format_stack=[str] format_tb=[str] extract_stack=StackSummary extract_tb=StackSummary format_list=[str] print_list=none walk_stack=iter walk_tb=iter clear_frames=none format_exception_only=[str] print_last=none)"},
      {"linecache", "fn getline=str getlines=[str] checkcache=none clearcache=none lazycache=bool updatecache=[str]\nvalue cache=dict"},
      {"pprint",
       "class PrettyPrinter pprint=none pformat=str *\nfn pprint=none pp=none pformat=str saferepr=str isreadable=bool isrecursive=bool"},
      {"pdb", "class Pdb *\nfn set_trace=none run=none runcall=unknown post_mortem=none pm=none"},
      {"bdb", "class Bdb *\nexc BdbQuit=Exception"},
      {"code", "class InteractiveConsole *\nclass InteractiveInterpreter *\nfn interact=none compile_command=unknown"},
      {"cmd", "class Cmd *"},
      {"dis",
       "class Bytecode *\nclass Instruction *\nfn dis=none get_instructions=iter findlinestarts=iter findlabels=[int] stack_effect=int "
       "code_info=str show_code=none\nvalue opmap=dict opname=[str] hasconst=[int] hasname=[int] hasjrel=[int] hasjabs=[int] "
       "haslocal=[int] hasfree=[int] hascompare=[int] hasarg=[int] cmp_op=[str] COMPILER_FLAG_NAMES=dict\nint HAVE_ARGUMENT=90 "
       "EXTENDED_ARG=144"},
      {"opcode",
       "value opmap=dict opname=[str] hasconst=[int] hasname=[int]\nint HAVE_ARGUMENT=90 EXTENDED_ARG=144\nfn stack_effect=int\nany"},
      {"ast", R"(
class AST *
class operator(AST)
class Add(operator)
class boolop(AST)
class And(boolop)
class stmt(AST)
class AnnAssign(stmt)
class Assert(stmt)
class Assign(stmt)
class AsyncFor(stmt)
class AsyncFunctionDef(stmt)
class AsyncWith(stmt)
class expr(AST)
class Attribute(expr)
class AugAssign(stmt)
class expr_context(AST)
class AugLoad(expr_context)
class AugStore(expr_context)
class Await(expr)
class BinOp(expr)
class BitAnd(operator)
class BitOr(operator)
class BitXor(operator)
class BoolOp(expr)
class Break(stmt)
class Constant(expr)
class Bytes(Constant)
class Call(expr)
class ClassDef(stmt)
class Compare(expr)
class Continue(stmt)
class Del(expr_context)
class Delete(stmt)
class Dict(expr)
class DictComp(expr)
class Div(operator)
class Ellipsis(Constant)
class cmpop(AST)
class Eq(cmpop)
class excepthandler(AST)
class ExceptHandler(excepthandler)
class Expr(stmt)
class mod(AST)
class Expression(mod)
class slice(AST)
class ExtSlice(slice)
class FloorDiv(operator)
class For(stmt)
class FormattedValue(expr)
class FunctionDef(stmt)
class FunctionType(mod)
class GeneratorExp(expr)
class Global(stmt)
class Gt(cmpop)
class GtE(cmpop)
class If(stmt)
class IfExp(expr)
class Import(stmt)
class ImportFrom(stmt)
class In(cmpop)
class Index(slice)
class Interactive(mod)
class unaryop(AST)
class Invert(unaryop)
class Is(cmpop)
class IsNot(cmpop)
class JoinedStr(expr)
class LShift(operator)
class Lambda(expr)
class List(expr)
class ListComp(expr)
class Load(expr_context)
class Lt(cmpop)
class LtE(cmpop)
class MatMult(operator)
class Match(stmt)
class pattern(AST)
class MatchAs(pattern)
class MatchClass(pattern)
class MatchMapping(pattern)
class MatchOr(pattern)
class MatchSequence(pattern)
class MatchSingleton(pattern)
class MatchStar(pattern)
class MatchValue(pattern)
class Mod(operator)
class Module(mod)
class Mult(operator)
class Name(expr)
class NameConstant(Constant)
class NamedExpr(expr)
class Nonlocal(stmt)
class Not(unaryop)
class NotEq(cmpop)
class NotIn(cmpop)
class Num(Constant)
class Or(boolop)
class Param(expr_context)
class Pass(stmt)
class Pow(operator)
class RShift(operator)
class Raise(stmt)
class Return(stmt)
class Set(expr)
class SetComp(expr)
class Slice(expr)
class Starred(expr)
class Store(expr_context)
class Str(Constant)
class Sub(operator)
class Subscript(expr)
class Suite(mod)
class Try(stmt)
class TryStar(stmt)
class Tuple(expr)
class type_ignore(AST)
class TypeIgnore(type_ignore)
class UAdd(unaryop)
class USub(unaryop)
class UnaryOp(expr)
class While(stmt)
class With(stmt)
class Yield(expr)
class YieldFrom(expr)
class alias(AST)
class arg(AST)
class arguments(AST)
class comprehension(AST)
class keyword(AST)
class match_case(AST)
class withitem(AST)
class NodeVisitor visit=unknown generic_visit=unknown
class NodeTransformer(NodeVisitor)
fn parse=unknown literal_eval=unknown dump=str unparse=str walk=iter fix_missing_locations=arg get_docstring=unknown increment_lineno=arg copy_location=arg get_source_segment=unknown iter_child_nodes=iter iter_fields=iter
any)"},
      {"tokenize",
       "class TokenInfo *\nexc TokenError=Exception\nfn generate_tokens=iter tokenize=iter untokenize=str open=unknown "
       "detect_encoding=unknown\nint NAME=1 NUMBER=2 STRING=3 OP=54 NEWLINE=4 INDENT=5 DEDENT=6 ENDMARKER=0 COMMENT=61 NL=62 ENCODING=63"},
      {"symtable", "any"},
      {"cProfile",
       "class Profile enable=none disable=none runcall=unknown run=self print_stats=none dump_stats=none create_stats=none __enter__=self "
       "__exit__=none\nfn run=none runctx=none"},
      {"profile", "class Profile *\nfn run=none runctx=none"},
      {"pstats", "class Stats print_stats=self sort_stats=self strip_dirs=self dump_stats=none *\nclass SortKey *"},
      {"timeit",
       "class Timer timeit=float repeat=[any] autorange=unknown print_exc=none\nfn timeit=float repeat=[any] default_timer=float"},
      {"trace", "any"},
      {"unittest", R"(
class TestResult *
class TestCase assertEqual=none assertNotEqual=none assertTrue=none assertFalse=none assertIs=none assertIsNot=none assertIsNone=none assertIsNotNone=none assertIn=none assertNotIn=none assertIsInstance=none assertNotIsInstance=none assertAlmostEqual=none assertNotAlmostEqual=none assertGreater=none assertGreaterEqual=none assertLess=none assertLessEqual=none assertRaises=_Raises assertRaisesRegex=_Raises assertWarns=_Raises assertLogs=_Raises assertListEqual=none assertDictEqual=none assertTupleEqual=none assertSetEqual=none assertCountEqual=none assertMultiLineEqual=none assertSequenceEqual=none assertRegex=none assertNotRegex=none setUp=none tearDown=none setUpClass=none tearDownClass=none addCleanup=none skipTest=none subTest=_Raises fail=none id=str run=unknown doCleanups=none
class _Raises __enter__=self __exit__=true .exception=unknown .output=[str] .records=[any]
class IsolatedAsyncioTestCase(TestCase)
class TestSuite *
class TestLoader *
class TextTestRunner *
exc SkipTest=Exception
fn skip=deco skipIf=deco skipUnless=deco expectedFailure=deco main=none
value defaultTestLoader=TestLoader
any)"},
      {"unittest.case", "class TestCase *\nexc SkipTest=Exception\nany"},
      {"unittest.mock", R"(
class NonCallableMock *
class Mock *
class MagicMock __call__=MagicMock __enter__=self __exit__=none __iter__=iter __len__=int __getitem__=MagicMock __setitem__=none __contains__=bool __bool__=true *
class AsyncMock *
class PropertyMock *
fn patch=deco call=unknown sentinel=unknown mock_open=MagicMock create_autospec=unknown
any)"},
      {"doctest", "fn testmod=unknown testfile=unknown run_docstring_examples=none\nint ELLIPSIS=8 NORMALIZE_WHITESPACE=4\nany"},
      {"email", "any"},
      {"email.utils", "fn formatdate=str parseaddr=unknown parsedate=unknown\nany"},
      {"email.message", "class Message *\nclass EmailMessage *"},
      {"html", "fn escape=str unescape=str"},
      {"html.parser", "class HTMLParser *"},
      {"xml", "any"},
      {"xml.etree", "any"},
      {"xml.etree.ElementTree",
       "class Element *\nclass ElementTree *\nexc ParseError=SyntaxError\nfn parse=ElementTree fromstring=Element tostring=bytes "
       "SubElement=Element iterparse=iter indent=none\nany"},
      {"xml.dom", "any"},
      {"xml.dom.minidom", "any"},
      {"sqlite3",
       "class Connection *\nclass Cursor *\nclass Row *\nexc Error=Exception OperationalError=Error IntegrityError=Error "
       "DatabaseError=Error\nfn connect=Connection\nany"},
      {"zoneinfo", "class ZoneInfo *\nexc ZoneInfoNotFoundError=KeyError"},
      {"calendar", "fn monthrange=unknown isleap=bool timegm=int month_name=str\nany"},
      {"webbrowser", "fn open=bool open_new=bool open_new_tab=bool get=unknown"},
      {"stat",
       "int ST_MODE=0 ST_SIZE=6 S_IRWXU=448 S_IRUSR=256 S_IWUSR=128 S_IXUSR=64 S_IRGRP=32 S_IWGRP=16 S_IXGRP=8 S_IROTH=4 S_IWOTH=2 "
       "S_IXOTH=1\nfn S_ISDIR=bool S_ISREG=bool S_ISLNK=bool S_IMODE=int S_IFMT=int filemode=str"},
      {"runpy", "fn run_path=dict run_module=dict"},
      {"zipimport", "class zipimporter *\nexc ZipImportError=ImportError"},
      {"zipapp", "any"},
      {"venv", "any"},
      {"distutils", "any"},
      {"distutils.util", "fn strtobool=int get_platform=str\nany"},
      {"distutils.version", "class LooseVersion *\nclass StrictVersion *"},
      {"curses", "any"},
      {"tkinter", "any"},
      {"wsgiref", "any"},
      {"xmlrpc", "any"},
      {"socketserver",
       "class BaseServer *\nclass TCPServer(BaseServer)\nclass ThreadingMixIn *\nclass BaseRequestHandler *\nclass StreamRequestHandler "
       "*\nany"},
      {"ftplib", "any"},
      {"smtplib", "any"},
      {"imaplib", "any"},
      {"telnetlib", "any"},
      {"ipaddress", "class IPv4Address *\nclass IPv6Address *\nfn ip_address=unknown ip_network=unknown\nany"},
      {"mimetypes",
       "fn guess_type=unknown guess_extension=unknown guess_all_extensions=[str] add_type=none init=none\nvalue types_map=dict"},
      {"wave", "class Wave_read *\nclass Wave_write *\nfn open=unknown\nexc Error=Exception"},
      {"turtle", "any"},
      // Submodules of packages above: their names are unknown functions.
      {"multiprocessing.pool", "any"},
      {"multiprocessing.context", "any"},
      {"multiprocessing.connection", "any"},
      {"multiprocessing.managers", "any"},
      {"multiprocessing.queues", "any"},
      {"multiprocessing.reduction", "any"},
      {"multiprocessing.resource_tracker", "any"},
      {"multiprocessing.resource_sharer", "any"},
      {"multiprocessing.shared_memory", "any"},
      {"multiprocessing.sharedctypes", "any"},
      {"multiprocessing.spawn", "any"},
      {"multiprocessing.synchronize", "any"},
      {"multiprocessing.util", "any"},
      {"multiprocessing.process", "any"},
      {"multiprocessing.dummy", "any"},
      {"concurrent.futures.thread", "any"},
      {"concurrent.futures.process", "any"},
      {"concurrent.futures._base", "any"},
      {"asyncio.events", "any"},
      {"asyncio.base_events", "any"},
      {"asyncio.tasks", "any"},
      {"asyncio.futures", "any"},
      {"asyncio.locks", "any"},
      {"asyncio.queues", "any"},
      {"asyncio.subprocess", "any"},
      {"asyncio.exceptions", "any"},
      {"asyncio.coroutines", "any"},
      {"unittest.util", "any"},
      {"unittest.result", "any"},
      {"unittest.runner", "any"},
      {"unittest.loader", "any"},
      {"unittest.suite", "any"},
      {"unittest.main", "any"},
      {"email.mime", "any"},
      {"email.mime.text", "any"},
      {"email.mime.multipart", "any"},
      {"email.header", "any"},
      {"email.parser", "any"},
      {"email.policy", "any"},
      {"email.errors", "any"},
      {"ctypes.wintypes", "any"},
      {"xml.sax", "any"},
      {"xml.sax.saxutils", "any"},
      {"xml.etree.cElementTree", "any"},
      {"xml.parsers", "any"},
      {"xml.parsers.expat", "any"},
      {"http.cookies", "any"},
      {"urllib.response", "any"},
      {"urllib.robotparser", "any"},
      {"distutils.command", "any"},
      {"distutils.core", "any"},
      {"distutils.errors", "any"},
      {"distutils.spawn", "any"},
      {"distutils.sysconfig", "any"},
      {"distutils.dir_util", "any"},
      {"distutils.ccompiler", "any"},
      {"encodings", "any"},
      {"encodings.idna", "any"},
      {"wsgiref.simple_server", "any"},
      {"curses.ascii", "any"},
      {"sqlite3.dbapi2", "any"},
      {"lib2to3", "any"},
      {"ensurepip", "any"},
      {"dbm", "any"},
      {"_io", "any"},
      {"_imp", "fn lock_held=false acquire_lock=none release_lock=none is_builtin=int is_frozen=bool\nany"},
      {"_warnings", "fn warn=none warn_explicit=none"},
      {"_signal", "any"},
      {"_socket", "any"},
      {"_ctypes", "any"},
      {"_winapi", "any"},
      {"nt", "any"},
      {"pty", "any"},
      {"tty", "any"},
      {"syslog", "fn openlog=none syslog=none closelog=none\nany"},
      {"sched", "class scheduler *"},
      {"pydoc", "fn locate=unknown render_doc=str getdoc=str help=none\nany"},
      {"modulefinder", "class ModuleFinder *"},
      {"py_compile", "fn compile=str\nexc PyCompileError=Exception"},
      {"compileall", "fn compile_dir=bool compile_file=bool"},
      {"imp", "fn reload=arg load_source=unknown find_module=unknown new_module=unknown acquire_lock=none release_lock=none"},
      {"tomllib", "fn load=dict loads=dict\nexc TOMLDecodeError=ValueError"},
      {"plistlib", "any"},
      {"optparse", "class OptionParser *\nclass Option *\nclass OptionGroup *\nclass Values *\nfn make_option=Option"},
      {"getopt", "exc GetoptError=Exception\nfn getopt=unknown gnu_getopt=unknown"},
      {"fileinput", "fn input=iter\nany"},
      {"sre_constants", "any"},
      {"sre_parse", "any"},
      {"sre_compile", "any"},
  };
  return tables;
}

}  // namespace graphlift::stdlib
