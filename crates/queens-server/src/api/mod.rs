//! The API, below `/api/v1`: questions as JSON, answered with the documents that the command prints.
//!
//! Whatever searches takes a seat and a turn as the pages do, obeys the server's limits, and ends when its client
//! goes away. What is wrong is told as `application/problem+json` (RFC 9457).

mod ask;
mod campaigns;
mod form;
mod jobs;
mod lab;
mod puzzle;
mod race;
mod request;
mod search;

pub(crate) use jobs::Jobs;
pub(crate) use request::{Asked, Json};

use crate::Shared;
use crate::addresses::{Addresses, Told};
use crate::fault::Fault;
use ask::{CountRequest, DrawRequest, ListRequest};
use axum::extract::{Request, State};
use campaign::CampaignStatus;
use campaigns::CampaignsDocument;
use jobs::JobState;
use queens::document::{Document, VariantsDocument};
use race::RaceRequest;
use request::{Turn, answer};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The addresses of the API. Each that is sent something has an example, which is answered at once.
pub(crate) fn addresses() -> Addresses {
    let square = json!({ "problem": "queens 6\ngivens: b1" });
    let puzzle = json!({ "puzzle": "FAGGGGG\nFFFGEEG\nFFFFEGG\nBBDDEEE\nBBDDDEC\nDDDDDCC\nDDDDDDC" });
    let new = json!({ "size": 6, "seed": 4 });
    let compare = json!({ "problem": "6", "engines": ["flags", "bitmask"] });
    let growth = json!({ "sizes": [4, 6], "engines": ["flags"] });
    let trace = json!({ "problem": "4", "engine": "flags", "limit": 20 });
    let list = Told::post("Solutions, as they are found: one object a line, and at last how the list ended.")
        .sends::<ListRequest>(&json!({ "problem": "6" }))
        .text(200, "The lines.", &["application/x-ndjson"]);
    let draw = Told::post("A board in a format of the command.")
        .sends::<DrawRequest>(&json!({ "problem": "4", "queens": [[0, 1]], "format": "svg" }))
        .text(200, "The drawing.", &ask::Drawing::TYPES);
    let race =
        Told::post("How far an engine is, a line every 50 milliseconds; at last what `/compare` says of it.")
            .sends::<RaceRequest>(&json!({ "problem": "6", "engine": "flags" }))
            .text(200, "The lines.", &["application/x-ndjson"]);
    let search = json!({ "problem": "jugs", "capacities": [3, 5], "goal": 4, "limit": 20 });
    let begin = Told::post("Begins a count that takes its time, and tells where it is.")
        .sends::<CountRequest>(&json!({ "problem": "8" }))
        .object::<JobState>(202, "The job has begun; `location` is where it is.");
    let of_job =
        |told: Told| told.takes::<u64>("path", "id", "The number of the job.", &json!(1)).faults(&[404]);
    let events = Told::get(
        "Tells of a job until it is over, or for a minute: server-sent events `progress`, and at last `end`.",
    );
    let campaigns = Told::get("The campaigns that the server was told to show.");
    let status = Told::get("How far a campaign is, read from its shards two seconds ago at most.")
        .takes::<u64>("path", "id", "The number of the campaign.", &json!(1))
        .document::<CampaignStatus>()
        .faults(&[404, 422, 500, 503]);
    Addresses::default()
        .get("/engines", "Every engine: what it is, who wrote it and when, what it counts.", lab::engines)
        .get("/variants", "Every variant of the problem.", VariantsDocument::all)
        .get("/known", "The published counts of queens.", lab::known)
        .post(
            "/problem",
            "A board square by square, its given queens, attacked squares.",
            &square,
            ask::problem,
        )
        .post(
            "/solve",
            "A solution, what is known of the others, what shows that there is none.",
            &square,
            ask::solve,
        )
        .post("/count", "How many solutions there are.", &square, ask::count)
        .post(
            "/count/estimate",
            "About how long a job would take to count them, from a short sample.",
            &square,
            ask::estimate,
        )
        .post("/classes", "How many there are of each symmetry.", &square, ask::classes)
        .post(
            "/verify",
            "Whether solutions are solutions, different, and all there are.",
            &json!({ "problem": "4", "solutions": [[1, 3, 0, 2], [2, 0, 3, 1]] }),
            ask::verify,
        )
        .at("/list", list, ask::list)
        .at("/draw", draw, |State(shared): State<Shared>, request: Request| {
            answer(shared, request, ask::draw)
        })
        .post("/trace", "A page of the steps of an engine.", &trace, lab::trace)
        .post("/compare", "Engines on one problem, side by side.", &compare, lab::compare)
        .at("/race", race, race::race)
        .post("/search", "A page of the steps of the general problem solver.", &search, search::search)
        .post("/growth", "How engines grow with the size of the board.", &growth, lab::growth)
        .post(
            "/profile",
            "The nodes of the backtrack tree, level by level: the ways to fill the first rows.",
            &json!({ "sizes": [4, 8] }),
            lab::profile,
        )
        .post(
            "/puzzle/read",
            "A region puzzle as it was read, and what is known of its solutions.",
            &puzzle,
            puzzle::read,
        )
        .post(
            "/puzzle/solve",
            "The solution of a puzzle, and whether it is the only one.",
            &puzzle,
            puzzle::solve,
        )
        .post("/puzzle/hint", "The next step, or a mark that is wrong.", &puzzle, puzzle::hint)
        .post("/puzzle/explain", "All steps from what is known.", &puzzle, puzzle::explain)
        .post("/puzzle/rate", "How hard a puzzle is.", &puzzle, puzzle::rate)
        .post("/puzzle/generate", "A new puzzle with exactly one solution.", &new, puzzle::generate)
        .at("/jobs", begin, jobs::begin)
        .at(
            "/jobs/{id}",
            of_job(Told::get("How far a job is.")).object::<JobState>(200, "The job."),
            jobs::state,
        )
        .at(
            "/jobs/{id}",
            of_job(Told::delete("Ends a job; what it has counted so far is kept."))
                .object::<JobState>(200, "The job."),
            jobs::cancel,
        )
        .at(
            "/jobs/{id}/events",
            of_job(events).events::<JobState>("The events; each holds the job.", &["progress", "end"]),
            jobs::events,
        )
        .at("/campaigns", campaigns.document::<CampaignsDocument>(), campaigns::list)
        .at("/campaigns/{id}", status, campaigns::status)
}

impl Addresses {
    /// One more that answers always the same.
    fn get<D: Document + ToSchema + 'static>(self, path: &str, words: &str, document: fn() -> D) -> Self {
        self.at(path, Told::get(words).document::<D>(), move || async move { Json::of(&document()) })
    }

    /// One more that is sent an object and answers with a document: what `work` makes of it on a thread of its own.
    fn post<R, D>(
        self,
        path: &str,
        words: &str,
        example: &Value,
        work: fn(&R, &Turn) -> Result<D, Fault>,
    ) -> Self
    where
        R: Asked,
        D: Document + ToSchema + 'static,
    {
        let told = Told::post(words).sends::<R>(example).document::<D>();
        self.at(path, told, move |State(shared): State<Shared>, request: Request| {
            answer(shared, request, move |asked: &R, turn: &Turn| Json::of(&work(asked, turn)?))
        })
    }
}
