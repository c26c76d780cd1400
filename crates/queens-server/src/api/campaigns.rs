//! Campaigns: their list, and the status of each.

use super::transport::{content_response, run_in_turn};
use crate::fault::ServerFault;
use crate::{ServerState, TURN_TIMEOUT};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use campaign::{CampaignError, CampaignStatus, ShardIndex};
use queens::control::{clip, lock};
use queens::document::{Cell, Document, Table};
use queens_api::{AnswerContent, ApiFault};
use serde::Serialize;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use utoipa::ToSchema;

/// Maximum age of a status: the shards are not read more often.
const MAX_STATUS_AGE: Duration = Duration::from_secs(2);

/// Campaigns of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignsDocument {
    /// Campaigns by number.
    campaigns: Vec<CampaignEntry>,
}

/// Campaign of the list.
#[derive(Debug, Serialize, ToSchema)]
struct CampaignEntry {
    /// Number, from 1.
    id: u64,
    /// Name of its folder.
    name: String,
    /// Problem in text form.
    problem: String,
    /// Id of the engine.
    engine: String,
    /// Number of work units.
    units: u64,
    /// Number of bundles.
    bundles: u64,
}

impl Document for CampaignsDocument {
    const SCHEMA: &'static str = "queens/campaigns/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("id", "id")
            .words("name", "name")
            .words("problem", "problem");
        let mut table = head
            .words("engine", "engine")
            .numbers("units", "units")
            .numbers("bundles", "bundles");
        for entry in &self.campaigns {
            table.push([
                Cell::number(entry.id),
                Cell::words(&entry.name),
                Cell::words(&entry.problem),
                Cell::words(&entry.engine),
                Cell::number(entry.units),
                Cell::number(entry.bundles),
            ]);
        }
        table
    }
}

/// Lists the campaigns.
pub(super) async fn list_campaigns(
    State(state): State<ServerState>,
) -> Result<Response, ServerFault> {
    let entries = (1..).zip(state.campaigns.all()).map(|(id, shown)| {
        let plan = shown.campaign.plan();
        CampaignEntry {
            id,
            name: shown.name.clone(),
            problem: plan.job.problem.trim().to_owned(),
            engine: plan.job.engine.clone(),
            units: plan.job.units,
            bundles: plan.bundles,
        }
    });
    Ok(content_response(AnswerContent::json(&CampaignsDocument {
        campaigns: entries.collect(),
    })?))
}

/// Returns the status of a campaign, as `queens campaign status` does.
pub(super) async fn campaign_status(
    State(state): State<ServerState>,
    Path(id): Path<String>,
) -> Result<Response, ServerFault> {
    let number = id.parse().ok().and_then(|id: usize| id.checked_sub(1));
    let Some(shown) = number
        .and_then(|number| state.campaigns.all().get(number))
        .cloned()
    else {
        let id = clip(&id);
        let detail =
            format!("there is no campaign {id}: `queens serve --campaign DIR` shows one");
        return Err(ServerFault::new(StatusCode::NOT_FOUND, detail));
    };
    // One request reads the shards; the others wait for its result.
    let Ok(mut last) = timeout(TURN_TIMEOUT, shown.last.lock()).await else {
        let detail =
            "another request is reading this campaign: try again in a few seconds";
        return Err(ServerFault::new(StatusCode::SERVICE_UNAVAILABLE, detail));
    };
    if let Some((read, status)) = last.as_ref()
        && read.elapsed() < MAX_STATUS_AGE
    {
        return Ok(content_response(status.clone()));
    }
    let read = shown.clone();
    let status = run_in_turn(&state, move |context| {
        let index = &mut *lock(&read.index);
        let index = index.get_or_insert_with(|| ShardIndex::open(&read.campaign));
        let status = CampaignStatus::update(index, &read.campaign, &context.limits);
        let status = status.map_err(|error| match error {
            CampaignError::Stopped(_) => {
                let (done, all) = index.progress();
                ApiFault::unanswerable(format!(
                    "{error}: {done} of {all} shards are read so far, and the next request continues; \
                     `queens serve --answer-time TIME` allows more time"
                ))
            }
            error => ApiFault::unanswerable(error),
        })?;
        AnswerContent::json(&status)
    });
    let status = status.await?;
    *last = Some((Instant::now(), status.clone()));
    Ok(content_response(status))
}
