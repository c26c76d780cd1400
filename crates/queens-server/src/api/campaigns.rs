//! Campaigns: which there are, and how far each is.

use super::request::{Json, worked};
use crate::fault::Fault;
use crate::{Shared, WAIT};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use campaign::{CampaignError, CampaignStatus};
use queens::document::{Cell, Document, Table};
use serde::Serialize;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use utoipa::ToSchema;

/// For how long what was read is good enough: however many look, shards are not read more often.
const FRESH: Duration = Duration::from_secs(2);

/// The campaigns that the server shows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignsDocument {
    /// Each of them, by number.
    campaigns: Vec<CampaignEntry>,
}

/// A campaign.
#[derive(Debug, Serialize, ToSchema)]
struct CampaignEntry {
    /// Its number, from 1.
    id: u64,
    /// The name of its folder.
    name: String,
    /// The problem, in its text form.
    problem: String,
    /// The engine.
    engine: String,
    /// All units.
    units: u64,
    /// All bundles.
    bundles: u64,
}

impl Document for CampaignsDocument {
    const SCHEMA: &'static str = "queens/campaigns/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("id", "id").words("name", "name").words("problem", "problem");
        let mut table =
            head.words("engine", "engine").numbers("units", "units").numbers("bundles", "bundles");
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

/// Which there are.
pub(super) async fn list(State(shared): State<Shared>) -> Result<Json, Fault> {
    let entries = (1..).zip(shared.campaigns.all()).map(|(id, shown)| {
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
    Json::of(&CampaignsDocument { campaigns: entries.collect() })
}

/// How far one is: what `queens campaign status` says.
pub(super) async fn status(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json, Fault> {
    let number = id.parse().ok().and_then(|id: usize| id.checked_sub(1));
    let Some(shown) = number.and_then(|number| shared.campaigns.all().get(number)).cloned() else {
        let id: String = id.chars().take(40).collect();
        let detail = format!("there is no campaign {id}: `queens serve --campaign DIR` shows one");
        return Err(Fault::new(StatusCode::NOT_FOUND, detail));
    };
    // One reads, the others wait for what it finds.
    let Ok(mut last) = timeout(WAIT, shown.last.lock()).await else {
        let detail = "this campaign is being read: try again in a few seconds";
        return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, detail));
    };
    if let Some((read, status)) = last.as_ref()
        && read.elapsed() < FRESH
    {
        return Ok(status.clone());
    }
    let read = shown.clone();
    let status = worked(&shared, move |turn| {
        let status = CampaignStatus::of(&read.campaign, &turn.limits).map_err(|error| match error {
            CampaignError::Stopped(_) => {
                Fault::unanswerable(format!("{error}; `queens serve --answer-time TIME` gives it more time"))
            }
            error => Fault::unanswerable(error),
        })?;
        Json::of(&status)
    });
    let status = status.await?;
    *last = Some((Instant::now(), status.clone()));
    Ok(status)
}
