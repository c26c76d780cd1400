//! `queens campaign verify`: units run again, those of a campaign or of an archive.

use super::work::RunArgs;
use super::{CampaignFailure, open_campaign, run_options};
use crate::args::{TableFormat, whole_number};
use crate::console::{Console, fresh_seed};
use crate::exit::{Exit, Failure, stopped_in_words};
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several, write_document};
use campaign::{
    Archive, BundleChoice, CampaignRunOptions, Verification, VerifySample, verify,
};
use clap::Args;
use queens::parallel;

#[derive(Debug, Args)]
#[command(mut_arg("folder", |folder| folder.help("The folder of the campaign, or the file of an archive")))]
#[command(after_long_help = "\
Several verifications of one campaign may run at once: no unit is run again by two of them.\n\
\n\
Example:\n\
\x20 queens campaign verify n17 --sample 0.05\n\
\x20 queens campaign verify n17 --all --next         one bundle that nobody verifies\n\
\x20 queens campaign verify n17.txt.gz --unit 1234   one unit of an archive")]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    units: VerifyUnitsArgs,
    /// Only the units of this bundle, from 0 on
    #[arg(long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    bundle: Option<u64>,
    /// Only the units of the first bundle that has some and that no other verification
    /// works on
    #[arg(long, conflicts_with = "bundle")]
    next: bool,
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

/// Units to run again.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct VerifyUnitsArgs {
    /// Fraction of the units to run again, above 0 and up to 1: 0.05; --seed draws
    /// others, and for an archive a fresh seed is the default
    #[arg(long, value_name = "PART", value_parser = parse_fraction, allow_negative_numbers = true)]
    sample: Option<f64>,
    /// Run this unit again, from 0 on; several with commas
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', value_parser = whole_number, allow_negative_numbers = true)]
    unit: Vec<u64>,
    /// Run all units again, as a record requires
    #[arg(long)]
    all: bool,
}

impl VerifyUnitsArgs {
    fn choose_sample(&self, seed: u64) -> VerifySample {
        match self.sample {
            Some(part) => VerifySample::Drawn { part, seed },
            None if self.all => VerifySample::All,
            None => VerifySample::Units(self.unit.iter().copied().collect()),
        }
    }
}

/// Reads a fraction.
fn parse_fraction(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if part > 0.0 && part <= 1.0 => Ok(part),
        _ => Err(format!(
            "'{text}' is not a fraction: use a number above 0 and up to 1"
        )),
    }
}

pub(super) fn run_verify(
    args: &VerifyArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let progress =
        ProgressDisplay::start_share(console, "running units again".to_owned());
    let show = |state: &parallel::RunProgress| progress.done_of_all(state.done);
    let bundle = match args.bundle {
        Some(bundle) => BundleChoice::This(bundle),
        None if args.next => BundleChoice::Next,
        None => BundleChoice::All,
    };
    let options = CampaignRunOptions {
        bundle,
        progress: Some(&show),
        ..run_options(args.run.threads, console)
    };
    let is_archive = args.run.folder.is_file();
    let verified = if is_archive {
        // Whoever wrote the archive does not know which units are drawn.
        let sample = args
            .units
            .choose_sample(console.seed().unwrap_or_else(fresh_seed));
        verify_archive(args, &sample, &options)?
    } else {
        // All verifications of a folder draw the same units.
        let sample = args.units.choose_sample(console.seed().unwrap_or(0));
        let campaign = open_campaign(&args.run.folder, args.run.kernel.into())?;
        verify(&campaign, &sample, &options)?
    };
    drop(progress);
    if args.format != TableFormat::Text || !verified.conflicts.is_empty() {
        write_document(args.format, &verified, console)?;
    }
    print_verification(&verified, console);
    if let Some(wrong) = verified.shown_from.filter(|_| is_archive) {
        console.say(format!(
            "the draw depends on all results: if {} or more of the units were wrong, it had one of them with a probability of 95 percent",
            grouped(wrong)
        ));
    }
    let verb = if is_archive {
        "agree with the archive"
    } else {
        "verified so far"
    };
    console.say(format!(
        "{} of {} {verb}",
        grouped(verified.verified),
        several(verified.all_units, "unit")
    ));
    Ok(if verified.conflicts.is_empty() {
        verified.outcome.into()
    } else {
        Exit::CheckFailed
    })
}

/// Runs units of an archive again.
fn verify_archive(
    args: &VerifyArgs,
    sample: &VerifySample,
    options: &CampaignRunOptions<'_>,
) -> Result<Verification, CampaignFailure> {
    if options.bundle != BundleChoice::All {
        let reason = "an archive has no bundles: use --unit, --sample or --all without --bundle and --next";
        return Err(Failure::input(reason).into());
    }
    let limits = options.limits.started();
    let archive = Archive::read(&args.run.folder, &limits)?;
    let decomposition = archive.decomposition(args.run.kernel.into())?;
    let options = CampaignRunOptions {
        limits,
        ..options.clone()
    };
    Ok(archive.verify(sample, &decomposition, &options)?)
}

/// Prints the units that were run again, and the consequences.
fn print_verification(verified: &Verification, console: &Console) {
    for aside in &verified.set_aside {
        console.warn(format!(
            "error: all units of {} with version {} are quarantined: count them again on another host",
            aside.host, aside.program
        ));
    }
    if verified.elsewhere > 0 {
        let bundles = several(verified.elsewhere, "bundle");
        console.say(format!(
            "{bundles} left to other verifications, which work on them"
        ));
    }
    let left = verified.of_units.saturating_sub(verified.units);
    let left = if left > 0 {
        format!(", {} more to run", grouped(left))
    } else {
        String::new()
    };
    console.say(format!(
        "{} of {} recomputed{}{left}{} ({})",
        grouped(verified.units),
        several(verified.all_units, "unit"),
        verified
            .seed
            .map_or(String::new(), |seed| format!(", drawn with seed {seed}")),
        stopped_in_words(verified.outcome),
        if verified.kernels.is_empty() {
            "nothing to do".to_owned()
        } else {
            verified.kernels.join(", ")
        }
    ));
}
