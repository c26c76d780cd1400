//! Two campaigns of one count.

use crate::common::{opened, options, shards};
use crate::verified::falsify;
use campaign::{
    BundleChoice, CampaignComparison, CampaignPlan, CampaignRunOptions, archive, compare,
    merge, run,
};
use queens::control::Limits;
use queens::parallel::JobQuestion;
use queens::problem::Problem;
use std::path::Path;
use tempfile::TempDir;

fn planned(problem: &str, engine: &str, bundles: u64) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let problem: Problem = problem.parse().expect("a problem");
    let (question, engine) = (JobQuestion::Count, Some(engine.to_owned()));
    let plan =
        CampaignPlan::new(&problem, question, engine, bundles, "0", &Limits::default())
            .expect("a plan");
    plan.write(folder.path()).expect("room");
    folder
}

fn counted(problem: &str, engine: &str, bundles: u64) -> TempDir {
    let folder = planned(problem, engine, bundles);
    run(&opened(folder.path()), &options("first")).expect("a run");
    folder
}

fn compared(one: &Path, other: &Path) -> CampaignComparison {
    compare(one, other, &Limits::default()).expect("two campaigns of one count")
}

/// Two engines have different units, and one sum: A000170.
#[test]
fn sums_of_two_engines_agree() {
    let [rows, join] = ["rows", "join"].map(|engine| counted("queens 9", engine, 3));
    let both = compared(rows.path(), join.path());
    assert!(
        both.holds() && both.sums_agree == Some(true) && !both.same_engine,
        "{both:?}"
    );
    assert_eq!((both.shared_units, both.differing_units), (None, 0));
    assert_eq!(
        both.campaigns
            .each_ref()
            .map(|campaign| campaign.count.as_str()),
        ["352", "352"]
    );
    assert_eq!(both.common_hosts.len(), 1);
    let said = both.in_words().join("\n");
    for words in [
        "the sums agree",
        "different units",
        "in common: ",
        "different: engine",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

/// An archive is a campaign as well, and so is a folder with other bundles that is not
/// finished.
#[test]
fn units_of_one_engine_are_compared_one_by_one() {
    let [one, other] = [(); 2].map(|()| planned("queens 9", "rows", 2));
    let rest = planned("queens 9", "rows", 7);
    run(&opened(one.path()), &options("first")).expect("a run");
    let bundle = CampaignRunOptions {
        bundle: BundleChoice::This(1),
        ..options("second")
    };
    run(&opened(other.path()), &bundle).expect("a run");
    let both = compared(one.path(), other.path());
    assert!(
        both.holds() && both.sums_agree.is_none() && both.same_engine,
        "{both:?}"
    );
    assert_eq!(both.shared_units, Some(both.campaigns[1].done));
    assert!(
        both.shared_units > Some(0) && both.campaigns[1].done < both.campaigns[1].units
    );
    merge(&opened(one.path()), &Limits::default()).expect("all units");
    let file = one.path().join("all.gz");
    archive(&opened(one.path()), &file, &Limits::default()).expect("an archive");
    run(&opened(rest.path()), &options("first")).expect("a run");
    let both = compared(&file, rest.path());
    assert!(both.holds() && both.sums_agree == Some(true), "{both:?}");
    assert_eq!(both.shared_units, Some(both.campaigns[0].units));
}

/// With a queen on a1, of which nothing is published.
#[test]
fn contradictions_are_named() {
    let problem = "8\ngivens: a1";
    let [right, wrong] = [(); 2].map(|()| counted(problem, "rows", 2));
    falsify(&shards(wrong.path())[0]);
    let both = compared(right.path(), wrong.path());
    assert!(!both.holds() && both.sums_agree == Some(false), "{both:?}");
    assert_eq!(
        (
            both.differing_units,
            both.differing.len(),
            both.contradictions.len()
        ),
        (1, 1, 2),
        "{both:?}"
    );
    let [first, second] = [&both.differing[0].first, &both.differing[0].second]
        .map(|result| result[0].parse::<u64>().expect("a count"));
    assert_eq!(second, first + 8);
    let said = both.in_words().join("\n");
    assert!(
        said.contains("the sums are 4 in ") && said.contains("contradict each other"),
        "{said}"
    );
    // A part of one adds up to more than the whole of the other.
    let part = planned(problem, "rows", 2);
    let shard = &shards(wrong.path())[0];
    std::fs::copy(shard, part.path().join(shard.file_name().expect("a name")))
        .expect("a copy");
    let both = compared(right.path(), part.path());
    assert!(both.sums_agree.is_none() && !both.holds(), "{both:?}");
    assert!(
        both.contradictions[0].contains("but all units of"),
        "{both:?}"
    );
    // A shard that a merge refuses.
    std::fs::write(part.path().join("bundle-1.lost-1.jsonl"), "{}\n").expect("room");
    let both = compared(part.path(), part.path());
    assert!(both.contradictions.is_empty() && !both.holds(), "{both:?}");
}

#[test]
fn different_counts_are_not_compared() {
    let [eight, nine] =
        ["queens 8", "queens 9"].map(|problem| planned(problem, "rows", 2));
    let refused = compare(eight.path(), nine.path(), &Limits::default())
        .expect_err("two counts")
        .to_string();
    assert!(
        refused.contains("compare two campaigns of the same count"),
        "{refused}"
    );
}
