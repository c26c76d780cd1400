//! How a question is to be answered, and the thread on which it is.

use crate::errors::{Raise, error, with_partial};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::Settings;
use queens::control::{CancelToken, Gauge};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long the interpreter sleeps before it looks for Ctrl-C again.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How long a search has to hand over what it found, once it is told to end.
const GRACE: Duration = Duration::from_millis(60);

/// How often a callback hears of progress.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// What a question takes beside its own arguments.
const NAMES: [&str; 7] = ["engine", "threads", "seed", "time", "nodes", "memory", "progress"];

/// Those of them that `function` takes: some choose no engine, and some no threads either.
fn names(function: &str) -> &'static [&'static str] {
    match function {
        "compare" | "growth" | "profile" | "trace" => &NAMES[1..],
        "explain" | "export" | "hint" | "rate" | "search" | "verify" => &NAMES[3..],
        _ => &NAMES,
    }
}

/// How far an answer is.
#[pyclass(frozen, get_all, module = "queenslab", skip_from_py_object)]
pub(crate) struct Progress {
    /// The part of the whole that is done, from 0 to 1; none where the engine does not know.
    done: Option<f64>,
    /// Nodes of the search so far, where the engine tells.
    nodes: u64,
    /// Seconds since the start.
    seconds: f64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let done = self.done.map_or("None".to_owned(), |done| format!("{done:.4}"));
        format!("Progress(done={done}, nodes={}, seconds={:.3})", self.nodes, self.seconds)
    }
}

/// How a question is to be answered: settings, and who hears of it.
pub(crate) struct How {
    pub(crate) settings: Settings,
    pub(crate) teller: Option<Teller>,
}

impl How {
    /// Reads the keyword arguments of `function`; those that it does not take are refused by name.
    pub(crate) fn of(function: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut how = How { settings: Settings::default(), teller: None };
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
            "engine" => settings.engine = Some(value.extract()?),
            "threads" => settings.threads = threads(value)?,
            "seed" => settings.seed = whole_number("seed", value)?,
            "time" => settings.limits.time = Some(duration(value)?),
            "nodes" => settings.limits.nodes = Some(whole_number("nodes", value)?),
            "memory" => settings.limits.memory = Some(whole_number("memory", value)?),
            _ => self.teller = Teller::of(value)?,
        }
        Ok(())
    }

    /// Runs `work` on a thread of its own and waits without the lock of the interpreter. Ctrl-C, and an exception of the
    /// callback that hears of progress, end it, and go on with what `work` found until then. A search that does not look at
    /// its token so soon ends by itself when it does; nobody waits for it.
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
        let cancel = CancelToken::new();
        let mut settings = self.settings.clone().with_cancel(cancel.clone());
        if let Some(teller) = &self.teller {
            settings = teller.listening(settings);
        }
        let (found, interrupt) = self.waited(py, &cancel, move || work(&settings));
        match (found, interrupt) {
            (Some(found), None) => wrap(found.map_err(Raise::raise)?),
            (Some(Ok(found)), Some(error)) => Err(match wrap(found) {
                Ok(partial) => with_partial(py, error, partial),
                // An error of its own may hold a part.
                Err(own) => with_partial(py, error, own.value(py).getattr("partial").ok()),
            }),
            (_, Some(error)) => Err(with_partial(py, error, None::<()>)),
            (None, None) => Err(error("the search ended without an answer: a fault of the program")),
        }
    }

    /// What `work` comes to, and what interrupted it.
    fn waited<T: Send + 'static>(
        &self,
        py: Python<'_>,
        cancel: &CancelToken,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> (Option<T>, Option<PyErr>) {
        let (sender, mut receiver) = channel();
        let working = thread::Builder::new().spawn(move || {
            // Where nobody waits any more, nobody misses it.
            let _ = sender.send(work());
        });
        let working = match working {
            Ok(working) => working,
            Err(system) => return (None, Some(error(format!("no thread can be started: {system}")))),
        };
        let (mut interrupt, mut patience) = (None, None::<Instant>);
        loop {
            let (waited, next) = py.detach(move || (receiver.recv_timeout(LOOK_EVERY), receiver));
            receiver = next;
            match waited {
                Ok(found) => {
                    if interrupt.is_none() {
                        interrupt = self.tell(py, true).err();
                    }
                    return (Some(found), interrupt);
                }
                Err(RecvTimeoutError::Disconnected) => match working.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return (None, interrupt),
                },
                Err(RecvTimeoutError::Timeout) if patience.is_some_and(|until| Instant::now() >= until) => {
                    return (None, interrupt);
                }
                Err(RecvTimeoutError::Timeout) if interrupt.is_some() => {}
                Err(RecvTimeoutError::Timeout) => {
                    interrupt = py.check_signals().and_then(|()| self.tell(py, false)).err();
                    if interrupt.is_some() {
                        cancel.cancel();
                        patience = Some(Instant::now() + GRACE);
                    }
                }
            }
        }
    }

    /// Tells the callback how far it is, if there is one and it is time.
    pub(crate) fn tell(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        self.teller.as_ref().map_or(Ok(()), |teller| teller.tell(py, is_over))
    }
}

/// Tells a callback how far an answer is.
pub(crate) struct Teller {
    callback: Py<PyAny>,
    heard: Heard,
    started: Instant,
    /// Milliseconds from the start to the last call.
    told: AtomicU64,
}

/// What the threads that work have said.
#[derive(Clone, Default)]
struct Heard {
    gauge: Gauge,
    /// The bits of the part that is done, once something was said of it.
    done: Arc<OnceLock<AtomicU64>>,
}

impl Teller {
    /// `True` is a bar in the terminal or notebook; `False` nobody.
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
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
        Ok(Some(Teller {
            callback: callback.unbind(),
            heard: Heard::default(),
            started: Instant::now(),
            told: AtomicU64::new(0),
        }))
    }

    /// `settings` whose search is heard.
    pub(crate) fn listening(&self, settings: Settings) -> Settings {
        let limits = settings.limits.clone().with_gauge(self.heard.gauge.clone());
        let done = Arc::clone(&self.heard.done);
        settings.with_limits(limits).with_progress(Arc::new(move |progress| {
            done.get_or_init(AtomicU64::default).store(progress.done.to_bits(), Ordering::Relaxed);
        }))
    }

    fn tell(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let elapsed = self.started.elapsed();
        let told = Duration::from_millis(self.told.load(Ordering::Relaxed));
        if !is_over && elapsed < told + TELL_EVERY {
            return Ok(());
        }
        self.told.store(elapsed.as_millis() as u64, Ordering::Relaxed);
        let done = self.heard.done.get().map(|bits| f64::from_bits(bits.load(Ordering::Relaxed)));
        let progress = Progress { done, nodes: self.heard.gauge.nodes(), seconds: elapsed.as_secs_f64() };
        let callback = self.callback.bind(py);
        callback.call1((progress,))?;
        if is_over && callback.hasattr("close")? {
            callback.call_method0("close")?;
        }
        Ok(())
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

/// A number of nodes, bytes, a seed.
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

/// Seconds, or a `timedelta`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = match value.call_method0("total_seconds") {
        Ok(seconds) => seconds.extract::<f64>(),
        Err(_) => value.extract::<f64>(),
    };
    seconds.ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).map_or_else(
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
