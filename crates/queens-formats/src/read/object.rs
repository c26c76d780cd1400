//! Objects of JSON: documents, solutions, maps from rows to columns, and single queens.
//!
//! | object | meaning |
//! |---|---|
//! | `{"queens": ...}`, `{"columns": ...}`, `{"groups": ...}`, `{"solutions": ...}` | as this crate writes them |
//! | `{"board": ...}`, `{"result": {"board": ...}}` | the first field with a [board](super::wrapped), also within others; the rest is ignored |
//! | `{"row": 0, "col": 1}` | a queen, as in a list of pairs |
//! | `{"0": 1, "1": 3, ...}` | a [map](super::row_map) from rows to columns |

use super::json::Context;
use super::lists::{ItemSeed, ListItem, ListRow, from_columns};
use super::message::SolverMessage;
use super::pairs::{first_number, from_pairs};
use super::problem_document::{self, SCHEMA as PROBLEM_SCHEMA};
use super::row_map::RowMap;
use super::values::{
    COLUMN_KEYS, FieldValue, NamedQueens, NamedSize, PossibleColumn, PossibleText,
    ROW_KEYS,
};
use super::wrapped::{WrappedValue, is_board_key};
use super::{Numbering, line};
use crate::render::{DOCUMENT_SCHEMA, ENDING_SCHEMA, OBJECT_SCHEMA};
use control::clip;
use queens_engines::question::Question;
use queens_model::placement::Placement;
use queens_model::problem::Size;
use queens_model::relative::Group;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// Reason for an object that names two placements.
const OTHER_QUEENS: &str = "its 'queens' and its 'columns' are not the same placement";

/// Reason for an object with a board, or a list of solutions, and queens beside it.
const OTHER_SOLUTION: &str = "this object has a board or a list of solutions, and 'queens', 'columns' or 'groups': leave out one of them";

/// A document or a solution.
#[derive(Clone, Copy)]
pub(super) struct Object<'c, 'i, 'r, 's>(pub(super) &'c Context<'i, 'r, 's>);

impl<'de> DeserializeSeed<'de> for Object<'_, '_, '_, '_> {
    type Value = ListItem;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<ListItem, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_, '_, '_, '_> {
    type Value = ListItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ListItem, A::Error> {
        let fields = ObjectFields::read(self.0, map)?;
        match fields.queen() {
            Some(queen) => Ok(queen),
            None => fields.finish().map(|()| ListItem::Solutions),
        }
    }
}

/// Kind of a document, from its schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectKind {
    /// A list of solutions, a solution, or an object without a schema.
    Solutions,
    Problem,
    /// The line below a partial list.
    Ending,
}

/// The fields of an object that were read so far.
pub(super) struct ObjectFields<'c, 'i, 'r, 's> {
    context: &'c Context<'i, 'r, 's>,
    line: u64,
    kind: ObjectKind,
    message: SolverMessage,
    size: Option<NamedSize>,
    queens: Option<NamedQueens>,
    columns: Option<Vec<Option<u32>>>,
    groups: Option<Vec<Group>>,
    /// The field was read: the sink knows the problem.
    problem: Option<()>,
    /// The field was read: the sink got the solutions.
    solutions: Option<()>,
    problem_fields: problem_document::Fields,
    /// A field of the document of a problem that was skipped before the kind of the
    /// document was known.
    early: Option<String>,
    row_map: RowMap,
    /// Row and column of a queen.
    row: Option<u32>,
    column: Option<u32>,
}

impl<'c, 'i, 'r, 's> ObjectFields<'c, 'i, 'r, 's> {
    /// Reads all fields.
    pub(super) fn read<'de, A: MapAccess<'de>>(
        context: &'c Context<'i, 'r, 's>,
        mut map: A,
    ) -> Result<Self, A::Error> {
        context.renew();
        let mut fields = ObjectFields::new(context);
        while let Some(key) = map.next_key::<String>()? {
            fields.read_field(key, &mut map)?;
        }
        Ok(fields)
    }

    fn new(context: &'c Context<'i, 'r, 's>) -> Self {
        ObjectFields {
            context,
            line: context.line(),
            kind: ObjectKind::Solutions,
            message: SolverMessage::default(),
            size: None,
            queens: None,
            columns: None,
            groups: None,
            problem: None,
            solutions: None,
            problem_fields: problem_document::Fields::default(),
            early: None,
            row_map: RowMap::default(),
            row: None,
            column: None,
        }
    }

    /// Reads the value of a key.
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        key: String,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let context = self.context;
        match key.as_str() {
            "schema" => self.read_schema(map),
            "problem" => self.read_problem(&key, map),
            _ if self.kind == ObjectKind::Problem => self.read_problem_field(&key, map),
            "type" | "status" => self.read_message(map),
            "question" => self.read_question(map),
            "solutions" => self.read_solutions(&key, map),
            "size" => context.keep(&key, &mut self.size, map),
            "queens" => context.keep(&key, &mut self.queens, map),
            "groups" => context.keep(&key, &mut self.groups, map),
            "columns" => context.keep(&key, &mut self.columns, map),
            _ if is_board_key(&key) => self.read_board(map),
            _ if ROW_KEYS.contains(&key.as_str()) => read_place(&mut self.row, map),
            _ if COLUMN_KEYS.contains(&key.as_str()) => read_place(&mut self.column, map),
            _ if self.row_map.is_row(&key) => {
                let PossibleColumn(column) = map.next_value()?;
                self.row_map.push(&key, column);
                Ok(())
            }
            _ => self.skip_field(key, map),
        }
    }

    fn read_schema<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let FieldValue::<String>(schema) = map.next_value()?;
        self.kind = match schema.as_str() {
            ENDING_SCHEMA => ObjectKind::Ending,
            PROBLEM_SCHEMA => ObjectKind::Problem,
            DOCUMENT_SCHEMA | OBJECT_SCHEMA => ObjectKind::Solutions,
            other => {
                let schema = clip(other);
                return self.context.refuse(&format!(
                    "the schema '{schema}' cannot be read: use {DOCUMENT_SCHEMA}, {OBJECT_SCHEMA} or {PROBLEM_SCHEMA}"
                ));
            }
        };
        match &self.early {
            Some(early) if self.kind == ObjectKind::Problem => self
                .context
                .refuse(&format!("'schema' comes after '{early}': write it first")),
            _ => Ok(()),
        }
    }

    /// Reads a word of a solver: some of its objects have no solution.
    fn read_message<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let PossibleText(text) = map.next_value()?;
        let line = self.context.line();
        self.message.push(line, &text.unwrap_or_default());
        Ok(())
    }

    fn read_problem<'de, A: MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let context = self.context;
        let FieldValue::<String>(text) = map.next_value()?;
        context.keep_value(key, &mut self.problem, ())?;
        let line = context.line();
        context.put(|sink| sink.name_problem(line, &text))
    }

    /// Reads a field of the document of a problem, beside its text.
    fn read_problem_field<'de, A: MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let (context, fields) = (self.context, &mut self.problem_fields);
        match key {
            "rows" => context.keep(key, &mut fields.rows, map),
            "columns" => context.keep(key, &mut fields.columns, map),
            "squares" => context.keep(key, &mut fields.squares, map),
            "givens" => context.keep(key, &mut fields.givens, map),
            "regions" => context.keep(key, &mut fields.regions, map),
            "attacked" => context.keep(key, &mut fields.attacked, map),
            _ => map.next_value::<IgnoredAny>().map(drop),
        }
    }

    fn read_question<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let FieldValue::<String>(question) = map.next_value()?;
        if self.solutions.is_some() {
            return self
                .context
                .refuse("'question' comes after 'solutions': write it first");
        }
        self.context.sink.borrow_mut().question = Question::of_list(&question);
        Ok(())
    }

    fn read_solutions<'de, A: MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let context = self.context;
        context.keep_value(key, &mut self.solutions, ())?;
        if let Some(NamedSize([rows, columns])) = self.size {
            let (line, size) = (context.line(), Size { rows, columns });
            context.put(|sink| sink.agree_on(line, size).map(drop))?;
        }
        match map.next_value_seed(ItemSeed(context))? {
            ListItem::Solutions => Ok(()),
            ListItem::Row(_, ListRow::Numbers(numbers)) if numbers.is_empty() => Ok(()),
            other => context.refuse(&format!(
                "expected a solution: an object, or a list of columns, found {}",
                other.first()
            )),
        }
    }

    /// Reads a field that may hold a board: the first one of an object counts.
    fn read_board<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
    ) -> Result<(), A::Error> {
        if self.has_queens() || self.solutions.is_some() {
            return map.next_value::<IgnoredAny>().map(drop);
        }
        let before = self.context.sink.borrow().passed;
        map.next_value_seed(WrappedValue(self.context))?;
        if self.context.sink.borrow().passed > before {
            self.solutions = Some(());
        }
        Ok(())
    }

    fn skip_field<'de, A: MapAccess<'de>>(
        &mut self,
        key: String,
        map: &mut A,
    ) -> Result<(), A::Error> {
        map.next_value::<IgnoredAny>()?;
        if self.early.is_none() && problem_document::FIELD_NAMES.contains(&key.as_str()) {
            self.early = Some(key);
        }
        Ok(())
    }

    /// Returns the queen that the object is, if it has a row, a column, and nothing else
    /// that counts.
    fn queen(&self) -> Option<ListItem> {
        let (row, column) = (self.row?, self.column?);
        let numbers = ListRow::Numbers(vec![Some(row), Some(column)]);
        (!self.is_solution()).then_some(ListItem::Row(self.line, numbers))
    }

    /// Returns true if the object has solutions, or is one, or names its problem.
    pub(super) fn is_solution(&self) -> bool {
        self.kind != ObjectKind::Solutions
            || self.message.is_present()
            || self.problem.is_some()
            || self.solutions.is_some()
            || self.has_queens()
            || self.row_map.rows() > 0
    }

    /// Returns true if a field of the object has queens or groups.
    fn has_queens(&self) -> bool {
        self.queens.is_some() || self.columns.is_some() || self.groups.is_some()
    }

    /// Returns true if the keys of the object are rows. Those of a message may end with
    /// numbers, too.
    fn has_row_map(&self) -> bool {
        let known = self.context.sink.borrow().size;
        self.row_map.queens(known).is_some()
    }

    /// Passes on the solution, if the object is one.
    pub(super) fn finish<E: Error>(self) -> Result<(), E> {
        if self.kind == ObjectKind::Problem && self.problem.is_some() {
            return self.check_problem();
        }
        if self.solutions.is_some() && self.has_queens() {
            return self.context.refuse(OTHER_SOLUTION);
        }
        if self.solutions.is_some() || self.kind == ObjectKind::Ending {
            return Ok(());
        }
        if self.message.is_present() && !self.has_queens() && !self.has_row_map() {
            self.message.note(&mut self.context.sink.borrow_mut());
            return Ok(());
        }
        self.put_solution()
    }

    /// Checks that the fields of the document of a problem agree with its text.
    fn check_problem<E: Error>(&self) -> Result<(), E> {
        let sink = self.context.sink.borrow();
        let named = sink.named.as_ref();
        let other = named.and_then(|problem| self.problem_fields.other_than(problem));
        drop(sink);
        other.map_or(Ok(()), |other| self.context.refuse(&other))
    }

    fn put_solution<E: Error>(mut self) -> Result<(), E> {
        let known = self.known_rows();
        let squares = self.take_squares()?;
        let (line, size) = (self.line, self.board_size());
        if let Some(groups) = self.groups.take() {
            if squares.is_some() || self.columns.is_some() {
                return self.context.refuse(
                    "this object has both 'groups' and queens: leave out one of them",
                );
            }
            return self.context.put(|sink| sink.put_groups(line, size, groups));
        }
        let first = squares
            .as_ref()
            .map_or(0, |pairs| first_number(pairs, known));
        let numbering = Numbering {
            first,
            has_rows: squares.is_some(),
        };
        self.context.sink.borrow_mut().count_from(first);
        let squares = squares.map(|pairs| from_pairs(&pairs, first));
        let size = size.or_else(|| self.shown_size(squares.as_ref()?));
        match (squares, self.columns.as_deref().map(from_columns)) {
            (Some(a), Some(b)) if a != b => self.context.refuse(OTHER_QUEENS),
            (Some(queens), _) | (None, Some(queens)) => self
                .context
                .put(|sink| sink.put(line, size, queens, Some(numbering))),
            (None, None) => self.put_row_map(size),
        }
    }

    /// Takes the row and the column of each queen in `queens`; columns in it belong to
    /// `columns`.
    fn take_squares<E: Error>(&mut self) -> Result<Option<Vec<[u32; 2]>>, E> {
        match self.queens.take() {
            Some(NamedQueens::Columns(list)) => {
                let before = self.columns.replace(list);
                if before.is_some() && before != self.columns {
                    return self.context.refuse(OTHER_QUEENS);
                }
                Ok(None)
            }
            Some(NamedQueens::Squares(squares)) => Ok(Some(squares)),
            None => Ok(None),
        }
    }

    /// Returns the rows and columns of the board. A list of columns without `size` is taken
    /// for a square board, unless the board is known.
    fn board_size(&self) -> Option<(u64, u64)> {
        if let Some(NamedSize([rows, columns])) = self.size {
            return Some((rows.into(), columns.into()));
        }
        let rows = self.columns.as_ref()?.len() as u64;
        Some((rows, self.known_columns().unwrap_or(rows)))
    }

    /// Returns the size that queens show which are one in each row and column, if no
    /// problem is expected.
    fn shown_size(&self, queens: &Placement) -> Option<(u64, u64)> {
        let sink = self.context.sink.borrow();
        let side = line::whole_side(queens.squares());
        side.filter(|_| sink.size.is_none() && sink.is_list)
            .map(|side| (side, side))
    }

    /// Returns the number of rows in the object, of the solutions before, or of the named
    /// problem.
    fn known_rows(&self) -> Option<u32> {
        let size = self.context.sink.borrow().size;
        self.size
            .map(|NamedSize([rows, _])| rows)
            .or(size.map(|size| size.rows))
    }

    /// Returns the number of columns of the solutions before, or of the named problem.
    fn known_columns(&self) -> Option<u64> {
        let size = self.context.sink.borrow().size;
        size.map(|size| size.columns.into())
    }

    /// Passes on the queens of a map from rows to columns.
    fn put_row_map<E: Error>(&self, size: Option<(u64, u64)>) -> Result<(), E> {
        let known = self.context.sink.borrow().size;
        let (placement, numbering) = match self.row_map.queens(known) {
            Some(Ok(queens)) => queens,
            Some(Err(reason)) => return self.context.refuse(reason),
            None => {
                return self.context.refuse(
                    "this object has neither 'queens' nor 'columns', 'groups' or 'solutions'",
                );
            }
        };
        let rows = self.row_map.rows();
        let size = size.unwrap_or((rows, self.known_columns().unwrap_or(rows)));
        let line = self.line;
        self.context
            .put(|sink| sink.put(line, Some(size), placement, Some(numbering)))
    }
}

/// Reads the row or the column of a queen; another value means nothing.
fn read_place<'de, A: MapAccess<'de>>(
    slot: &mut Option<u32>,
    map: &mut A,
) -> Result<(), A::Error> {
    let PossibleColumn(place) = map.next_value()?;
    *slot = place.flatten();
    Ok(())
}
