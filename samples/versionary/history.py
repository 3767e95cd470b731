"""The history of Python: from the manuals' remarks "Added in version" and "Changed in"."""

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

# What each version added, by full names.
ADDED = {
    "2.2": "builtins.StopIteration builtins.classmethod builtins.property builtins.staticmethod "
    "builtins.super email.message hmac html.parser.HTMLParser xmlrpc.client",
    "2.3": "builtins.enumerate builtins.sum bz2 csv csv.DictReader csv.DictWriter csv.Sniffer "
    "csv.reader csv.writer datetime datetime.date datetime.datetime datetime.time "
    "datetime.timedelta datetime.tzinfo heapq heapq.heapify heapq.heappop heapq.heappush "
    "heapq.heapreplace itertools itertools.chain itertools.count itertools.cycle "
    "itertools.dropwhile itertools.islice itertools.repeat itertools.starmap "
    "itertools.takewhile logging logging.Formatter logging.Handler logging.Logger "
    "logging.getLogger pkgutil pkgutil.extend_path platform random.sample shlex.split "
    "shutil.move tarfile tarfile.TarFile tarfile.open tempfile.NamedTemporaryFile "
    "tempfile.mkdtemp tempfile.mkstemp textwrap textwrap.TextWrapper textwrap.dedent "
    "textwrap.fill textwrap.wrap timeit timeit.Timer unicodedata.normalize",
    "2.4": "builtins.frozenset builtins.reversed builtins.set builtins.sorted collections "
    "collections.deque decimal decimal.Context decimal.Decimal decimal.localcontext "
    "heapq.nlargest heapq.nsmallest itertools.groupby itertools.tee operator.attrgetter "
    "operator.itemgetter string.Template subprocess subprocess.Popen subprocess.call "
    "threading.local",
    "2.5": "builtins.all builtins.any collections.defaultdict contextlib contextlib.closing "
    "contextlib.contextmanager functools functools.partial functools.update_wrapper "
    "functools.wraps hashlib hashlib.new queue.Queue.join queue.Queue.task_done sqlite3 "
    "subprocess.check_call uuid uuid.UUID uuid.uuid1 uuid.uuid3 uuid.uuid4 uuid.uuid5 "
    "xml.etree.ElementTree",
    "2.6": "abc ast ast.NodeTransformer ast.NodeVisitor ast.literal_eval ast.parse "
    "builtins.bytearray builtins.format builtins.next collections.namedtuple fractions "
    "fractions.Fraction functools.reduce heapq.heappushpop heapq.merge io io.BytesIO "
    "io.StringIO io.TextIOWrapper itertools.combinations itertools.permutations "
    "itertools.product itertools.zip_longest json json.JSONDecoder json.JSONEncoder "
    "json.dump json.dumps json.load json.loads logging.LoggerAdapter math.copysign "
    "math.factorial math.fsum math.isinf math.isnan math.trunc numbers numbers.Number "
    "operator.methodcaller os.path.relpath queue.LifoQueue queue.PriorityQueue "
    "socket.create_connection tempfile.SpooledTemporaryFile zipfile.ZipFile.extractall "
    "zipfile.ZipFile.open",
    "3.1": "collections.Counter collections.OrderedDict itertools.combinations_with_replacement "
    "itertools.compress logging.NullHandler subprocess.check_output unittest.skip "
    "unittest.skipIf",
    "3.2": "argparse argparse.ArgumentParser argparse.Namespace concurrent.futures "
    "concurrent.futures.Executor concurrent.futures.Future "
    "concurrent.futures.ProcessPoolExecutor concurrent.futures.ThreadPoolExecutor "
    "concurrent.futures.as_completed concurrent.futures.wait contextlib.ContextDecorator "
    "datetime.timezone functools.cmp_to_key functools.lru_cache functools.total_ordering "
    "gzip.compress gzip.decompress html.escape inspect.getattr_static itertools.accumulate "
    "math.erf math.expm1 math.gamma math.isfinite reprlib reprlib.recursive_repr "
    "shutil.make_archive shutil.unpack_archive sysconfig tempfile.TemporaryDirectory "
    "threading.Barrier",
    "3.3": "builtins.BlockingIOError builtins.BrokenPipeError builtins.ChildProcessError "
    "builtins.ConnectionAbortedError builtins.ConnectionError "
    "builtins.ConnectionRefusedError builtins.ConnectionResetError builtins.FileExistsError "
    "builtins.FileNotFoundError builtins.InterruptedError builtins.IsADirectoryError "
    "builtins.NotADirectoryError builtins.PermissionError builtins.ProcessLookupError "
    "builtins.TimeoutError builtins.list.clear builtins.list.copy builtins.str.casefold "
    "bz2.open collections.ChainMap collections.abc contextlib.ExitStack hmac.compare_digest "
    "inspect.Parameter inspect.Signature inspect.getclosurevars inspect.signature ipaddress "
    "ipaddress.IPv4Address ipaddress.IPv4Network ipaddress.IPv6Address "
    "ipaddress.IPv6Network ipaddress.ip_address ipaddress.ip_network lzma lzma.LZMAFile "
    "lzma.compress lzma.decompress math.log2 os.get_terminal_size os.replace os.truncate "
    "shlex.quote shutil.chown shutil.disk_usage shutil.get_terminal_size shutil.which "
    "signal.pthread_kill signal.sigwait textwrap.indent time.get_clock_info time.monotonic "
    "time.perf_counter time.process_time types.MappingProxyType types.SimpleNamespace "
    "types.new_class",
    "3.4": "asyncio asyncio.Event asyncio.Future asyncio.Lock asyncio.PriorityQueue asyncio.Queue "
    "asyncio.Semaphore asyncio.StreamReader asyncio.StreamWriter asyncio.Task "
    "asyncio.gather asyncio.sleep asyncio.wait asyncio.wait_for base64.a85encode "
    "base64.b85decode base64.b85encode contextlib.redirect_stdout contextlib.suppress "
    "dis.Instruction dis.get_instructions enum enum.Enum enum.IntEnum enum.unique "
    "functools.partialmethod functools.singledispatch hashlib.pbkdf2_hmac html.unescape "
    "inspect.unwrap operator.length_hint os.cpu_count pathlib pathlib.Path "
    "pathlib.PosixPath pathlib.PurePath pathlib.PurePosixPath pathlib.PureWindowsPath "
    "plistlib.dumps plistlib.loads re.fullmatch selectors selectors.DefaultSelector "
    "selectors.EpollSelector statistics statistics.mean statistics.median statistics.mode "
    "statistics.stdev statistics.variance struct.iter_unpack textwrap.shorten "
    "threading.main_thread traceback.clear_frames types.DynamicClassAttribute "
    "unittest.TestCase.subTest weakref.WeakMethod weakref.finalize",
    "3.5": "asyncio.run_coroutine_threadsafe builtins.RecursionError builtins.StopAsyncIteration "
    "cmath.isclose collections.abc.AsyncIterable collections.abc.AsyncIterator "
    "collections.abc.Awaitable collections.abc.Coroutine contextlib.redirect_stderr "
    "http.HTTPStatus inspect.BoundArguments.apply_defaults inspect.isawaitable "
    "inspect.iscoroutinefunction json.JSONDecodeError math.gcd math.isclose "
    "os.path.commonpath os.scandir pathlib.Path.expanduser pathlib.Path.home "
    "pathlib.Path.read_bytes pathlib.Path.read_text pathlib.Path.samefile "
    "pathlib.Path.write_bytes pathlib.Path.write_text socket.socket.sendfile "
    "subprocess.CompletedProcess subprocess.run traceback.FrameSummary "
    "traceback.StackSummary traceback.TracebackException traceback.walk_stack "
    "types.CoroutineType types.coroutine typing typing.Generic typing.NamedTuple "
    "typing.NewType typing.TypeVar typing.cast typing.get_type_hints typing.overload",
    "3.6": "builtins.ModuleNotFoundError collections.abc.AsyncGenerator collections.abc.Collection "
    "collections.abc.Reversible contextlib.AbstractContextManager "
    "email.message.EmailMessage enum.Flag enum.IntFlag enum.auto hashlib.blake2b "
    "hashlib.blake2s hashlib.scrypt hashlib.sha3_256 hashlib.shake_128 os.PathLike "
    "os.fspath random.choices secrets secrets.choice secrets.compare_digest "
    "secrets.randbelow secrets.token_bytes secrets.token_hex secrets.token_urlsafe "
    "statistics.harmonic_mean zipfile.ZipInfo.from_file",
    "3.7": "asyncio.all_tasks asyncio.create_task asyncio.current_task asyncio.get_running_loop "
    "asyncio.run builtins.breakpoint builtins.str.isascii contextlib.AsyncExitStack "
    "contextlib.asynccontextmanager contextlib.nullcontext contextvars contextvars.Context "
    "contextvars.ContextVar contextvars.copy_context dataclasses dataclasses.asdict "
    "dataclasses.astuple dataclasses.dataclass dataclasses.field dataclasses.fields "
    "dataclasses.make_dataclass dataclasses.replace datetime.date.fromisoformat "
    "datetime.datetime.fromisoformat math.remainder queue.SimpleQueue socket.close "
    "subprocess.CompletedProcess.check_returncode time.monotonic_ns time.perf_counter_ns "
    "time.thread_time time.time_ns types.resolve_bases typing.ForwardRef",
    "3.8": "ast.get_source_segment datetime.date.fromisocalendar functools.cached_property "
    "functools.singledispatchmethod math.comb math.dist math.isqrt math.perm math.prod "
    "os.add_dll_directory shlex.join signal.raise_signal socket.create_server "
    "statistics.NormalDist statistics.fmean statistics.geometric_mean statistics.multimode "
    "statistics.quantiles threading.get_native_id types.CellType typing.Protocol "
    "typing.TypedDict typing.final typing.get_args typing.get_origin "
    "typing.runtime_checkable unicodedata.is_normalized unittest.IsolatedAsyncioTestCase "
    "zipfile.Path",
    "3.9": "ast.unparse asyncio.to_thread builtins.str.removeprefix builtins.str.removesuffix "
    "functools.cache graphlib graphlib.CycleError graphlib.TopologicalSorter math.lcm "
    "math.nextafter math.ulp pathlib.Path.readlink pathlib.PurePath.is_relative_to "
    "pathlib.PurePath.with_stem random.Random.randbytes random.randbytes types.GenericAlias "
    "zoneinfo zoneinfo.ZoneInfo zoneinfo.ZoneInfoNotFoundError zoneinfo.available_timezones",
    "3.10": "builtins.EncodingWarning builtins.aiter builtins.anext builtins.int.bit_count "
    "contextlib.aclosing inspect.get_annotations io.text_encoding itertools.pairwise "
    "pathlib.Path.hardlink_to platform.freedesktop_os_release statistics.correlation "
    "statistics.covariance statistics.linear_regression threading.gettrace "
    "types.EllipsisType types.NoneType types.NotImplementedType types.UnionType "
    "typing.ParamSpec typing.is_typeddict",
    "3.11": "asyncio.Barrier asyncio.BrokenBarrierError asyncio.Runner asyncio.TaskGroup "
    "asyncio.Timeout asyncio.timeout asyncio.timeout_at builtins.BaseException.add_note "
    "builtins.BaseExceptionGroup builtins.ExceptionGroup contextlib.chdir enum.EnumCheck "
    "enum.FlagBoundary enum.ReprEnum enum.StrEnum enum.member enum.nonmember enum.property "
    "enum.verify hashlib.file_digest inspect.getmembers_static inspect.ismethodwrapper "
    "locale.getencoding logging.getLevelNamesMapping math.cbrt math.exp2 operator.call "
    "sqlite3.Blob string.Template.get_identifiers string.Template.is_valid tomllib "
    "tomllib.TOMLDecodeError tomllib.load tomllib.loads typing.TypeVarTuple "
    "typing.assert_never typing.assert_type typing.clear_overloads "
    "typing.dataclass_transform typing.get_overloads typing.reveal_type "
    "zipfile.ZipFile.mkdir",
    "3.12": "asyncio.eager_task_factory calendar.Day calendar.Month collections.abc.Buffer "
    "inspect.getasyncgenstate inspect.markcoroutinefunction itertools.batched "
    "logging.getHandlerByName math.sumprod os.listdrives os.path.isjunction "
    "os.path.splitroot pathlib.Path.is_junction pathlib.Path.walk random.binomialvariate "
    "threading.setprofile_all_threads types.get_original_bases typing.TypeAliasType "
    "typing.override",
    "3.13": "asyncio.QueueShutDown builtins.PythonFinalizationError copy.replace glob.translate "
    "math.fma os.process_cpu_count pathlib.Path.from_uri pathlib.UnsupportedOperation "
    "queue.ShutDown statistics.kde statistics.kde_random types.CapsuleType typing.NoDefault "
    "typing.ReadOnly typing.TypeIs typing.get_protocol_members typing.is_protocol",
    "3.14": "concurrent.futures.InterpreterPoolExecutor functools.Placeholder heapq.heapify_max "
    "heapq.heappop_max heapq.heappush_max inspect.ispackage io.Reader io.Writer "
    "operator.is_none operator.is_not_none pathlib.Path.copy pathlib.Path.move "
    "types.FrameLocalsProxyType uuid.uuid6 uuid.uuid7 uuid.uuid8",
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
