//! What one should know of an engine.

use crate::question::Question;
use queens_model::unsupported::{Parameter, Unsupported};

/// What an engine finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every solution, each once.
    All,
    /// One solution, if it ends at all.
    One,
    /// How many solutions there are, without visiting them.
    Count,
    /// The answer of a question of its own.
    Special,
}

impl Completeness {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Completeness::All => "all solutions",
            Completeness::One => "one solution",
            Completeness::Count => "the number of solutions",
            Completeness::Special => "the answer of its own question",
        }
    }

    /// Its name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Completeness::All => "all",
            Completeness::One => "one",
            Completeness::Count => "count",
            Completeness::Special => "special",
        }
    }
}

/// One figure that an engine keeps because its source does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureInfo {
    /// A word or two, for the head of a table.
    pub name: &'static str,
    /// What exactly is counted.
    pub words: &'static str,
}

/// What kind of step an engine tells of: see [`super::ladder::Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// A queen is put on a square.
    Place,
    /// A queen may not stand on a square.
    Reject,
    /// A queen is taken off.
    Remove,
    /// A solution stands.
    Solution,
}

impl StepKind {
    /// Its name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            StepKind::Place => "place",
            StepKind::Reject => "reject",
            StepKind::Remove => "remove",
            StepKind::Solution => "solution",
        }
    }
}

/// A line of the idea of an engine, as one would write it on a blackboard; two spaces set it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdeaLine {
    /// The line.
    pub text: &'static str,
    /// The steps that happen there, if any: an engine is on this line at every step of this kind.
    pub step: Option<IdeaStep>,
}

/// The steps that happen on a line of the idea of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdeaStep {
    /// Their kind.
    pub kind: StepKind,
    /// A sentence that is true of each of them, with placeholders: `{square}`, its `{row}` and `{column}` from 1,
    /// `{piece}`; of a rejected square `{attack}`, such as "attacked by the queen on a1"; of a solution its `{number}`
    /// and its `{queens}`.
    pub sentence: &'static str,
}

impl IdeaLine {
    /// A line without steps.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        IdeaLine { text, step: None }
    }

    /// The line at which the steps of a kind happen, with a sentence for them (see [`IdeaStep`]): there is one for each
    /// kind.
    #[must_use]
    pub const fn at(kind: StepKind, text: &'static str, sentence: &'static str) -> Self {
        IdeaLine { text, step: Some(IdeaStep { kind, sentence }) }
    }

    /// The line at which a solution is found.
    #[must_use]
    pub const fn found(text: &'static str) -> Self {
        IdeaLine::at(StepKind::Solution, text, "Solution {number}: {queens}.")
    }
}

/// What one should know of an engine: what it is, whose, when, how it works, what it costs, what it counts.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The word that selects it.
    pub id: &'static str,
    /// Its name in one line.
    pub title: &'static str,
    /// Year of the source.
    pub year: u16,
    /// Who wrote the source, or first described the engine.
    pub author: &'static str,
    /// Title and place of the source.
    pub source: &'static str,
    /// How it works, in three lines.
    pub how: [&'static str; 3],
    /// The same in a few lines of which one is current at each step; none for engines that tell no steps.
    pub idea: &'static [IdeaLine],
    /// Its own figures: what [`crate::Answer::figures`] holds, in the same order.
    pub figures: &'static [FigureInfo],
    /// Time as a function of the size n.
    pub time: &'static str,
    /// Memory as a function of the size n.
    pub memory: &'static str,
    /// What it finds.
    pub finds: Completeness,
    /// The largest n of the standard problem (or of the problem that it is for) whose answer comes within seconds;
    /// `None` where nobody has timed it.
    pub practical: Option<u32>,
    /// Whether it halves the work by the mirror symmetry of the board.
    pub mirrors: bool,
}

impl EngineInfo {
    /// Whether what the engine finds answers `question`.
    ///
    /// # Errors
    /// It does not; the way out is named.
    pub fn answers(&self, question: Question) -> Result<(), Unsupported> {
        let enumerates = matches!(
            question,
            Question::One
                | Question::All
                | Question::Count
                | Question::Unique
                | Question::Fundamental
                | Question::Classes
        );
        let is_answered = match self.finds {
            Completeness::All => enumerates,
            Completeness::One => question == Question::One,
            Completeness::Count => question == Question::Count,
            Completeness::Special => false,
        };
        if is_answered { Ok(()) } else { Err(self.wrong_question(question)) }
    }

    /// What to say of a question that the engine does not answer.
    #[must_use]
    pub fn wrong_question(&self, question: Question) -> Unsupported {
        let reason = match self.finds {
            Completeness::All => format!(
                "it finds solutions, which does not answer `{question}`: leave the engine open (see `queens engines`)"
            ),
            Completeness::One => {
                "it finds one solution, not all: ask for one (`queens solve`), or choose another engine"
                    .to_owned()
            }
            Completeness::Count => {
                format!(
                    "it only counts, which does not answer `{question}`: leave the engine open, or choose another"
                )
            }
            Completeness::Special => {
                format!(
                    "it does not answer `{question}`: leave the engine open (see `queens engines {}`)",
                    self.id
                )
            }
        };
        Unsupported::new(self.id, Parameter::Question, reason)
    }
}
