//! A campaign of which an emulated card runs a part.

use crate::common::{SIZE, SOLUTIONS, opened, options};
use campaign::{
    BundleChoice, Campaign, CampaignPlan, CampaignRunOptions, Decomposition, VerifySample, audit, merge, run,
    verify,
};
use gpu::Emulated;
use queens::control::Limits;
use queens::engines::gpu::shards_on;
use queens::parallel::JobQuestion;
use queens::problem::Problem;
use queens::simd::Kernel;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

fn planned(engine: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = Problem::queens(SIZE).expect("a board");
    let plan =
        CampaignPlan::new(&problem, JobQuestion::Count, Some(engine.to_owned()), 2, "0", &Limits::default())
            .expect("a plan");
    plan.write(folder.path()).expect("room for a plan");
    folder
}

/// The campaign, its units run by a card.
fn on_a_card(folder: &Path) -> Result<Campaign, campaign::CampaignError> {
    let campaign = opened(folder);
    let work = shards_on(Arc::new(Emulated::default()), SIZE, Kernel::Auto).expect("a board for it");
    let by_processor =
        Decomposition::by_engine("join", &campaign.plan().job, Kernel::Auto).expect("units of join");
    campaign.with_decomposition(Decomposition {
        job: queens::parallel::Job::new(&by_processor.problem.to_string(), JobQuestion::Count, &*work),
        work,
        ..by_processor
    })
}

#[test]
fn a_card_and_the_processor_share_a_campaign() {
    let folder = planned("join");
    let bundle = |bundle, name| CampaignRunOptions { bundle: BundleChoice::This(bundle), ..options(name) };
    let campaign = on_a_card(folder.path()).expect("the same units");
    assert_eq!(run(&campaign, &bundle(0, "card")).expect("a run").kernel, "gpu");
    let campaign = opened(folder.path());
    run(&campaign, &bundle(1, "processor")).expect("a run");
    // The card runs units of the processor again; the processor, whatever its instructions, those of the card.
    let by_card = on_a_card(folder.path()).expect("the same units");
    let by_card = verify(&by_card, &VerifySample::All, &bundle(1, "check")).expect("other instructions");
    assert_eq!(by_card.kernels, ["gpu"]);
    let verified = verify(&campaign, &VerifySample::All, &options("check")).expect("other instructions");
    assert_eq!((verified.verified, verified.conflicts.len()), (campaign.plan().job.units, 0), "{verified:?}");
    assert_eq!(verified.units + by_card.units, verified.verified);
    assert_eq!(merge(&campaign, &Limits::default()).expect("all units").certificate.count, SOLUTIONS);
    assert!(audit(folder.path(), &Limits::default()).expect("a certificate").holds);
}

#[test]
fn an_engine_with_other_units_is_refused() {
    let folder = planned("rows");
    let refused = on_a_card(folder.path()).err().expect("other units").to_string();
    assert!(
        refused.contains("the units of this campaign are those of rows, and join has others"),
        "{refused}"
    );
}
