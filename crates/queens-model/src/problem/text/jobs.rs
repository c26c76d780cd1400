//! Words of the first line that stand for statements.

use super::{ProblemBuilder, Units, with_drawn_regions};
use crate::problem::{Bounds, Preset};

/// A word with the statements that it stands for; others override them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) word: &'static str,
    /// Numbers that rows and columns take if no statement names them.
    pub(super) lines: LineNumbers,
    pub(super) statements: &'static [(&'static str, &'static str)],
}

/// Numbers that rows and columns take if no statement names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineNumbers {
    /// As many as the variant says.
    Usual,
    /// As many as the variant says, or fewer.
    AtMost,
    /// Any number.
    Any,
}

/// Placeholder in the statements for the variant's piece, in the plural.
pub(super) const PIECES_WORD: &str = "PIECES";

pub(super) const ALL_JOBS: [Job; 7] = [
    Job {
        word: "dominating",
        lines: LineNumbers::Any,
        statements: &[
            ("peace", "none"),
            ("cover", "empty 1.."),
            ("best", "least number"),
        ],
    },
    Job {
        word: "independent-dominating",
        lines: LineNumbers::Any,
        statements: &[("cover", "empty 1.."), ("best", "least number")],
    },
    Job {
        word: "total-dominating",
        lines: LineNumbers::Any,
        statements: &[
            ("peace", "none"),
            ("cover", "1.."),
            ("best", "least number"),
        ],
    },
    Job {
        word: "maximal",
        lines: LineNumbers::Any,
        statements: &[("cover", "empty 1..")],
    },
    Job {
        word: "most",
        lines: LineNumbers::AtMost,
        statements: &[("best", "greatest number")],
    },
    Job {
        word: "armies",
        lines: LineNumbers::Any,
        statements: &[
            ("pieces", "white PIECES, black PIECES"),
            ("peace", "between"),
            ("equal", "all"),
            ("best", "greatest number of white"),
        ],
    },
    Job {
        word: "coloring",
        lines: LineNumbers::Any,
        statements: &[
            ("pieces", "any sets of PIECES"),
            ("peace", "within"),
            ("squares", "1"),
            ("best", "least number of sets"),
        ],
    },
];

/// Words of the first line of a text that stand for rules: `dominating`, `armies`, ...
pub const RULE_WORDS: [&str; ALL_JOBS.len()] = {
    let mut words = [""; ALL_JOBS.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = ALL_JOBS[at].word;
        at += 1;
    }
    words
};

impl Job {
    pub(super) fn find_word(word: &str) -> Option<Self> {
        ALL_JOBS
            .into_iter()
            .find(|job| job.word.eq_ignore_ascii_case(word))
    }

    /// Returns the value of a key that it stands for.
    pub(super) fn value_of(self, key: &str) -> Option<&'static str> {
        self.statements
            .iter()
            .find(|(known, _)| *known == key)
            .map(|&(_, value)| value)
    }
}

/// Returns the numbers that rows and columns take after a word, and with or without a
/// list of pieces.
pub(super) fn line_numbers(job: Option<Job>, has_pieces: bool) -> LineNumbers {
    if has_pieces {
        LineNumbers::Any
    } else {
        job.map_or(LineNumbers::Usual, |job| job.lines)
    }
}

/// Returns a builder for the variants with these names together: of a piece, of edges, of
/// a shape and of numbers.
pub(super) fn combine_presets(
    presets: &[Preset],
    rows: u32,
    columns: u32,
) -> ProblemBuilder {
    let plain = Preset::Queens.builder(rows, columns);
    let mut whole = plain.clone();
    for preset in presets {
        let part = preset.builder(rows, columns);
        if part.piece != plain.piece {
            whole.piece = part.piece;
        }
        if part.edges != plain.edges {
            whole.edges = part.edges;
        }
        if part.units != plain.units {
            whole.units = part.units;
        }
        if preset.board_shape().is_some() {
            whole = whole.with_shape(preset.board_shape());
        }
    }
    whole
}

/// Sources of the numbers that units take if no statement names them.
#[derive(Clone, Copy)]
pub(super) struct UsualUnits {
    pub(super) lines: LineNumbers,
    pub(super) has_regions: bool,
    pub(super) has_total: bool,
    pub(super) has_walls: bool,
}

impl UsualUnits {
    /// Returns the numbers for the piece and the units of `builder`.
    pub(super) fn usual_units(self, builder: &ProblemBuilder) -> Units {
        let mut units = builder.units;
        if self.lines == LineNumbers::Any {
            (units.row, units.column) = (Bounds::ANY, Bounds::ANY);
        }
        if self.lines == LineNumbers::AtMost {
            (units.row, units.column) = (
                Bounds::at_most(units.row.high()),
                Bounds::at_most(units.column.high()),
            );
        }
        if self.has_regions {
            units = with_drawn_regions(units);
        }
        if self.has_total {
            units = units.relaxed_for_total(&builder.piece, self.has_walls);
        }
        units
    }
}
