//! The modules of the page: which module imports which.

use std::collections::BTreeSet;

/// Folder and name of the first module script of a page.
pub(crate) fn entry_module(page: &str) -> Option<(&str, &str)> {
    let (_, rest) = page.split_once("<script type=\"module\" src=\"")?;
    let (source, _) = rest.split_once('"')?;
    source.split_at_checked(source.rfind('/')? + 1)
}

/// The modules `entries` and all that they import statically, directly or not, by name.
/// `text_of` returns the source of a module.
pub(crate) fn static_imports<'a>(
    entries: &[&'a str],
    text_of: impl Fn(&str) -> &'a str,
) -> BTreeSet<&'a str> {
    let mut waiting = entries.to_vec();
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if found.insert(name) {
            waiting.extend(text_of(name).lines().filter_map(import_of_line));
        }
    }
    found
}

/// The module that a line imports statically, if any: the line is an import or its last
/// line.
fn import_of_line(line: &str) -> Option<&str> {
    let is_import = line.starts_with("import ") || line.starts_with("} from ");
    let (_, rest) = line.split_once("\"./").filter(|_| is_import)?;
    rest.split_once('"').map(|(module, _)| module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_static_imports_only() {
        let text_of = |name: &str| match name {
            "a.js" => {
                "import { b } from \"./b.js\";\nimport {\n  c,\n} from \"./c.js\";\nconst f = () => import(\"./f.js\");"
            }
            "b.js" => {
                "import \"./d.js\";\n/** @type {import(\"./e.js\").E} */\nimport { a } from \"./a.js\";"
            }
            _ => "",
        };
        let modules: Vec<&str> = static_imports(&["a.js"], text_of).into_iter().collect();
        assert_eq!(modules, ["a.js", "b.js", "c.js", "d.js"]);
    }

    #[test]
    fn finds_the_entry_of_a_page() {
        let page = "<link href=\"x/style.css\">\n<script type=\"module\" src=\"x/y/main.js\"></script>";
        assert_eq!(entry_module(page), Some(("x/y/", "main.js")));
        assert_eq!(entry_module("<p>none</p>"), None);
    }
}
