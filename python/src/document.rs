//! Documents as dict, JSON, CSV, table of a notebook and data frame.

use crate::errors::error;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString, PyTuple};
use queens::document::{self, Align};
use std::sync::{Arc, OnceLock};

/// A document as the command prints it: a mapping from the names of its fields to their
/// values, with a table.
///
/// >>> import queenslab as ql
/// >>> known = ql.known()
/// >>> known["counts"][7]["count"], known.schema
/// ('92', 'queens/known/1')
#[pyclass(frozen, mapping, module = "queenslab", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Document {
    document: Arc<dyn AnyDocument>,
    dict: Arc<OnceLock<Py<PyDict>>>,
}

/// A document of any type.
trait AnyDocument: Send + Sync {
    fn schema(&self) -> &str;
    /// Returns the fields, as a new dict.
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
    fn json(&self) -> PyResult<String>;
    fn sheet(&self) -> PyResult<Sheet>;
}

/// The table of a document.
#[derive(Clone, FromPyObject, IntoPyObject)]
pub(crate) struct Sheet {
    #[pyo3(item)]
    csv: String,
    /// Name of each column, and true if it holds numbers.
    #[pyo3(item)]
    heads: Vec<(String, bool)>,
    #[pyo3(item)]
    rows: Vec<Vec<String>>,
}

impl<D: document::Document + Send + Sync> AnyDocument for D {
    fn schema(&self) -> &str {
        D::SCHEMA
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, self)
    }

    fn json(&self) -> PyResult<String> {
        let mut out = Vec::new();
        self.write_json(&mut out)?;
        String::from_utf8(out).map_err(error)
    }

    fn sheet(&self) -> PyResult<Sheet> {
        let (table, mut csv) = (self.table(), Vec::new());
        table.write_csv(&mut csv)?;
        let heads = table
            .heads()
            .map(|(head, align)| (head.to_owned(), align == Align::Right))
            .collect();
        let rows = table
            .rows()
            .map(|row| row.into_iter().map(str::to_owned).collect())
            .collect();
        Ok(Sheet {
            csv: String::from_utf8(csv).map_err(error)?,
            heads,
            rows,
        })
    }
}

/// A document that was pickled.
struct StoredDocument {
    schema: String,
    fields: Py<PyDict>,
    json: String,
    sheet: Sheet,
}

impl AnyDocument for StoredDocument {
    fn schema(&self) -> &str {
        &self.schema
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let copy = py
            .import("copy")?
            .call_method1("deepcopy", (&self.fields,))?;
        Ok(copy.cast_into::<PyDict>()?)
    }

    fn json(&self) -> PyResult<String> {
        Ok(self.json.clone())
    }

    fn sheet(&self) -> PyResult<Sheet> {
        Ok(self.sheet.clone())
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
        Document {
            document: Arc::new(document),
            dict: Arc::default(),
        }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if self.dict.get().is_none() {
            let dict = self.document.dict(py)?.unbind();
            let _ = self.dict.set(dict);
        }
        let dict = self
            .dict
            .get()
            .ok_or_else(|| error("the document was not made"))?;
        Ok(dict.bind(py))
    }
}

#[pymethods]
impl Document {
    /// Its name and version.
    #[getter]
    fn schema(&self) -> &str {
        self.document.schema()
    }

    /// All fields, as a new dict.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document.dict(py)
    }

    /// The JSON that the command prints.
    fn to_json(&self) -> PyResult<String> {
        self.document.json()
    }

    /// Its table as CSV.
    fn to_csv(&self) -> PyResult<String> {
        Ok(self.document.sheet()?.csv)
    }

    /// Its table as a data frame of pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("queenslab._table")?
            .call_method1("frame", (self.to_csv()?,))
    }

    /// The names of its fields.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.call_method0("keys")
    }

    /// The values of its fields.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.call_method0("values")
    }

    /// The names of its fields, each with its value.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.call_method0("items")
    }

    /// Returns the value of a field, or `default` if there is none.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.call_method1("get", (name, default))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.as_any().get_item(name)
    }

    fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.fields(py)?.contains(name)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.fields(py)?.as_any().try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.fields(py)?.len())
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.fields(py)?;
        match (op, other.cast::<Document>()) {
            (CompareOp::Eq | CompareOp::Ne, Ok(other)) => {
                fields.rich_compare(other.get().fields(py)?, op)
            }
            (CompareOp::Eq | CompareOp::Ne, Err(_)) => fields.rich_compare(other, op),
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("queenslab._restore")?.getattr("document")?;
        let (dict, json, sheet) = (
            self.document.dict(py)?,
            self.document.json()?,
            self.document.sheet()?,
        );
        (restore, (self.document.schema(), dict, json, sheet)).into_pyobject(py)
    }

    /// Restores a pickled document.
    #[staticmethod]
    fn _restore(
        schema: String,
        fields: Bound<'_, PyDict>,
        json: String,
        sheet: Sheet,
    ) -> Self {
        let stored = StoredDocument {
            schema,
            fields: fields.unbind(),
            json,
            sheet,
        };
        Document {
            document: Arc::new(stored),
            dict: Arc::default(),
        }
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
        let Sheet { heads, rows, .. } = self.document.sheet()?;
        let shown = py
            .import("queenslab._table")?
            .call_method1(form, (heads, rows))?;
        Ok(shown.cast_into::<PyString>()?.into_any())
    }
}
