//! Documents as dict, JSON, CSV, table of a notebook and data frame.

use crate::errors::error;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};
use queens::document::{self, Align, Table};
use std::sync::OnceLock;

/// A document as the command prints it: a mapping from the names of its fields to their values, with a table.
///
/// >>> import queenslab as ql
/// >>> known = ql.known()
/// >>> known["counts"][7]["count"], known.schema
/// ('92', 'queens/known/1')
#[pyclass(frozen, mapping, module = "queenslab")]
pub(crate) struct Document {
    document: Box<dyn AnyDocument>,
    dict: OnceLock<Py<PyDict>>,
}

/// A document of any type.
trait AnyDocument: Send + Sync {
    fn schema(&self) -> &'static str;
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
    fn json(&self) -> PyResult<Vec<u8>>;
    fn table(&self) -> Table;
}

impl<D: document::Document + Send + Sync> AnyDocument for D {
    fn schema(&self) -> &'static str {
        D::SCHEMA
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, self)
    }

    fn json(&self) -> PyResult<Vec<u8>> {
        let mut out = Vec::new();
        self.write_json(&mut out)?;
        Ok(out)
    }

    fn table(&self) -> Table {
        document::Document::table(self)
    }
}

/// Returns a document as a dict, its schema first.
pub(crate) fn dict<'py, D: document::Document>(
    py: Python<'py>,
    document: &D,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("schema", D::SCHEMA)?;
    let fields = pythonize::pythonize(py, document).map_err(error)?;
    dict.update(fields.cast::<PyDict>()?.as_mapping())?;
    Ok(dict)
}

impl Document {
    pub(crate) fn new(document: impl document::Document + Send + Sync + 'static) -> Self {
        Document { document: Box::new(document), dict: OnceLock::new() }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if self.dict.get().is_none() {
            let dict = self.document.dict(py)?.unbind();
            let _ = self.dict.set(dict);
        }
        let dict = self.dict.get().ok_or_else(|| error("the document was not made"))?;
        Ok(dict.bind(py))
    }
}

#[pymethods]
impl Document {
    /// Its name and version.
    #[getter]
    fn schema(&self) -> &'static str {
        self.document.schema()
    }

    /// All fields, as a new dict.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document.dict(py)
    }

    /// The JSON that the command prints.
    fn to_json(&self) -> PyResult<String> {
        String::from_utf8(self.document.json()?).map_err(error)
    }

    /// Its table as CSV.
    fn to_csv(&self) -> PyResult<String> {
        let mut out = Vec::new();
        self.document.table().write_csv(&mut out)?;
        String::from_utf8(out).map_err(error)
    }

    /// Its table as a data frame of pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("queenslab._table")?.call_method1("frame", (self.to_csv()?,))
    }

    /// The names of its fields.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.fields(py)?.keys().into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.as_any().get_item(name)
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.fields(py)?.contains(name)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.fields(py)?.as_any().try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.fields(py)?.len())
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "text")
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "html")
    }
}

impl Document {
    pub(crate) fn table_html<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown(py, "html")
    }

    fn shown<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyAny>> {
        let table = self.document.table();
        let heads: Vec<(&str, bool)> =
            table.heads().map(|(head, align)| (head, align == Align::Right)).collect();
        let rows: Vec<Vec<&str>> = table.rows().collect();
        let shown = py.import("queenslab._table")?.call_method1(form, (heads, rows))?;
        Ok(shown.cast_into::<PyString>()?.into_any())
    }
}
