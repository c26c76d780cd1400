//! `export` and `import`: to other solvers and back.

use crate::common::queens;

/// Exit status, standard output and standard error of `arguments`, given `input`.
fn answer(arguments: &str, input: &str) -> (i32, String, String) {
    let output = queens(arguments)
        .write_stdin(input)
        .output()
        .expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().expect("a status"),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// From the model to the answer of a solver (worked out by hand) to a checked solution.
#[test]
fn exports_a_model_and_imports_its_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("four.cnf");
    let export = format!(
        "export 4 --given b1 --to dimacs --output {}",
        model.display()
    );
    let (code, out, error) = answer(&export, "");
    assert_eq!((code, out.as_str()), (0, ""), "{error}");
    assert!(
        error.contains("DIMACS CNF") && error.contains("four.cnf"),
        "{error}"
    );
    let (code, out, _) = answer(&format!("import {}", model.display()), "");
    assert_eq!((code, out.as_str()), (0, "queens 4\ngivens: b1\n"));
    let solved =
        "s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n";
    let (code, back, error) =
        answer(&format!("import --to-model {}", model.display()), solved);
    assert_eq!((code, back.as_str()), (0, "2 4 1 3\n"), "{error}");
    assert!(error.contains("1 answer, not checked"), "{error}");
    let (code, out, _) = answer(
        &format!("import --format json --to-model {}", model.display()),
        solved,
    );
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &document["problem"]),
        (0, &"queens 4\ngivens: b1".into())
    );
    assert_eq!(answer("verify", &out).0, 0);
    let (code, out, error) = answer("import --problem 3", "s UNSATISFIABLE\n");
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(
        error.contains("the solver reports that there is no solution"),
        "{error}"
    );
}

/// Answers of solvers: alone they are a board with its queens given, to a problem they
/// are solutions.
#[test]
fn reads_answers_of_other_models() {
    for input in [
        "{\"q\":[2,4,1,3]}\n",
        "q = array1d(1..4, [2,4,1,3]);\n----------\n==========\n",
        "x1 = 2;\nx2 = 4;\nx3 = 1;\nx4 = 3;\n----------\n",
    ] {
        let (code, out, error) = answer("import", input);
        assert_eq!(
            (code, out.as_str()),
            (0, "queens 4\ngivens: b1 d2 a3 c4\n"),
            "{input}: {error}"
        );
        let (code, out, error) = answer("import --problem 4", input);
        assert_eq!((code, out.as_str()), (0, "2 4 1 3\n"), "{input}: {error}");
    }
    let several = "x1 = 2; x2 = 4; x3 = 1; x4 = 3;\n----------\nx1 = 3; x2 = 1; x3 = 4; x4 = 2;\n----------\n";
    assert_eq!(
        answer("import --problem 4", several).1,
        "2 4 1 3\n3 1 4 2\n"
    );
    let (code, _, error) = answer("import", several);
    assert!(
        code == 2 && error.contains("name the problem to read them all (--problem 4)"),
        "{error}"
    );
}

#[test]
fn counts_imported_problems() {
    // CSPLib 080: 4 queens have two solutions, b1 d2 a3 c4 and its mirror image.
    let (_, text, _) = answer("import", "letting n = 4\nletting blocks = [[1, 3]]\n");
    let (code, out, error) = answer("count --board -", &text);
    assert_eq!((code, out.as_str()), (0, "1\n"), "{error}");
}

#[test]
fn a_failed_export_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("large.coo");
    let (code, out, error) = answer(
        &format!("export 1000 --to qubo --output {}", file.display()),
        "",
    );
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        error.contains("qubo cannot carry this: a board of 1000 x 1000 is too large for the general form"),
        "{error}"
    );
    assert!(!file.exists());
    let late = format!(
        "export 100 --to dimacs --time-limit 0 --output {}",
        file.display()
    );
    let (code, _, error) = answer(&late, "");
    assert!(
        code == 3 && error.contains("was not written"),
        "{code} {error}"
    );
    assert!(!file.exists());
    for (arguments, words) in [
        (
            "export 8 --to pdf",
            "`queens export --formats` lists the formats",
        ),
        ("export 8", "--to <FORMAT>"),
        ("export kings 4 --to exact-cover", "a1 belongs to none"),
        (
            "export 8 --to opb --output /nowhere/at/all",
            "cannot write /nowhere/at/all",
        ),
        ("import /nowhere/at/all", "cannot read /nowhere/at/all"),
        ("import --problem 4 --to-model x", "cannot be used with"),
    ] {
        let (code, out, error) = answer(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}");
        assert!(error.contains(words), "{arguments}: {error}");
    }
    for noise in ["", "2 4 1 3\n", "s UNKNOWN\n"] {
        let (code, _, error) = answer("import --problem 4", noise);
        assert!(
            code == 2 && error.contains("holds neither an answer"),
            "{noise}: {code} {error}"
        );
    }
    let (code, _, error) = answer("import --problem 4", "q = [1, 2];\n");
    assert!(
        code == 2 && error.contains("standard input: line 1: the answer has 2 values"),
        "{error}"
    );
}

#[test]
fn completions_include_the_formats() {
    let (code, table, _) = answer("export --formats --format csv", "");
    assert_eq!(code, 0);
    let (_, script, _) = answer("completions bash", "");
    for format in queens::export::FORMATS {
        assert!(
            table.contains(format.id) && script.contains(format.id),
            "{}",
            format.id
        );
    }
}
