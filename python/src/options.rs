//! Keyword arguments of calls, and the thread on which a call runs.

use crate::errors::{LimitReached, Raise, error, with_partial};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::Settings;
use queens::control::{CancelToken, Gauge, clip};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Interval between checks for Ctrl-C.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Time in which a cancelled search may still return its partial result.
const STOP_GRACE_PERIOD: Duration = Duration::from_millis(60);

/// Interval between calls of a progress callback.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Names of the common keyword arguments.
const OPTION_NAMES: [&str; 8] = [
    "engine", "threads", "seed", "time", "nodes", "memory", "progress", "cancel",
];

/// Returns the common keyword arguments of `function`.
fn names(function: &str) -> &'static [&'static str] {
    match function {
        "Puzzle" => &["time", "memory", "cancel"],
        "compare" | "growth" | "profile" | "trace" => &OPTION_NAMES[1..],
        "explain" | "export" | "hint" | "rate" | "search" | "verify" => {
            &OPTION_NAMES[3..]
        }
        _ => &OPTION_NAMES,
    }
}

/// Progress of a call.
#[pyclass(frozen, get_all, module = "queenslab", skip_from_py_object)]
pub(crate) struct Progress {
    /// Fraction of the work that is done, from 0 to 1; `None` if the engine does not
    /// know.
    done: Option<f64>,
    /// Nodes of the search so far, if the engine reports them.
    nodes: u64,
    /// Seconds since the start.
    seconds: f64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let done = self
            .done
            .map_or("None".to_owned(), |done| format!("{done:.4}"));
        format!(
            "Progress(done={done}, nodes={}, seconds={:.3})",
            self.nodes, self.seconds
        )
    }
}

/// Token that ends the calls to which it is passed as `cancel`. Any thread may cancel it.
///
/// A cancelled call ends like one that reached a limit: an `Answer`, a `SearchResult` and
/// the documents of `growth`, `profile`, `trace`, `verify` and an estimate of the time
/// have the outcome `Outcome.CANCELLED`; other calls raise `LimitReached`, whose
/// `partial` is the partial result, or `None`. A call that needs no search may still
/// return its result.
///
/// >>> import queenslab as ql
/// >>> token = ql.CancelToken()
/// >>> token.cancel()
/// >>> ql.ask(30, "count", cancel=token).outcome.value
/// 'cancelled'
#[pyclass(
    frozen,
    module = "queenslab",
    skip_from_py_object,
    name = "CancelToken"
)]
#[derive(Clone)]
pub(crate) struct PyCancelToken(CancelToken);

#[pymethods]
impl PyCancelToken {
    #[new]
    fn new() -> Self {
        PyCancelToken(CancelToken::new())
    }

    /// Ends every call that has this token. This cannot be undone.
    fn cancel(&self) {
        self.0.cancel();
    }

    /// True if it was cancelled.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    fn __repr__(&self) -> String {
        let state = if self.0.is_cancelled() {
            "cancelled"
        } else {
            "not cancelled"
        };
        format!("<CancelToken: {state}>")
    }
}

/// Common keyword arguments of a call: settings, progress callback and cancel token.
pub(crate) struct CallOptions {
    pub(crate) settings: Settings,
    callback: Option<ProgressCallback>,
    cancel: CancelToken,
    has_seed: bool,
}

impl CallOptions {
    /// Reads the keyword arguments of `function`, and refuses unknown ones by name.
    pub(crate) fn from_keywords(
        function: &str,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut how = CallOptions {
            settings: Settings::default(),
            callback: None,
            cancel: CancelToken::new(),
            has_seed: false,
        };
        let Some(given) = given else { return Ok(how) };
        for (name, value) in given {
            let name: String = name.extract()?;
            if !names(function).contains(&name.as_str()) {
                return Err(PyTypeError::new_err(format!(
                    "{function}() got an unexpected keyword argument '{name}': use its own, or one of {}",
                    names(function).join(", ")
                )));
            }
            if !value.is_none() {
                how.set(&name, &value)?;
            }
        }
        Ok(how)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let settings = &mut self.settings;
        match name {
            "engine" => match value.extract() {
                Ok(id) => settings.engine = Some(id),
                Err(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "engine must be the id of an engine, such as 'flags', not {}",
                        value.repr()?
                    )));
                }
            },
            "threads" => settings.threads = threads(value)?,
            "seed" => {
                settings.seed = seed(value)?;
                self.has_seed = true;
            }
            "time" => settings.limits.time = Some(duration(value)?),
            "nodes" => settings.limits.nodes = Some(whole_number("nodes", value)?),
            "memory" => settings.limits.memory = Some(whole_number("memory", value)?),
            "cancel" => match value.cast::<PyCancelToken>() {
                Ok(token) => self.cancel = token.get().0.clone(),
                Err(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "cancel must be a CancelToken, not {}",
                        value.repr()?
                    )));
                }
            },
            _ => self.callback = ProgressCallback::from_python(value)?,
        }
        Ok(())
    }

    /// Draws a seed if none is given.
    pub(crate) fn draw_seed(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.has_seed {
            let bytes: [u8; 8] =
                py.import("os")?.call_method1("urandom", (8,))?.extract()?;
            self.settings.seed = u64::from_le_bytes(bytes);
        }
        Ok(())
    }

    /// Returns the settings of a search that reports its progress here, and a token that
    /// cancels this search alone.
    pub(crate) fn observed(&self) -> (Settings, CancelToken) {
        let cancel = self.cancel.child();
        let settings = self.settings.clone().with_cancel(cancel.clone());
        let settings = match &self.callback {
            Some(callback) => callback.observe(settings),
            None => settings,
        };
        (settings, cancel)
    }

    /// Runs `work` on a thread of its own and waits without the lock of the interpreter.
    /// Ctrl-C and exceptions of the progress callback cancel it, and are raised with its
    /// partial result. A search that does not check its token in time ends later without
    /// being waited for.
    pub(crate) fn run<'py, T, E, R>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&Settings) -> Result<T, E> + Send + 'static,
        wrap: impl FnOnce(T) -> PyResult<R>,
    ) -> PyResult<R>
    where
        T: Send + 'static,
        E: Raise + Send + 'static,
        R: IntoPyObject<'py>,
    {
        let (settings, cancel) = self.observed();
        let (found, interrupt) = self.waited(py, &cancel, move || work(&settings));
        match (found, interrupt) {
            (Some(Ok(found)), None) => wrap(found),
            (Some(Err(error)), None) => Err(self.cancelled(py, error.raise())),
            (Some(Ok(found)), Some(error)) => Err(match wrap(found) {
                Ok(partial) => with_partial(py, error, partial),
                // An error of its own may hold a part.
                Err(own) => {
                    with_partial(py, error, own.value(py).getattr("partial").ok())
                }
            }),
            (_, Some(error)) => Err(with_partial(py, error, None::<()>)),
            (None, None) => {
                Err(error("the search ended without an answer: this is a bug"))
            }
        }
    }

    /// Returns the error of a call; if the call was cancelled, it says so, and not what
    /// was missing then.
    fn cancelled(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if self.cancel.is_cancelled() && !error.is_instance_of::<LimitReached>(py) {
            return PyErr::new::<LimitReached, _>("cancelled before there was an answer");
        }
        error
    }

    /// Waits for `work`; returns its result and the exception that interrupted it.
    fn waited<T: Send + 'static>(
        &self,
        py: Python<'_>,
        cancel: &CancelToken,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> (Option<T>, Option<PyErr>) {
        let (sender, mut receiver) = channel();
        let working = thread::Builder::new().spawn(move || {
            // After an interruption there is no receiver.
            let _ = sender.send(work());
        });
        let working = match working {
            Ok(working) => working,
            Err(system) => {
                return (
                    None,
                    Some(error(format!("no thread can be started: {system}"))),
                );
            }
        };
        let (mut interrupt, mut grace_end) = (None, None::<Instant>);
        loop {
            let (waited, next) =
                py.detach(move || (receiver.recv_timeout(POLL_INTERVAL), receiver));
            receiver = next;
            match waited {
                Ok(found) => {
                    if interrupt.is_none() {
                        interrupt = self.report(py, true).err();
                    }
                    return (Some(found), interrupt);
                }
                Err(RecvTimeoutError::Disconnected) => match working.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return (None, interrupt),
                },
                Err(RecvTimeoutError::Timeout)
                    if grace_end.is_some_and(|until| Instant::now() >= until) =>
                {
                    return (None, interrupt);
                }
                Err(RecvTimeoutError::Timeout) if interrupt.is_some() => {}
                Err(RecvTimeoutError::Timeout) => {
                    interrupt = py
                        .check_signals()
                        .and_then(|()| self.report(py, false))
                        .err();
                    if interrupt.is_some() {
                        cancel.cancel();
                        grace_end = Some(Instant::now() + STOP_GRACE_PERIOD);
                    }
                }
            }
        }
    }

    /// Calls the progress callback if there is one and it is due.
    pub(crate) fn report(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        self.callback
            .as_ref()
            .map_or(Ok(()), |callback| callback.report(py, is_over))
    }
}

/// A progress callback.
struct ProgressCallback {
    callback: Py<PyAny>,
    state: ProgressState,
    started: Instant,
    /// Milliseconds from the start to the last call.
    last_call: AtomicU64,
}

/// Progress as the working threads report it.
#[derive(Clone, Default)]
struct ProgressState {
    gauge: Gauge,
    /// Bits of the fraction that is done, once it is known.
    done: Arc<OnceLock<AtomicU64>>,
}

impl ProgressCallback {
    /// Reads the argument: `True` is a bar in the terminal or notebook, `False` no
    /// callback.
    fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = value.py();
        let callback = match value.extract::<bool>() {
            Ok(false) => return Ok(None),
            Ok(true) => py.import("queenslab._progress")?.getattr("Bar")?.call0()?,
            Err(_) if value.is_callable() => value.clone(),
            Err(_) => {
                return Err(PyTypeError::new_err(format!(
                    "progress must be a function, True or False, not {}",
                    value.repr()?
                )));
            }
        };
        Ok(Some(ProgressCallback {
            callback: callback.unbind(),
            state: ProgressState::default(),
            started: Instant::now(),
            last_call: AtomicU64::new(0),
        }))
    }

    /// Returns `settings` whose search reports its progress here.
    fn observe(&self, settings: Settings) -> Settings {
        let limits = settings.limits.clone().with_gauge(self.state.gauge.clone());
        let done = Arc::clone(&self.state.done);
        settings
            .with_limits(limits)
            .with_progress(Arc::new(move |progress| {
                done.get_or_init(AtomicU64::default)
                    .store(progress.done.to_bits(), Ordering::Relaxed);
            }))
    }

    fn report(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let elapsed = self.started.elapsed();
        let last_call = Duration::from_millis(self.last_call.load(Ordering::Relaxed));
        if !is_over && elapsed < last_call + PROGRESS_INTERVAL {
            return Ok(());
        }
        self.last_call
            .store(elapsed.as_millis() as u64, Ordering::Relaxed);
        let done = self
            .state
            .done
            .get()
            .map(|bits| f64::from_bits(bits.load(Ordering::Relaxed)));
        let progress = Progress {
            done,
            nodes: self.state.gauge.nodes(),
            seconds: elapsed.as_secs_f64(),
        };
        let callback = self.callback.bind(py);
        callback.call1((progress,))?;
        if is_over && callback.hasattr("close")? {
            callback.call_method0("close")?;
        }
        Ok(())
    }
}

/// Ids of engines: a list, or one alone.
#[derive(Default)]
pub(crate) struct EngineIds(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for EngineIds {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(id) = given.extract::<String>() {
            return Ok(EngineIds(vec![id]));
        }
        let ids = given.try_iter().and_then(|ids| {
            ids.map(|id| id?.extract::<String>())
                .collect::<PyResult<_>>()
        });
        ids.map(EngineIds).map_err(|_| {
            let shown = clip(&given.to_string());
            PyTypeError::new_err(format!(
                "engines is {shown}: use a list of ids, such as ['flags', 'bitmask']"
            ))
        })
    }
}

/// A whole number of 0 or more.
pub(crate) struct Natural<T>(pub(crate) T);

impl<'a, 'py, T: TryFrom<u64>> FromPyObject<'a, 'py> for Natural<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // Other types are refused by Python.
        let number = given
            .extract::<u64>()
            .map(|number| T::try_from(number).ok().map(Natural));
        match number {
            Ok(Some(number)) => Ok(number),
            Err(other) if !other.is_instance_of::<PyOverflowError>(given.py()) => {
                Err(other)
            }
            _ => {
                let most = u64::MAX >> (u64::BITS - 8 * size_of::<T>() as u32);
                Err(error(format!(
                    "{} is not valid: use a whole number from 0 to {most}",
                    given.str()?
                )))
            }
        }
    }
}

fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match value.extract::<usize>() {
        Ok(threads @ 0..=1024) => Ok(threads),
        _ => Err(error(format!(
            "'{}' is not a valid number of threads: use 1 to 1024, or 0 for one on each processor",
            value.str()?
        ))),
    }
}

/// Reads a seed: a number, or a generator of numpy, which draws one.
fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.hasattr("integers")? {
        true => value.call_method1("integers", (i64::MAX,))?.extract(),
        false => whole_number("seed", value),
    }
}

/// Reads a number of nodes or bytes, or a seed.
pub(crate) fn whole_number(what: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let wrong = |value: &Bound<'_, PyAny>| {
        Ok::<_, PyErr>(error(format!(
            "{what}: '{}' is not a whole number: use 0 to {}",
            value.str()?,
            u64::MAX
        )))
    };
    match value.extract::<u64>() {
        Ok(number) => Ok(number),
        Err(_) => Err(wrong(value)?),
    }
}

/// Reads seconds or a `timedelta`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = match value.call_method0("total_seconds") {
        Ok(seconds) => seconds.extract::<f64>(),
        Err(_) => value.extract::<f64>(),
    };
    seconds
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .map_or_else(
            || {
                let words = format!(
                    "time: '{}' is not a valid length of time: use 0 to {} seconds",
                    value.str()?,
                    u64::MAX
                );
                Err(error(words))
            },
            Ok,
        )
}
