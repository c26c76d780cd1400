//! Text of job scripts.

use super::{JobScript, LOGS_FOLDER, Scheduler, ScriptFiles};
use crate::words::shell_word;
use crate::{Campaign, CampaignError};
use std::path::Path;

/// Minutes of a follow-up job, which reads all shards and adds them up.
const FOLLOW_UP_MINUTES: u64 = 60;

impl JobScript {
    /// Returns the files of script `number`. The list of bundles is another file.
    pub(super) fn files(
        &self,
        campaign: &Campaign,
        folder: &Path,
        number: u64,
    ) -> Result<ScriptFiles, CampaignError> {
        let stem = format!("submit-{}-{number}", self.scheduler.id());
        let text = ScriptText {
            script: self,
            campaign,
            folder,
            list: Self::list_name(self.scheduler, number),
            job: format!("{}-{number}", Self::job_name(campaign)),
            options: self
                .options
                .iter()
                .map(|option| word(option))
                .collect::<Result<_, _>>()?,
        };
        let shell = format!("{stem}.sh");
        let (job, index) = match self.scheduler {
            Scheduler::HtCondor => (
                (format!("{stem}.sub"), text.htcondor(&shell)),
                "$(($1 + 1))",
            ),
            Scheduler::Kubernetes => (
                (format!("{stem}.yaml"), text.kubernetes(&shell)),
                "$((JOB_COMPLETION_INDEX + 1))",
            ),
            _ => {
                let follow_up = text
                    .follow_up()?
                    .map(|text| (format!("{stem}-next.sh"), text));
                return Ok(ScriptFiles {
                    job: (shell, text.single()?),
                    shell: None,
                    follow_up,
                });
            }
        };
        Ok(ScriptFiles {
            job,
            shell: Some((shell, text.shell(&[], index))),
            follow_up: None,
        })
    }
}

/// Values from which the texts of a job script are made.
struct ScriptText<'s> {
    script: &'s JobScript,
    campaign: &'s Campaign,
    /// Absolute path of the campaign.
    folder: &'s Path,
    /// Name of the list of bundles.
    list: String,
    /// Name of the job.
    job: String,
    /// The scheduler's own options, quoted for its directives.
    options: Vec<String>,
}

impl ScriptText<'_> {
    /// Returns a script in one file.
    fn single(&self) -> Result<String, CampaignError> {
        let JobScript {
            threads,
            memory,
            throttle,
            ..
        } = self.script;
        let (job, threads, tasks) =
            (&self.job, (*threads).max(1), self.script.tasks.len());
        let (seconds, minutes) = (self.seconds(), self.minutes());
        let at_a_time = |before: &str| {
            throttle.map_or(String::new(), |most| format!("{before}{most}"))
        };
        Ok(match self.script.scheduler {
            Scheduler::Slurm => self.slurm()?,
            Scheduler::HyperQueue => {
                let mut lines = vec![
                    format!("#HQ --name={job}"),
                    format!("#HQ --array=1-{tasks}"),
                    format!("#HQ --cpus={threads}"),
                    format!("#HQ --time-limit={seconds}s"),
                    format!("#HQ --stdout={LOGS_FOLDER}/hq-%{{JOB_ID}}-%{{TASK_ID}}.log"),
                    format!("#HQ --stderr={LOGS_FOLDER}/hq-%{{JOB_ID}}-%{{TASK_ID}}.err"),
                ];
                lines.extend(memory.map(|memory| format!("#HQ --resource mem={memory}")));
                self.shell(&self.with_options("#HQ", lines), "${HQ_TASK_ID}")
            }
            Scheduler::Pbs => {
                let memory =
                    memory.map_or(String::new(), |memory| format!(":mem={memory}mb"));
                let mut lines = vec![
                    format!("#PBS -N {job}"),
                    format!("#PBS -l select=1:ncpus={threads}{memory}"),
                    format!("#PBS -l walltime={seconds}"),
                    "#PBS -r y".to_owned(),
                    "#PBS -j oe".to_owned(),
                    format!("#PBS -o {LOGS_FOLDER}/"),
                ];
                // An array has at least two tasks.
                if tasks > 1 {
                    lines.push(format!("#PBS -J 1-{tasks}{}", at_a_time("%")));
                }
                self.shell(&self.with_options("#PBS", lines), "${PBS_ARRAY_INDEX:-1}")
            }
            Scheduler::Sge => {
                let mut lines = vec![
                    format!("#$ -N {job}"),
                    format!("#$ -t 1-{tasks}"),
                    // The name of the parallel environment is the site's choice.
                    format!("#$ -pe smp {threads}"),
                    format!("#$ -l h_rt={seconds}"),
                    "#$ -r y".to_owned(),
                    "#$ -cwd".to_owned(),
                    "#$ -j y".to_owned(),
                    format!("#$ -o {LOGS_FOLDER}/"),
                ];
                lines.extend(throttle.map(|most| format!("#$ -tc {most}")));
                // For each thread.
                lines.extend(memory.map(|memory| {
                    format!("#$ -l h_vmem={}M", memory.div_ceil(threads as u64))
                }));
                self.shell(&self.with_options("#$", lines), "${SGE_TASK_ID}")
            }
            Scheduler::Lsf => {
                let mut lines = vec![
                    format!("#BSUB -J \"{job}[1-{tasks}]{}\"", at_a_time("%")),
                    format!("#BSUB -n {threads}"),
                    "#BSUB -R \"span[hosts=1]\"".to_owned(),
                    format!("#BSUB -W {minutes}"),
                    "#BSUB -r".to_owned(),
                    format!("#BSUB -o {LOGS_FOLDER}/lsf-%J-%I.log"),
                ];
                lines.extend(memory.map(|memory| format!("#BSUB -M {memory}MB")));
                self.shell(&self.with_options("#BSUB", lines), "${LSB_JOBINDEX}")
            }
            Scheduler::Parallel => {
                let jobs =
                    throttle.map_or(String::new(), |most| format!(" --jobs {most}"));
                let options = &self.script.options;
                let options = options.iter().fold(String::new(), |text, option| {
                    text + " " + &shell_word(option)
                });
                format!(
                    "#!/bin/sh\n{}{}\
                     # One line of the list at a time. --sshlogin runs tasks on other machines that share the folder.\n\
                     exec parallel -q{jobs} --joblog {LOGS_FOLDER}/{}.joblog{options} \\\n    \
                     {} campaign work . --bundle '{{}}' --threads {threads} :::: {}\n",
                    self.about(),
                    self.enter(),
                    self.job,
                    self.program(),
                    self.list
                )
            }
            _ => format!(
                "#!/bin/sh\n{}{}\
                 {program} campaign run . --threads {} || exit\n\
                 {program} campaign merge . && {program} campaign audit .\n",
                self.about(),
                self.enter(),
                self.script.threads,
                program = self.program()
            ),
        })
    }

    fn slurm(&self) -> Result<String, CampaignError> {
        let tasks = self.script.tasks.len();
        let throttle = self
            .script
            .throttle
            .map_or(String::new(), |most| format!("%{most}"));
        let mut lines = self.slurm_lines(&self.job, "slurm-%A-%a.log", self.minutes())?;
        lines.push(format!("#SBATCH --array=1-{tasks}{throttle}"));
        lines.push(format!(
            "#SBATCH --cpus-per-task={}",
            self.script.threads.max(1)
        ));
        Ok(self.shell(
            &self.with_options("#SBATCH", lines),
            "${SLURM_ARRAY_TASK_ID}",
        ))
    }

    /// Returns the job after the tasks: it submits what is missing, or adds up
    /// everything.
    fn follow_up(&self) -> Result<Option<String>, CampaignError> {
        let Some(follow_up) = &self.script.follow_up else {
            return Ok(None);
        };
        let job = format!("{}-next", self.job);
        let mut lines = self.slurm_lines(&job, "slurm-%j-next.log", FOLLOW_UP_MINUTES)?;
        for option in &follow_up.options {
            lines.push(format!("#SBATCH {}", word(option)?));
        }
        let arguments = follow_up
            .arguments
            .iter()
            .map(|argument| shell_word(argument))
            .collect::<Vec<_>>();
        Ok(Some(format!(
            "#!/bin/sh\n\
             # Runs after the job {}: submits the bundles with missing units, or merges and audits if there are none.\n\
             {}{}exec {} {}\n",
            self.job,
            self.with_options("#SBATCH", lines).join("\n") + "\n",
            self.enter(),
            self.program(),
            arguments.join(" ")
        )))
    }

    /// Returns the directives of both jobs.
    fn slurm_lines(
        &self,
        job: &str,
        log: &str,
        minutes: u64,
    ) -> Result<Vec<String>, CampaignError> {
        let mut lines = vec![
            format!("#SBATCH --job-name={job}"),
            "#SBATCH --ntasks=1".to_owned(),
            format!("#SBATCH --time={minutes}"),
            // Slurm itself runs the tasks of a failed node again.
            "#SBATCH --requeue".to_owned(),
            "#SBATCH --open-mode=append".to_owned(),
            format!(
                "#SBATCH --output={}/{LOGS_FOLDER}/{log}\"",
                slurm_path(self.folder)?
            ),
        ];
        lines.extend(
            self.script
                .memory
                .map(|memory| format!("#SBATCH --mem={memory}M")),
        );
        if !self.script.exclude.is_empty() {
            lines.push(format!(
                "#SBATCH --exclude={}",
                self.script.exclude.join(",")
            ));
        }
        Ok(lines)
    }

    fn htcondor(&self, shell: &str) -> String {
        let JobScript {
            threads,
            memory,
            throttle,
            ..
        } = self.script;
        let mut text = format!(
            "{}executable = /bin/sh\n\
             arguments = {shell} $(Process)\n\
             transfer_executable = false\n\
             should_transfer_files = NO\n\
             initialdir = {}\n\
             request_cpus = {}\n\
             output = {LOGS_FOLDER}/htcondor-$(Cluster)-$(Process).log\n\
             error = {LOGS_FOLDER}/htcondor-$(Cluster)-$(Process).err\n\
             log = {LOGS_FOLDER}/htcondor-$(Cluster).events\n",
            self.about(),
            self.folder.display(),
            (*threads).max(1)
        );
        if let Some(memory) = memory {
            text += &format!("request_memory = {memory}MB\n");
        }
        if let Some(most) = throttle {
            text += &format!("max_materialize = {most}\n");
        }
        for option in &self.script.options {
            text += &format!("{option}\n");
        }
        text + &format!("queue {}\n", self.script.tasks.len())
    }

    /// Returns a manifest. The image and the claim of the volume are names for the user
    /// to replace.
    fn kubernetes(&self, shell: &str) -> String {
        let JobScript {
            threads,
            memory,
            throttle,
            tasks,
            ..
        } = self.script;
        let quoted = |text: String| serde_json::Value::String(text).to_string();
        let memory =
            memory.map_or(String::new(), |memory| format!(", memory: {memory}Mi"));
        format!(
            "{}# Replace IMAGE by an image with this program, and CLAIM by the claim of the volume that holds the campaign.\n\
             apiVersion: batch/v1\n\
             kind: Job\n\
             metadata:\n  name: {}\n\
             spec:\n  completionMode: Indexed\n  completions: {}\n  parallelism: {}\n  backoffLimit: {}\n  \
             template:\n    spec:\n      restartPolicy: Never\n      activeDeadlineSeconds: {}\n      \
             containers:\n      - name: queens\n        image: IMAGE\n        \
             command: [sh, {}]\n        resources:\n          requests: {{cpu: {threads}{memory}}}\n          \
             limits: {{cpu: {threads}{memory}}}\n        volumeMounts:\n        - name: campaign\n          mountPath: {}\n      \
             volumes:\n      - name: campaign\n        persistentVolumeClaim:\n          claimName: CLAIM\n",
            self.about(),
            self.job,
            tasks.len(),
            throttle.unwrap_or(tasks.len() as u64),
            tasks.len(),
            self.seconds(),
            quoted(self.folder.join(shell).display().to_string()),
            quoted(self.folder.display().to_string()),
            threads = (*threads).max(1),
        )
    }

    /// Returns a script of which task `index`, from 1 on, works on the bundles in that
    /// line of the list. A task stops before the scheduler would kill it.
    fn shell(&self, directives: &[String], index: &str) -> String {
        let directives = directives
            .iter()
            .fold(String::new(), |text, line| text + line + "\n");
        format!(
            "#!/bin/sh\n{}{directives}{}\
             bundles=$(sed -n \"{index}p\" {})\n\
             {} campaign work . --bundle \"$bundles\" --threads {} --time-limit {}s\n\
             status=$?\n\
             # 3: the time was up, which is no failure of the task. What is left is submitted again.\n\
             [ $status -ne 3 ] || status=0\n\
             exit $status\n",
            self.about(),
            self.enter(),
            self.list,
            self.program(),
            self.script.threads.max(1),
            self.script.work_time().as_secs()
        )
    }

    /// Returns comments about the script.
    fn about(&self) -> String {
        let problem = self
            .campaign
            .plan
            .job
            .problem
            .lines()
            .next()
            .unwrap_or_default();
        let bundles: usize = self.script.tasks.iter().map(Vec::len).sum();
        let about = format!(
            "# Units of the campaign {}: {problem}, {bundles} of {} bundles. Submit it in the folder of the campaign.\n",
            JobScript::job_name(self.campaign),
            self.campaign.plan.bundles
        );
        if self.script.scheduler == Scheduler::Local {
            return about;
        }
        about
            + &format!(
                "# Line K of {} has the bundles of task K. Units in shards are not run again.\n",
                self.list
            )
    }

    /// Returns the line that enters the folder of the campaign.
    fn enter(&self) -> String {
        format!(
            "cd {} || exit\n",
            shell_word(&self.folder.display().to_string())
        )
    }

    fn program(&self) -> String {
        shell_word(&self.script.program.display().to_string())
    }

    /// Returns directives followed by the options of the user.
    fn with_options(&self, mark: &str, mut lines: Vec<String>) -> Vec<String> {
        lines.extend(self.options.iter().map(|option| format!("{mark} {option}")));
        lines
    }

    fn seconds(&self) -> u64 {
        self.script.task_seconds()
    }

    fn minutes(&self) -> u64 {
        self.seconds().div_ceil(60)
    }
}

/// Quotes an option for a directive, which has the rules of neither a shell nor a C
/// string.
fn word(option: &str) -> Result<String, CampaignError> {
    if option.contains(['"', '\\', '\n']) {
        let reason =
            "an option in a script may not hold quotes, backslashes or line breaks";
        return Err(CampaignError::Input(format!(
            "{option}: {reason}; write it into the script with --write-only"
        )));
    }
    Ok(if option.contains([' ', '\'', '#', '\t']) {
        format!("\"{option}\"")
    } else {
        option.to_owned()
    })
}

/// Quotes a path for the beginning of `#SBATCH --output`, up to the closing quote: `%`
/// begins a pattern, and a backslash turns patterns off.
fn slurm_path(folder: &Path) -> Result<String, CampaignError> {
    let text = folder.display().to_string();
    if text.contains(['\\', '\n']) {
        let reason = "Slurm writes no logs into a folder with a backslash or a line break in its name: rename it";
        return Err(CampaignError::Input(format!("{text}: {reason}")));
    }
    Ok(format!(
        "\"{}",
        text.replace('%', "%%").replace('"', "\\\"")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Slurm 22.05.8 reads such a path.
    #[test]
    fn paths_of_slurm_are_quoted() {
        let path = slurm_path(Path::new("/x y/100%j/'q'/\"d\"/#/$e")).expect("a path");
        assert_eq!(path, r#""/x y/100%%j/'q'/\"d\"/#/$e"#);
        assert!(slurm_path(Path::new("/a\\b")).is_err());
        assert!(word("--comment=a\"b").is_err());
        assert_eq!(
            word("--comment=a b").ok(),
            Some("\"--comment=a b\"".to_owned())
        );
    }
}
