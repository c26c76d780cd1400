//! Engines: descriptions, steps, comparisons, growth.

use crate::answer::AnswerContent;
use crate::fault::ApiFault;
use crate::request::{
    ApiRequest, RequestContext, SearchOptions, object_field, parse_problem,
};
use queens::document::{
    CompareDocument, EngineEntry, EnginesDocument, GrowthDocument, KnownDocument,
    ProfileDocument, TracePage,
};
use queens::engines::registry;
use queens::lab::{self, CompareOptions, RecordingWanted, TraceWanted};
use queens::problem::Preset;
use queens::render::recording::{RecordingFormat, RecordingStyle};
use serde::Deserialize;
use std::io::{self, Write};
use std::time::Duration;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Type};

/// Maximum number of steps in a page of a trace.
const MAX_TRACE_STEPS: usize = 100_000;

/// Lists all engines.
pub(crate) fn list_engines() -> EnginesDocument {
    EnginesDocument {
        engines: registry().map(EngineEntry::new).collect(),
    }
}

/// Lists the published counts for queens.
pub(crate) fn list_known() -> KnownDocument {
    KnownDocument::new(Preset::Queens)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TraceRequest {
    /// Problem in any text form.
    problem: String,
    /// Id of the engine; by default a suitable one is chosen.
    engine: Option<String>,
    /// Number of steps to skip.
    #[serde(default)]
    from: u64,
    /// Maximum number of steps in the page, at most 100,000.
    limit: Option<usize>,
    /// True to stop at the first solution.
    #[serde(default)]
    first: bool,
    /// True to return what the engine holds after each step.
    #[serde(default)]
    state: bool,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for TraceRequest {}

/// Returns a page of the steps of an engine. The engine always runs from the start, so
/// skipped steps take time as well.
pub(crate) fn trace_steps(
    request: &TraceRequest,
    context: &RequestContext,
) -> Result<TracePage, ApiFault> {
    let problem = parse_problem(&request.problem, context.max_board)?;
    let options = SearchOptions {
        engine: request.engine.clone(),
        ..SearchOptions::within(request.seconds)
    };
    let limit = request
        .limit
        .unwrap_or(MAX_TRACE_STEPS)
        .min(MAX_TRACE_STEPS);
    let wanted = TraceWanted {
        from: request.from,
        limit,
        first: request.first,
        state: request.state,
    };
    lab::trace(&problem, wanted, &options.settings(&context.limits)?)
        .map_err(ApiFault::unanswerable)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RecordRequest {
    /// Problem in any text form.
    problem: String,
    /// Id of the engine; by default a suitable one is chosen.
    engine: Option<String>,
    /// First step, from 1.
    #[serde(default = "first_step")]
    #[schema(minimum = 1)]
    from: u64,
    /// Last step, at most 2,000 steps in all; by default 200 steps, fewer if the engine
    /// ends earlier.
    to: Option<u64>,
    /// True to end at the first solution.
    #[serde(default)]
    first: bool,
    /// File format.
    #[schema(schema_with = recording_formats)]
    format: String,
    /// Time of a step in milliseconds, 20 to 10,000; 250 by default.
    delay: Option<u64>,
    /// Width in pixels, 120 to 2,000; 480 by default.
    width: Option<u32>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for RecordRequest {}

const fn first_step() -> u64 {
    1
}

/// Content types of recordings.
pub(crate) const RECORDING_TYPES: [&str; 2] = ["image/gif", "image/svg+xml"];

/// Number of steps of a recording whose end is not given.
const USUAL_RECORDED_STEPS: u64 = 200;

/// Maximum size of a recording in bytes.
const MAX_RECORDING_BYTES: usize = 32 << 20;

/// The schema of the format.
fn recording_formats() -> Object {
    object_field("Format of the picture.", [Type::String])
        .enum_values(Some(RecordingFormat::ALL.map(RecordingFormat::id)))
        .build()
}

/// Draws steps of an engine as an animated picture. A recording that a limit stops is
/// refused.
pub(crate) fn record_steps(
    request: &RecordRequest,
    context: &RequestContext,
) -> Result<AnswerContent, ApiFault> {
    let problem = parse_problem(&request.problem, context.max_board)?;
    let options = SearchOptions {
        engine: request.engine.clone(),
        ..SearchOptions::within(request.seconds)
    };
    let settings = options.settings(&context.limits)?;
    let format: RecordingFormat =
        request.format.parse().map_err(ApiFault::unanswerable)?;
    let usual = RecordingStyle::default();
    let style = RecordingStyle {
        width: request.width.unwrap_or(usual.width),
        delay: request.delay.map_or(usual.delay, Duration::from_millis),
    };
    let to = request
        .to
        .unwrap_or(request.from.saturating_add(USUAL_RECORDED_STEPS - 1));
    let wanted = RecordingWanted {
        format,
        steps: (request.from, to),
        first: request.first,
        style,
    };
    let mut out = BoundedBytes::default();
    let report = lab::record(&problem, wanted, &settings, &mut out)
        .map_err(ApiFault::unanswerable)?;
    if !report.outcome.is_complete() {
        let last = report.steps.map_or(0, |(_, last)| last);
        return Err(ApiFault::unanswerable(format!(
            "the recording is not complete ({}, after step {last}): ask for fewer steps or a smaller width, or allow more time \
             (`queens serve --answer-time TIME`)",
            report.outcome
        )));
    }
    let content_type = match format {
        RecordingFormat::Gif => RECORDING_TYPES[0],
        RecordingFormat::Svg => RECORDING_TYPES[1],
    };
    Ok(AnswerContent {
        content_type,
        bytes: out.0,
    })
}

/// Bytes in memory, at most [`MAX_RECORDING_BYTES`].
#[derive(Default)]
struct BoundedBytes(Vec<u8>);

impl Write for BoundedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_RECORDING_BYTES {
            return Err(io::Error::other(format!(
                "the recording is larger than {} MiB: ask for fewer steps or a smaller width",
                MAX_RECORDING_BYTES >> 20
            )));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CompareRequest {
    /// Problem in any text form.
    problem: String,
    /// Ids of the engines; by default all that support the problem and finish within
    /// seconds.
    #[serde(default)]
    engines: Vec<String>,
    /// True to include engines for which the board is large, if `engines` is empty.
    #[serde(default)]
    all: bool,
    /// Node limit for each engine.
    nodes: Option<u64>,
    /// Time limit for all engines together; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for CompareRequest {}

/// Compares engines on one problem.
pub(crate) fn compare_engines(
    request: &CompareRequest,
    context: &RequestContext,
) -> Result<CompareDocument, ApiFault> {
    let problem = parse_problem(&request.problem, context.max_board)?;
    let mut settings =
        SearchOptions::within(request.seconds).settings(&context.limits)?;
    let nodes = [request.nodes, settings.limits.nodes];
    settings.limits.nodes = nodes.into_iter().flatten().min();
    let options = CompareOptions {
        engines: &request.engines,
        all: request.all,
    };
    lab::compare(&problem, options, &settings, &mut |_| {})
        .map_err(ApiFault::unanswerable)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GrowthRequest {
    /// First and last size.
    sizes: (u32, u32),
    /// Ids of the engines; by default a selection.
    #[serde(default)]
    engines: Vec<String>,
    /// Name of the variant; `queens` by default.
    variant: Option<String>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for GrowthRequest {}

/// Measures the growth of engines with the size of the board.
pub(crate) fn measure_growth(
    request: &GrowthRequest,
    context: &RequestContext,
) -> Result<GrowthDocument, ApiFault> {
    let (variant, sizes) =
        variant_and_sizes(request.variant.as_deref(), request.sizes, context)?;
    let settings = SearchOptions::within(request.seconds).settings(&context.limits)?;
    lab::growth(&request.engines, variant, sizes, &settings)
        .map_err(ApiFault::unanswerable)
}

/// Checks a variant and a range of sizes.
fn variant_and_sizes(
    variant: Option<&str>,
    sizes: (u32, u32),
    context: &RequestContext,
) -> Result<(Preset, (u32, u32)), ApiFault> {
    let (first, last) = sizes;
    if first == 0 || first > last || last > context.max_board {
        return Err(ApiFault::unanswerable(format!(
            "the sizes from {first} to {last} are not valid: use sizes from 1 to {}, the smaller one first",
            context.max_board
        )));
    }
    Ok((
        variant
            .unwrap_or("queens")
            .parse()
            .map_err(ApiFault::unanswerable)?,
        sizes,
    ))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ProfileRequest {
    /// First and last size.
    sizes: (u32, u32),
    /// Name of the variant; `queens` by default.
    variant: Option<String>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for ProfileRequest {}

/// Counts the nodes of the backtrack trees by level.
pub(crate) fn profile_tree(
    request: &ProfileRequest,
    context: &RequestContext,
) -> Result<ProfileDocument, ApiFault> {
    let (variant, sizes) =
        variant_and_sizes(request.variant.as_deref(), request.sizes, context)?;
    let settings = SearchOptions::within(request.seconds).settings(&context.limits)?;
    lab::profile(variant, sizes, &settings).map_err(ApiFault::unanswerable)
}
