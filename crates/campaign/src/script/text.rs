//! Text of job scripts.

use super::{JobScript, LOGS_FOLDER, Scheduler, ScriptFiles};
use crate::words::shell_word;
use crate::{Campaign, CampaignError};
use std::path::Path;

/// Minutes of a follow-up job, which reads all shards and adds them up.
const FOLLOW_UP_MINUTES: u64 = 60;

impl JobScript {
    /// Returns the files of script `number`. The list of bundles is another file.
    pub(super) fn write_files(
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
                .map(|option| quote_option(option))
                .collect::<Result<_, _>>()?,
        };
        let shell = format!("{stem}.sh");
        let (job, index) = match self.scheduler {
            Scheduler::HtCondor => (
                (format!("{stem}.sub"), text.htcondor_text(&shell)),
                "$(($1 + 1))",
            ),
            Scheduler::Kubernetes => (
                (format!("{stem}.yaml"), text.kubernetes_text(&shell)),
                "$((JOB_COMPLETION_INDEX + 1))",
            ),
            _ => {
                let follow_up = text
                    .follow_up()?
                    .map(|text| (format!("{stem}-next.sh"), text));
                return Ok(ScriptFiles {
                    job: (shell, text.single_text()?),
                    shell: None,
                    follow_up,
                });
            }
        };
        Ok(ScriptFiles {
            job,
            shell: Some((shell, text.shell_text(&[], index))),
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
    fn single_text(&self) -> Result<String, CampaignError> {
        Ok(match self.script.scheduler {
            Scheduler::Slurm => self.slurm_text()?,
            Scheduler::HyperQueue => self.hyperqueue_text(),
            Scheduler::Pbs => self.pbs_text(),
            Scheduler::Sge => self.sge_text(),
            Scheduler::Lsf => self.lsf_text(),
            Scheduler::Parallel => self.parallel_text(),
            _ => self.local_text(),
        })
    }

    /// Number of threads of a task.
    fn task_threads(&self) -> usize {
        self.script.threads.max(1)
    }

    /// Returns the greatest number of tasks at a time, after these characters; nothing if
    /// there is no such number.
    fn throttle_text(&self, before: &str) -> String {
        match self.script.throttle {
            Some(most) => format!("{before}{most}"),
            None => String::new(),
        }
    }

    fn slurm_text(&self) -> Result<String, CampaignError> {
        let tasks = self.script.tasks.len();
        let throttle = self.throttle_text("%");
        let mut lines =
            self.slurm_lines(&self.job, "slurm-%A-%a.log", self.time_limit_minutes())?;
        lines.push(format!("#SBATCH --array=1-{tasks}{throttle}"));
        lines.push(format!("#SBATCH --cpus-per-task={}", self.task_threads()));
        Ok(self.shell_text(
            &self.with_options("#SBATCH", lines),
            "${SLURM_ARRAY_TASK_ID}",
        ))
    }

    fn hyperqueue_text(&self) -> String {
        let mut lines = vec![
            format!("#HQ --name={}", self.job),
            format!("#HQ --array=1-{}", self.script.tasks.len()),
            format!("#HQ --cpus={}", self.task_threads()),
            format!("#HQ --time-limit={}s", self.time_limit_seconds()),
            format!("#HQ --stdout={LOGS_FOLDER}/hq-%{{JOB_ID}}-%{{TASK_ID}}.log"),
            format!("#HQ --stderr={LOGS_FOLDER}/hq-%{{JOB_ID}}-%{{TASK_ID}}.err"),
        ];
        if let Some(memory) = self.script.memory {
            lines.push(format!("#HQ --resource mem={memory}"));
        }
        self.shell_text(&self.with_options("#HQ", lines), "${HQ_TASK_ID}")
    }

    fn pbs_text(&self) -> String {
        let memory = match self.script.memory {
            Some(memory) => format!(":mem={memory}mb"),
            None => String::new(),
        };
        let mut lines = vec![
            format!("#PBS -N {}", self.job),
            format!("#PBS -l select=1:ncpus={}{memory}", self.task_threads()),
            format!("#PBS -l walltime={}", self.time_limit_seconds()),
            "#PBS -r y".to_owned(),
            "#PBS -j oe".to_owned(),
            format!("#PBS -o {LOGS_FOLDER}/"),
        ];
        // An array has at least two tasks.
        let tasks = self.script.tasks.len();
        if tasks > 1 {
            lines.push(format!("#PBS -J 1-{tasks}{}", self.throttle_text("%")));
        }
        self.shell_text(&self.with_options("#PBS", lines), "${PBS_ARRAY_INDEX:-1}")
    }

    fn sge_text(&self) -> String {
        let threads = self.task_threads();
        let mut lines = vec![
            format!("#$ -N {}", self.job),
            format!("#$ -t 1-{}", self.script.tasks.len()),
            // The name of the parallel environment is the site's choice.
            format!("#$ -pe smp {threads}"),
            format!("#$ -l h_rt={}", self.time_limit_seconds()),
            "#$ -r y".to_owned(),
            "#$ -cwd".to_owned(),
            "#$ -j y".to_owned(),
            format!("#$ -o {LOGS_FOLDER}/"),
        ];
        if let Some(most) = self.script.throttle {
            lines.push(format!("#$ -tc {most}"));
        }
        if let Some(memory) = self.script.memory {
            // For each thread.
            let each = memory.div_ceil(threads as u64);
            lines.push(format!("#$ -l h_vmem={each}M"));
        }
        self.shell_text(&self.with_options("#$", lines), "${SGE_TASK_ID}")
    }

    fn lsf_text(&self) -> String {
        let tasks = self.script.tasks.len();
        let throttle = self.throttle_text("%");
        let mut lines = vec![
            format!("#BSUB -J \"{}[1-{tasks}]{throttle}\"", self.job),
            format!("#BSUB -n {}", self.task_threads()),
            "#BSUB -R \"span[hosts=1]\"".to_owned(),
            format!("#BSUB -W {}", self.time_limit_minutes()),
            "#BSUB -r".to_owned(),
            format!("#BSUB -o {LOGS_FOLDER}/lsf-%J-%I.log"),
        ];
        if let Some(memory) = self.script.memory {
            lines.push(format!("#BSUB -M {memory}MB"));
        }
        self.shell_text(&self.with_options("#BSUB", lines), "${LSB_JOBINDEX}")
    }

    fn parallel_text(&self) -> String {
        let mut options = String::new();
        for option in &self.script.options {
            options += " ";
            options += &shell_word(option);
        }
        format!(
            "#!/bin/sh\n{}{}\
             # One line of the list at a time. --sshlogin runs tasks on other machines that share the folder.\n\
             exec parallel -q{} --joblog {LOGS_FOLDER}/{}.joblog{options} \\\n    \
             {} campaign work . --bundle '{{}}' --threads {} :::: {}\n",
            self.about_text(),
            self.enter_folder(),
            self.throttle_text(" --jobs "),
            self.job,
            self.program_text(),
            self.task_threads(),
            self.list
        )
    }

    /// Returns a script that runs the whole campaign on one machine.
    fn local_text(&self) -> String {
        format!(
            "#!/bin/sh\n{}{}\
             {program} campaign run . --threads {} || exit\n\
             {program} campaign merge . && {program} campaign audit .\n",
            self.about_text(),
            self.enter_folder(),
            self.script.threads,
            program = self.program_text()
        )
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
            lines.push(format!("#SBATCH {}", quote_option(option)?));
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
            self.enter_folder(),
            self.program_text(),
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

    fn htcondor_text(&self, shell: &str) -> String {
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
            self.about_text(),
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
    fn kubernetes_text(&self, shell: &str) -> String {
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
            self.about_text(),
            self.job,
            tasks.len(),
            throttle.unwrap_or(tasks.len() as u64),
            tasks.len(),
            self.time_limit_seconds(),
            quoted(self.folder.join(shell).display().to_string()),
            quoted(self.folder.display().to_string()),
            threads = (*threads).max(1),
        )
    }

    /// Returns a script of which task `index`, from 1 on, works on the bundles in that
    /// line of the list. A task stops before the scheduler would kill it.
    fn shell_text(&self, directives: &[String], index: &str) -> String {
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
            self.about_text(),
            self.enter_folder(),
            self.list,
            self.program_text(),
            self.script.threads.max(1),
            self.script.work_time().as_secs()
        )
    }

    /// Returns comments about the script.
    fn about_text(&self) -> String {
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
    fn enter_folder(&self) -> String {
        format!(
            "cd {} || exit\n",
            shell_word(&self.folder.display().to_string())
        )
    }

    fn program_text(&self) -> String {
        shell_word(&self.script.program.display().to_string())
    }

    /// Returns directives followed by the options of the user.
    fn with_options(&self, mark: &str, mut lines: Vec<String>) -> Vec<String> {
        lines.extend(self.options.iter().map(|option| format!("{mark} {option}")));
        lines
    }

    fn time_limit_seconds(&self) -> u64 {
        self.script.task_seconds()
    }

    fn time_limit_minutes(&self) -> u64 {
        self.time_limit_seconds().div_ceil(60)
    }
}

/// Quotes an option for a directive, which has the rules of neither a shell nor a C
/// string.
fn quote_option(option: &str) -> Result<String, CampaignError> {
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
        assert!(quote_option("--comment=a\"b").is_err());
        assert_eq!(
            quote_option("--comment=a b").ok(),
            Some("\"--comment=a b\"".to_owned())
        );
    }
}
