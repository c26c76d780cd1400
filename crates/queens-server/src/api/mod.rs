//! The API below `/api/v1` over HTTP.
//!
//! The crate `queens_api` reads and answers requests. This module receives them within
//! their bounds, gives each its turn, sends the answers, and keeps what needs a server:
//! jobs and campaigns.

mod campaigns;
mod jobs;
pub(crate) mod list;
mod race;
mod transport;

pub(crate) use jobs::JobTable;

use crate::ServerState;
use crate::routes::RouteTable;
use axum::extract::{Request, State};
use campaign::CampaignStatus;
use campaigns::CampaignsDocument;
use queens_api::{API_ROOT, CountJob, JobState, OperationSpec, endpoints};
use serde_json::json;
use std::sync::Arc;

/// Adds the routes of the API.
pub(crate) fn add_routes(mut table: RouteTable) -> RouteTable {
    for mut endpoint in endpoints() {
        let path = format!("{API_ROOT}{}", endpoint.path);
        let operation =
            std::mem::replace(&mut endpoint.operation, OperationSpec::get(""));
        let endpoint = Arc::new(endpoint);
        table = table.add_route(
            &path,
            operation,
            move |State(state): State<ServerState>, request: Request| {
                transport::answer_request(state, request, endpoint.clone())
            },
        );
    }
    add_campaign_routes(add_job_routes(table))
}

/// Describes an operation on one job.
fn of_job(operation: OperationSpec) -> OperationSpec {
    operation
        .with_parameter::<u64>("path", "id", "Number of the job.", &json!(1))
        .with_faults(&[404])
}

fn add_job_routes(table: RouteTable) -> RouteTable {
    let state = of_job(OperationSpec::get("Returns the state of a job."));
    let cancel = of_job(OperationSpec::delete(
        "Stops a job; its partial count is kept.",
    ));
    let events = of_job(OperationSpec::get(
        "Sends the state of a job until it ends, for at most a minute: server-sent events `progress`, and finally `end`.",
    ));
    let path = |below: &str| format!("{API_ROOT}/jobs{below}");
    table
        .add_route(&path(""), CountJob::start_operation(), jobs::start_job)
        .add_route(
            &path("/{id}"),
            state.with_object::<JobState>(200, "The job."),
            jobs::job_state,
        )
        .add_route(
            &path("/{id}"),
            cancel.with_object::<JobState>(200, "The job."),
            jobs::cancel_job,
        )
        .add_route(
            &path("/{id}/events"),
            events.with_events::<JobState>(
                "The events; each holds the job.",
                &["progress", "end"],
            ),
            jobs::stream_events,
        )
}

fn add_campaign_routes(table: RouteTable) -> RouteTable {
    let list = OperationSpec::get("Lists the campaigns of the server.")
        .with_document::<CampaignsDocument>();
    let status =
        OperationSpec::get("Returns the status of a campaign, at most two seconds old.")
            .with_parameter::<u64>("path", "id", "Number of the campaign.", &json!(1))
            .with_document::<CampaignStatus>()
            .with_faults(&[404, 422, 500, 503]);
    let path = |below: &str| format!("{API_ROOT}/campaigns{below}");
    table
        .add_route(&path(""), list, campaigns::list_campaigns)
        .add_route(&path("/{id}"), status, campaigns::campaign_status)
}
