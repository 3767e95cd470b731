"""The history of Python: from the manuals' remarks "Added in version" and "Changed in"."""

from collections.abc import Iterator

# The day each version was released (python.org, PEPs 251 to 745).
RELEASED = {
    "2.2": "2001-12-21",
    "2.3": "2003-07-29",
    "2.4": "2004-11-30",
    "2.5": "2006-09-19",
    "2.6": "2008-10-01",
    "3.0": "2008-12-03",
    "3.1": "2009-06-27",
    "3.2": "2011-02-20",
    "3.3": "2012-09-29",
    "3.4": "2014-03-16",
    "3.5": "2015-09-13",
    "3.6": "2016-12-23",
    "3.7": "2018-06-27",
    "3.8": "2019-10-14",
    "3.9": "2020-10-05",
    "3.10": "2021-10-04",
    "3.11": "2022-10-24",
    "3.12": "2023-10-02",
    "3.13": "2024-10-07",
    "3.14": "2025-10-07",
}

# What each version added, by modules; a full stop is the module itself.
ADDED = {
    "2.2": "builtins: StopIteration classmethod property staticmethod super; email.message: .; "
    "hmac: .; html.parser: HTMLParser; xmlrpc.client: .",
    "2.3": "builtins: enumerate sum; bz2: .; csv: . DictReader DictWriter Sniffer reader writer; "
    "datetime: . date datetime time timedelta tzinfo; heapq: . heapify heappop heappush "
    "heapreplace; itertools: . chain count cycle dropwhile islice repeat starmap takewhile; "
    "logging: . Formatter Handler Logger getLogger; pkgutil: . extend_path; platform: .; random: "
    "sample; shlex: split; shutil: move; tarfile: . TarFile open; tempfile: NamedTemporaryFile "
    "mkdtemp mkstemp; textwrap: . TextWrapper dedent fill wrap; timeit: . Timer; unicodedata: "
    "normalize",
    "2.4": "builtins: frozenset reversed set sorted; collections: . deque; decimal: . Context "
    "Decimal localcontext; heapq: nlargest nsmallest; itertools: groupby tee; operator: "
    "attrgetter itemgetter; string: Template; subprocess: . Popen call; threading: local",
    "2.5": "builtins: all any; collections: defaultdict; contextlib: . closing contextmanager; "
    "functools: . partial update_wrapper wraps; hashlib: . new; queue: Queue.join "
    "Queue.task_done; sqlite3: .; subprocess: check_call; uuid: . UUID uuid1 uuid3 uuid4 uuid5; "
    "xml.etree.ElementTree: .",
    "2.6": "abc: .; ast: . NodeTransformer NodeVisitor literal_eval parse; builtins: bytearray "
    "format next; collections: namedtuple; fractions: . Fraction; functools: reduce; heapq: "
    "heappushpop merge; io: . BytesIO StringIO TextIOWrapper; itertools: combinations "
    "permutations product zip_longest; json: . JSONDecoder JSONEncoder dump dumps load loads; "
    "logging: LoggerAdapter; math: copysign factorial fsum isinf isnan trunc; numbers: . Number; "
    "operator: methodcaller; os.path: relpath; queue: LifoQueue PriorityQueue; socket: "
    "create_connection; tempfile: SpooledTemporaryFile; zipfile: ZipFile.extractall ZipFile.open",
    "3.1": "collections: Counter OrderedDict; itertools: combinations_with_replacement compress; "
    "logging: NullHandler; subprocess: check_output; unittest: skip skipIf",
    "3.2": "argparse: . ArgumentParser Namespace; concurrent.futures: . Executor Future "
    "ProcessPoolExecutor ThreadPoolExecutor as_completed wait; contextlib: ContextDecorator; "
    "datetime: timezone; functools: cmp_to_key lru_cache total_ordering; gzip: compress "
    "decompress; html: escape; inspect: getattr_static; itertools: accumulate; math: erf expm1 "
    "gamma isfinite; reprlib: . recursive_repr; shutil: make_archive unpack_archive; sysconfig: "
    ".; tempfile: TemporaryDirectory; threading: Barrier",
    "3.3": "builtins: BlockingIOError BrokenPipeError ChildProcessError ConnectionAbortedError "
    "ConnectionError ConnectionRefusedError ConnectionResetError FileExistsError "
    "FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError "
    "ProcessLookupError TimeoutError list.clear list.copy str.casefold; bz2: open; collections: "
    "ChainMap; collections.abc: .; contextlib: ExitStack; hmac: compare_digest; inspect: "
    "Parameter Signature getclosurevars signature; ipaddress: . IPv4Address IPv4Network "
    "IPv6Address IPv6Network ip_address ip_network; lzma: . LZMAFile compress decompress; math: "
    "log2; os: get_terminal_size replace truncate; shlex: quote; shutil: chown disk_usage "
    "get_terminal_size which; signal: pthread_kill sigwait; textwrap: indent; time: "
    "get_clock_info monotonic perf_counter process_time; types: MappingProxyType SimpleNamespace "
    "new_class",
    "3.4": "asyncio: . Event Future Lock PriorityQueue Queue Semaphore StreamReader StreamWriter "
    "Task gather sleep wait wait_for; base64: a85encode b85decode b85encode; contextlib: "
    "redirect_stdout suppress; dis: Instruction get_instructions; enum: . Enum IntEnum unique; "
    "functools: partialmethod singledispatch; hashlib: pbkdf2_hmac; html: unescape; inspect: "
    "unwrap; operator: length_hint; os: cpu_count; pathlib: . Path PosixPath PurePath "
    "PurePosixPath PureWindowsPath; plistlib: dumps loads; re: fullmatch; selectors: . "
    "DefaultSelector EpollSelector; statistics: . mean median mode stdev variance; struct: "
    "iter_unpack; textwrap: shorten; threading: main_thread; traceback: clear_frames; types: "
    "DynamicClassAttribute; unittest: TestCase.subTest; weakref: WeakMethod finalize",
    "3.5": "asyncio: run_coroutine_threadsafe; builtins: RecursionError StopAsyncIteration; "
    "cmath: isclose; collections.abc: AsyncIterable AsyncIterator Awaitable Coroutine; "
    "contextlib: redirect_stderr; http: HTTPStatus; inspect: BoundArguments.apply_defaults "
    "isawaitable iscoroutinefunction; json: JSONDecodeError; math: gcd isclose; os.path: "
    "commonpath; os: scandir; pathlib: Path.expanduser Path.home Path.read_bytes Path.read_text "
    "Path.samefile Path.write_bytes Path.write_text; socket: socket.sendfile; subprocess: "
    "CompletedProcess run; traceback: FrameSummary StackSummary TracebackException walk_stack; "
    "types: CoroutineType coroutine; typing: . Generic NamedTuple NewType TypeVar cast "
    "get_type_hints overload",
    "3.6": "builtins: ModuleNotFoundError; collections.abc: AsyncGenerator Collection Reversible; "
    "contextlib: AbstractContextManager; email.message: EmailMessage; enum: Flag IntFlag auto; "
    "hashlib: blake2b blake2s scrypt sha3_256 shake_128; os: PathLike fspath; random: choices; "
    "secrets: . choice compare_digest randbelow token_bytes token_hex token_urlsafe; statistics: "
    "harmonic_mean; zipfile: ZipInfo.from_file",
    "3.7": "asyncio: all_tasks create_task current_task get_running_loop run; builtins: "
    "breakpoint str.isascii; contextlib: AsyncExitStack asynccontextmanager nullcontext; "
    "contextvars: . Context ContextVar copy_context; dataclasses: . asdict astuple dataclass "
    "field fields make_dataclass replace; datetime: date.fromisoformat datetime.fromisoformat; "
    "math: remainder; queue: SimpleQueue; socket: close; subprocess: "
    "CompletedProcess.check_returncode; time: monotonic_ns perf_counter_ns thread_time time_ns; "
    "types: resolve_bases; typing: ForwardRef",
    "3.8": "ast: get_source_segment; datetime: date.fromisocalendar; functools: cached_property "
    "singledispatchmethod; math: comb dist isqrt perm prod; os: add_dll_directory; shlex: join; "
    "signal: raise_signal; socket: create_server; statistics: NormalDist fmean geometric_mean "
    "multimode quantiles; threading: get_native_id; types: CellType; typing: Protocol TypedDict "
    "final get_args get_origin runtime_checkable; unicodedata: is_normalized; unittest: "
    "IsolatedAsyncioTestCase; zipfile: Path",
    "3.9": "ast: unparse; asyncio: to_thread; builtins: str.removeprefix str.removesuffix; "
    "functools: cache; graphlib: . CycleError TopologicalSorter; math: lcm nextafter ulp; "
    "pathlib: Path.readlink PurePath.is_relative_to PurePath.with_stem; random: Random.randbytes "
    "randbytes; types: GenericAlias; zoneinfo: . ZoneInfo ZoneInfoNotFoundError "
    "available_timezones",
    "3.10": "builtins: EncodingWarning aiter anext int.bit_count; contextlib: aclosing; inspect: "
    "get_annotations; io: text_encoding; itertools: pairwise; pathlib: Path.hardlink_to; "
    "platform: freedesktop_os_release; statistics: correlation covariance linear_regression; "
    "threading: gettrace; types: EllipsisType NoneType NotImplementedType UnionType; typing: "
    "ParamSpec is_typeddict",
    "3.11": "asyncio: Barrier BrokenBarrierError Runner TaskGroup Timeout timeout timeout_at; "
    "builtins: BaseException.add_note BaseExceptionGroup ExceptionGroup; contextlib: chdir; enum: "
    "EnumCheck FlagBoundary ReprEnum StrEnum member nonmember property verify; hashlib: "
    "file_digest; inspect: getmembers_static ismethodwrapper; locale: getencoding; logging: "
    "getLevelNamesMapping; math: cbrt exp2; operator: call; sqlite3: Blob; string: "
    "Template.get_identifiers Template.is_valid; tomllib: . TOMLDecodeError load loads; typing: "
    "TypeVarTuple assert_never assert_type clear_overloads dataclass_transform get_overloads "
    "reveal_type; zipfile: ZipFile.mkdir",
    "3.12": "asyncio: eager_task_factory; calendar: Day Month; collections.abc: Buffer; inspect: "
    "getasyncgenstate markcoroutinefunction; itertools: batched; logging: getHandlerByName; math: "
    "sumprod; os: listdrives; os.path: isjunction splitroot; pathlib: Path.is_junction Path.walk; "
    "random: binomialvariate; threading: setprofile_all_threads; types: get_original_bases; "
    "typing: TypeAliasType override",
    "3.13": "asyncio: QueueShutDown; builtins: PythonFinalizationError; copy: replace; glob: "
    "translate; math: fma; os: process_cpu_count; pathlib: Path.from_uri UnsupportedOperation; "
    "queue: ShutDown; statistics: kde kde_random; types: CapsuleType; typing: NoDefault ReadOnly "
    "TypeIs get_protocol_members is_protocol",
    "3.14": "concurrent.futures: InterpreterPoolExecutor; functools: Placeholder; heapq: "
    "heapify_max heappop_max heappush_max; inspect: ispackage; io: Reader Writer; operator: "
    "is_none is_not_none; pathlib: Path.copy Path.move; types: FrameLocalsProxyType; uuid: uuid6 "
    "uuid7 uuid8",
}

# What each version changed.
CHANGED = {
    "3.0": {
        "builtins.super": "May be called without arguments inside a method.",
        "builtins.print": "Is a function; it was a statement.",
        "builtins.round": "Halves are rounded to the even neighbour.",
    },
    "3.2": {
        "contextlib.contextmanager": "What it makes can be used as a decorator too.",
    },
    "3.3": {
        "builtins.open": "Mode 'x' creates a file and fails if it exists; parameter opener.",
        "builtins.print": "The parameter flush was added.",
        "builtins.range": "Ranges are compared by the sequence of values they define.",
        "subprocess.Popen.wait": "The parameter timeout was added.",
    },
    "3.4": {
        "builtins.max": "The parameter default is returned for nothing at all.",
        "builtins.min": "The parameter default is returned for nothing at all.",
    },
    "3.5": {
        "re.sub": "Groups without a match are replaced by an empty string.",
        "pathlib.Path.mkdir": "The parameter exist_ok was added.",
        "argparse.ArgumentParser": "The parameter allow_abbrev was added.",
        "time.sleep": "Sleeps on after a signal whose handler raises nothing.",
        "glob.glob": "The pattern ** finds files in all folders below.",
    },
    "3.6": {
        "json.loads": "Reads bytes in UTF-8, UTF-16 or UTF-32 too.",
        "builtins.int": "Underscores may group the digits of a literal.",
        "os.path.join": "Takes objects that stand for paths.",
    },
    "3.7": {
        "builtins.dict": "Keeps the order of insertion; the language guarantees it.",
        "collections.namedtuple": "The parameter defaults was added.",
        "subprocess.run": "The parameters capture_output and text were added.",
        "zipfile.ZipFile": "The parameter compresslevel was added.",
        "os.makedirs": "The mode no longer affects folders made on the way.",
    },
    "3.8": {
        "builtins.pow": "Computes inverses: negative exponents with a modulus.",
        "builtins.sum": "The start value can be given by name.",
        "csv.DictReader": "Rows are of type dict.",
        "functools.lru_cache": "Decorates a function without parentheses too.",
        "itertools.accumulate": "The parameter initial was added.",
        "logging.basicConfig": "The parameter force was added.",
        "math.hypot": "Takes any number of coordinates.",
        "shutil.copytree": "The parameter dirs_exist_ok was added.",
    },
    "3.9": {
        "argparse.ArgumentParser": "The parameter exit_on_error was added.",
        "builtins.dict": "Dictionaries are merged by the operators | and |=.",
        "logging.basicConfig": "The parameters encoding and errors were added.",
        "math.gcd": "Takes any number of arguments.",
    },
    "3.10": {
        "asyncio.sleep": "The parameter loop was removed.",
        "bisect.bisect_left": "The parameter key was added.",
        "bisect.bisect_right": "The parameter key was added.",
        "builtins.zip": "The parameter strict was added.",
        "dataclasses.dataclass": "The parameters match_args, kw_only and slots were added.",
        "dataclasses.field": "The parameter kw_only was added.",
        "traceback.print_exception": "The exception itself can be the only argument.",
    },
    "3.11": {
        "asyncio.wait": "Coroutines are no longer taken; wrap them in tasks.",
        "datetime.datetime.fromisoformat": "Reads most formats of ISO 8601.",
        "enum.Flag": "The boundary says what happens to unknown bits.",
        "random.shuffle": "The parameter random was removed.",
        "random.sample": "The population must be a sequence, not a set.",
        "statistics.fmean": "The parameter weights was added.",
        "time.sleep": "Uses a clock of nanoseconds where the system has one.",
    },
    "3.12": {
        "pathlib.Path": "Can be derived from.",
        "shutil.rmtree": "The parameter onexc was added; onerror is deprecated.",
        "tarfile.TarFile.extractall": "The parameter filter was added.",
        "tempfile.NamedTemporaryFile": "The parameter delete_on_close was added.",
        "datetime.datetime.utcnow": "Deprecated: gives a time without its zone.",
    },
}


def added_in(version: str) -> Iterator[str]:
    for group in filter(None, ADDED.get(version, "").split("; ")):
        module, _, names = group.partition(": ")
        yield from (module if name == "." else f"{module}.{name}" for name in names.split())
