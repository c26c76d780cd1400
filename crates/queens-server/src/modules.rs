//! The modules of the page: which module imports which.

use std::collections::BTreeSet;

/// Folder and name of the first module script of a page.
pub(crate) fn entry_module(page: &str) -> Option<(&str, &str)> {
    let (_, rest) = page.split_once("<script type=\"module\" src=\"")?;
    let (source, _) = rest.split_once('"')?;
    source.split_at_checked(source.rfind('/')? + 1)
}

/// The modules `entries` and all that they import statically, directly or not, by their
/// path in the folder of the page. `text_of` returns the source of a module.
pub(crate) fn static_imports<'a>(
    entries: &[&str],
    text_of: impl Fn(&str) -> &'a str,
) -> BTreeSet<String> {
    let mut waiting: Vec<String> = entries.iter().map(|&path| path.to_owned()).collect();
    let mut found = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        if found.insert(path.clone()) {
            let imports = text_of(&path).lines().filter_map(import_of_line);
            waiting.extend(imports.map(|relative| resolve_import(&path, relative)));
        }
    }
    found
}

/// The relative path of the module that a line imports statically, if any: the line is an
/// import or its last line.
fn import_of_line(line: &str) -> Option<&str> {
    let is_import = line.starts_with("import ") || line.starts_with("} from ");
    let (_, rest) = line.split_once('"').filter(|_| is_import)?;
    let (relative, _) = rest.split_once('"')?;
    relative.starts_with('.').then_some(relative)
}

/// The path of the module that the module at `importer` names `relative`.
fn resolve_import(importer: &str, relative: &str) -> String {
    let mut steps: Vec<&str> = importer.split('/').collect();
    steps.pop();
    for step in relative.split('/') {
        match step {
            "." => {}
            ".." => drop(steps.pop()),
            name => steps.push(name),
        }
    }
    steps.join("/")
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
        let modules: Vec<String> =
            static_imports(&["a.js"], text_of).into_iter().collect();
        assert_eq!(modules, ["a.js", "b.js", "c.js", "d.js"]);
    }

    #[test]
    fn resolves_the_folders_of_imports() {
        let text_of = |name: &str| match name {
            "one/two/a.js" => "import { b } from \"../../b.js\";\nimport \"./c.js\";",
            "b.js" => "import \"./one/d.js\";",
            _ => "",
        };
        let modules: Vec<String> = static_imports(&["one/two/a.js"], text_of)
            .into_iter()
            .collect();
        assert_eq!(
            modules,
            ["b.js", "one/d.js", "one/two/a.js", "one/two/c.js"]
        );
    }

    #[test]
    fn finds_the_entry_of_a_page() {
        let page = "<link href=\"x/style.css\">\n<script type=\"module\" src=\"x/y/main.js\"></script>";
        assert_eq!(entry_module(page), Some(("x/y/", "main.js")));
        assert_eq!(entry_module("<p>none</p>"), None);
    }
}
