//! Solutions with a line for each queen: pairs, words with two numbers, and numbers
//! alone.

use super::super::{Flow, SolutionSink};
use super::open::{MAX_WORD_PAIRS, WordPairLine};
use super::{TranscriptReader, boards};

impl TranscriptReader {
    /// Passes on numbers that are a solution, one on each line; others are totals.
    pub(super) fn end_column(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        let column = std::mem::take(&mut self.column);
        match column.lines.first() {
            Some(first) if column.is_solution() => self.list(
                first.line,
                column.lines.iter().map(|lone| Some(lone.number)).collect(),
                sink,
            ),
            _ => {
                column
                    .lines
                    .iter()
                    .for_each(|lone| sink.ignore(lone.line, &lone.text));
                self.numbers.extend(column.lines);
                Ok(())
            }
        }
    }

    /// Adds pairs: a solution in each group, or one pair of a solution on each line.
    pub(super) fn pair_groups(
        &mut self,
        at: u64,
        groups: Vec<Vec<[u32; 2]>>,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if let [group] = &groups[..]
            && let [pair] = group[..]
        {
            let (_, pairs) = self.pairs.get_or_insert((at, Vec::new()));
            pairs.push(pair);
            return Ok(());
        }
        self.end_pairs(sink)?;
        groups
            .into_iter()
            .try_for_each(|group| self.lists.push_pairs(at, group, sink))
    }

    /// Passes on pairs that were one to a line; a single one is no solution.
    pub(super) fn end_pairs(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        match self.pairs.take() {
            Some((line, pairs)) if pairs.len() > 1 => {
                self.lists.push_pairs(line, pairs, sink)
            }
            Some((line, pairs)) => {
                sink.ignore(line, &format!("{:?}", pairs[0]));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Adds a line of words that may name the row and the column of a queen.
    pub(super) fn word_pair(
        &mut self,
        one: WordPairLine,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let is_other = |first: &WordPairLine| !first.words().eq(one.words());
        if self.word_pairs.first().is_some_and(is_other)
            || self.word_pairs.len() > MAX_WORD_PAIRS
        {
            self.end_word_pairs(sink)?;
        }
        self.word_pairs.push(one);
        Ok(())
    }

    /// Passes on lines that name a row and a column each, if they name every row and
    /// every column once; others are words.
    pub(super) fn end_word_pairs(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        let lines = std::mem::take(&mut self.word_pairs);
        let Some(first) = lines.first() else {
            return Ok(());
        };
        let pairs: Vec<[u32; 2]> = lines.iter().map(|line| line.pair).collect();
        if boards::are_all_rows(&pairs) {
            return self.lists.push_pairs(first.line, pairs, sink);
        }
        lines
            .iter()
            .for_each(|line| sink.ignore(line.line, &line.text));
        Ok(())
    }
}
