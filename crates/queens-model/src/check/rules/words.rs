//! Pieces and their numbers in words.

use super::RuleCheck;
use crate::placement::Label;
use crate::problem::rules::Invariance;
use control::counted;

impl RuleCheck<'_> {
    /// Names one piece, with its set.
    pub(super) fn piece_words(&self, label: Label) -> String {
        self.kind_of(label).singular() + &self.set_words(label)
    }

    fn set_words(&self, label: Label) -> String {
        let set = u32::from(label.set) + 1;
        if self.kind_of(label).is_sets {
            format!(" of set {set}")
        } else {
            String::new()
        }
    }

    /// Names so many pieces of one kind or set.
    pub(super) fn label_count_words(&self, count: u32, label: Label) -> String {
        counted(count, &self.kind_of(label).singular()) + &self.set_words(label)
    }

    /// Names so many pieces of some kinds.
    pub(super) fn count_words(&self, count: u32, kinds: &[usize]) -> String {
        if let [kind] = kinds {
            return counted(count, &self.rules.kinds[*kind].singular());
        }
        let pieces = counted(count, "piece");
        if *kinds == self.rules.all_kinds() {
            return pieces;
        }
        let names: Vec<String> = kinds
            .iter()
            .map(|&kind| self.rules.kinds[kind].singular())
            .collect();
        format!("{pieces} ({})", names.join(", "))
    }
}

impl Invariance {
    pub(super) fn words(self) -> &'static str {
        match self {
            Invariance::HalfTurn => "a half turn",
            Invariance::QuarterTurn => "a quarter turn",
            Invariance::Mirror => "an exchange of left and right",
            Invariance::Diagonal => "an exchange of rows and columns",
            Invariance::Shift => "any shift of one row and some columns",
        }
    }
}
