//! Diagnosis of a program from its answers.

use crate::fault::ApiFault;
use crate::request::{ApiRequest, RequestContext};
use queens::grade::{
    Board, DiagnosisDocument, MAX_BOARDS, MAX_SIZE, PrintedAnswer, SizeAnswer, diagnose,
};
use serde::Deserialize;
use std::collections::BTreeSet;
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DiagnoseRequest {
    /// The answers, each for another size.
    answers: Vec<AnswerRequest>,
}

impl ApiRequest for DiagnoseRequest {
    /// As many lists as `/verify` takes.
    const BODY_FACTOR: usize = 4;
}

#[derive(Debug, Deserialize, ToSchema)]
struct AnswerRequest {
    /// The size, from 1 to 12.
    #[schema(minimum = 1, maximum = 12)]
    n: u32,
    /// Lists of any length: the column of the queen in each row, from 0.
    solutions: Vec<Vec<i64>>,
    /// False if the program did not end by itself.
    #[serde(default = "is_whole_by_default")]
    whole: bool,
}

fn is_whole_by_default() -> bool {
    true
}

/// Says what is wrong with the answers of a program.
pub(crate) fn diagnose_answers(
    request: &DiagnoseRequest,
    context: &RequestContext,
) -> Result<DiagnosisDocument, ApiFault> {
    let mut sizes = BTreeSet::new();
    let mut answers = Vec::new();
    for AnswerRequest {
        n,
        solutions,
        whole,
    } in &request.answers
    {
        let most = MAX_SIZE.min(context.max_board);
        if !(1..=most).contains(n) {
            return Err(ApiFault::unanswerable(format!(
                "'n' is {n}: use sizes from 1 to {most}"
            )));
        }
        if !sizes.insert(*n) {
            return Err(ApiFault::unanswerable(format!(
                "n = {n} has two answers: put them into one"
            )));
        }
        if solutions.len() > MAX_BOARDS {
            return Err(ApiFault::unanswerable(format!(
                "there are {} lists for n = {n}: send at most {MAX_BOARDS}",
                solutions.len()
            )));
        }
        let boards = solutions.iter().map(|list| Board::from_columns(list));
        answers.push(SizeAnswer {
            n: *n,
            answer: PrintedAnswer::Boards(boards.collect()),
            is_whole: *whole,
        });
    }
    Ok(DiagnosisDocument::from(&diagnose(&answers)))
}
