//! Boards of other programs with signs around their rows, with a map from squares to
//! regions, or on pages that show the regions by thick edges.

use queens::control::Limits;
use queens::puzzle::read::read_all;

/// The regions of the board.
const ROWS: [&str; 6] = ["AABBBC", "AADBBC", "ADDDCC", "EEDFCC", "EEFFFC", "EEEFFF"];

/// The letters of the regions of the only board of a text, or the error.
fn board(text: &str) -> Result<String, String> {
    let found = read_all(text.as_bytes(), None, &Limits::default())
        .map_err(|error| error.to_string())?;
    let regions: Vec<u32> = found
        .iter()
        .flat_map(|position| position.puzzle().regions())
        .collect();
    let mut seen = Vec::new();
    for &region in &regions {
        if !seen.contains(&region) {
            seen.push(region);
        }
    }
    let letter = |region| seen.iter().position(|&known| known == region);
    Ok(regions
        .into_iter()
        .map(|region| char::from(b'A' + letter(region).unwrap_or(0) as u8))
        .collect())
}

/// The board with its regions named as they come: A, B, C, D, E, F.
fn whole() -> String {
    ROWS.concat()
}

fn read_as_board(texts: &[String]) {
    for text in texts {
        assert_eq!(board(text), Ok(whole()), "{text}");
    }
}

/// Writes each row with `write`, which gets its number and letters.
fn each_row(write: impl Fn(usize, &str) -> String) -> String {
    ROWS.iter()
        .enumerate()
        .map(|(at, row)| write(at, row))
        .collect()
}

/// Writes each square with `write`, which gets its row, column and letter.
fn each_square(write: impl Fn(usize, usize, char) -> String) -> String {
    each_row(|row, letters| {
        let squares = letters.chars().enumerate();
        squares
            .map(|(column, letter)| write(row, column, letter))
            .collect()
    })
}

/// The squares of each region in the order of the letters.
fn each_region(write: impl Fn(char, &[(usize, usize)]) -> String) -> String {
    ('A'..='F')
        .map(|name| {
            let mut squares = Vec::new();
            for (row, letters) in ROWS.iter().enumerate() {
                let here = letters.match_indices(name);
                squares.extend(here.map(|(column, _)| (row, column)));
            }
            write(name, &squares)
        })
        .collect()
}

#[test]
fn reads_rows_in_other_notations() {
    let spaced = |row: &str, joint: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells.join(joint)
    };
    let plain = each_row(|_, row| format!("{row}\n"));
    read_as_board(&[
        format!("012345\n{plain}"),
        format!("123456\n------\n{plain}"),
        format!(
            "1 2 3 4 5 6\n{}",
            each_row(|_, row| spaced(row, " ") + "\n")
        ),
        format!(
            "  123456\n{}",
            each_row(|at, row| format!("{} {row}\n", at + 1))
        ),
        format!("  012345\n{}", each_row(|at, row| format!("{at}|{row}\n"))),
        each_row(|_, row| format!("> {row}\n")),
        each_row(|_, row| format!("b'{row}'\n")),
        each_row(|_, row| format!("b\"{row}\",\n")),
        format!(
            "########\n{}########\n",
            each_row(|_, row| format!("#{row}#\n"))
        ),
        format!("name=Test\nsize=6\ngrid={}\n", ROWS.join(",")),
        format!("board: {}\n", ROWS.join("/")),
        format!("listArray ((0,0),(5,5)) \"{}\"\n", whole()),
        format!(
            "\\begin{{tabular}}{{|c|c|c|c|c|c|}}\n\\hline\n{}\\end{{tabular}}\n",
            each_row(|_, row| spaced(row, " & ") + " \\\\ \\hline\n")
        ),
        format!(
            "\\begin{{tabular}}{{cccccc}}\n{}\\end{{tabular}}\n",
            each_row(|_, row| {
                let cells = row
                    .chars()
                    .map(|letter| format!("\\cellcolor{{c{letter}}}"));
                cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
            })
        ),
    ]);
}

#[test]
fn reads_run_lengths_with_a_sign_of_multiplication() {
    let runs = |row: &str, sign: &str, joint: &str| {
        let signs: Vec<char> = row.chars().collect();
        let runs = signs.chunk_by(|one, next| one == next);
        let words: Vec<String> = runs
            .map(|run| format!("{}{sign}{}", run.len(), run[0]))
            .collect();
        words.join(joint) + "\n"
    };
    read_as_board(&[
        each_row(|_, row| runs(row, "x", " ")),
        each_row(|_, row| runs(row, "x", ",")),
        each_row(|_, row| runs(row, "*", " ")),
        each_row(|_, row| runs(row, "×", "")),
    ]);
}

#[test]
fn reads_maps_from_squares_to_regions() {
    read_as_board(&[
        format!(
            "regions = {{{}}}\n",
            each_square(|row, column, name| format!("({row}, {column}): '{name}', "))
        ),
        format!(
            "fromList [{}]\n",
            each_square(|row, column, name| format!("(({row},{column}),'{name}'),"))
        ),
        format!(
            "{{{}}}\n",
            each_square(|row, column, name| {
                format!("({}, {}) => {}, ", row + 1, column + 1, name as u8 - b'A')
            })
        ),
        format!(
            "regions = [{}]\n",
            each_region(|_, squares| {
                let pairs = squares
                    .iter()
                    .map(|(row, column)| format!("({row}, {column})"));
                format!("{{{}}}, ", pairs.collect::<Vec<_>>().join(", "))
            })
        ),
        each_region(|_, squares| {
            let names = squares.iter();
            let together: String = names
                .map(|&(row, column)| {
                    format!("{}{}", char::from(b'A' + column as u8), row + 1)
                })
                .collect();
            together + "\n"
        }),
        each_region(|name, squares| {
            let names = squares.iter();
            let together: String = names
                .map(|(row, column)| format!("R{}C{}", row + 1, column + 1))
                .collect();
            format!("{name}: {together}\n")
        }),
    ]);
}

/// The sides of a square on which another region begins, clockwise from the top.
fn edges(row: usize, column: usize) -> Vec<&'static str> {
    let name = |row: usize, column: usize| ROWS.get(row)?.as_bytes().get(column).copied();
    let here = name(row, column);
    let others = [
        ("top", name(row.wrapping_sub(1), column)),
        ("right", name(row, column + 1)),
        ("bottom", name(row + 1, column)),
        ("left", name(row, column.wrapping_sub(1))),
    ];
    let edges = others.into_iter().filter(|(_, other)| *other != here);
    edges.map(|(side, _)| side).collect()
}

/// A page with a table whose squares have what `attribute` returns for their edges.
fn table(attribute: impl Fn(&[&str]) -> String) -> String {
    let rows = each_square(|row, column, _| {
        let begin = if column == 0 { "</tr><tr>" } else { "" };
        format!("{begin}<td {}></td>\n", attribute(&edges(row, column)))
    });
    format!("<html><body><table><tr>{rows}</tr></table></body></html>")
}

/// A page with an element for each square, in a wrong order but with its place.
fn elements(class: impl Fn(&[&str]) -> String) -> String {
    let mut squares: Vec<String> = (0..36)
        .map(|at| {
            let (row, column) = (at / 6, at % 6);
            let class = class(&edges(row, column));
            format!("<div class=\"cell {class}\" data-row=\"{row}\" data-col=\"{column}\"></div>")
        })
        .collect();
    squares.reverse();
    format!(
        "<html><body><div id=\"board\">{}</div></body></html>",
        squares.concat()
    )
}

#[test]
fn reads_thick_edges_of_pages() {
    let classes = |edges: &[&str], write: &dyn Fn(&str) -> String| {
        let words: Vec<String> = edges.iter().map(|side| write(side)).collect();
        words.join(" ")
    };
    let long = |side: &str| format!("border-{side}");
    let short = |side: &str| format!("b{}", side.get(..1).unwrap_or_default());
    // The other square beside a border shows it.
    let once = |edges: &[&str]| {
        let sides = edges
            .iter()
            .filter(|side| ["right", "bottom"].contains(side));
        sides
            .map(|side| format!("wall_{side} "))
            .collect::<String>()
    };
    let widths = |edges: &[&str]| {
        let sides = ["top", "right", "bottom", "left"];
        let width = |side| if edges.contains(side) { "3px " } else { "1px " };
        sides.iter().map(width).collect::<String>()
    };
    read_as_board(&[
        table(|edges| format!("class=\"{}\"", classes(edges, &long))),
        table(|edges| format!("class=\"sq {}\"", classes(edges, &short))),
        table(|edges| format!("class=\"{}\"", once(edges))),
        table(|edges| format!("style=\"border-width: {}\"", widths(edges))),
        table(|edges| {
            let each = edges.iter();
            let styles = each.map(|side| format!("border-{side}: 2px solid black; "));
            format!("style=\"{}\"", styles.collect::<String>())
        }),
        elements(|edges| classes(edges, &long)),
        elements(|edges| classes(edges, &short)),
        elements(once),
    ]);
}

#[test]
fn reads_xml_with_cells() {
    read_as_board(&[
        format!(
            "<Legup version=\"3.0\"><puzzle name=\"StarBattle\"><board size=\"6\"><cells>{}</cells></board></puzzle></Legup>",
            each_square(|row, column, name| {
                format!(
                    "<cell x=\"{column}\" y=\"{row}\" value=\"0\" region=\"{name}\"/>"
                )
            })
        ),
        format!(
            "<Legup><puzzle name=\"StarBattle\"><board><cells>{}</cells></board></puzzle></Legup>",
            each_square(|row, column, name| {
                format!(
                    "<cell x=\"{column}\" y=\"{row}\" value=\"{}\"/>",
                    name as u8
                )
            })
        ),
        format!(
            "<puzzle>{}</puzzle>",
            each_row(|_, row| format!("<row>{row}</row>"))
        ),
    ]);
}

#[test]
fn refuses_what_is_not_certain() {
    // An edge within a region, which ends in it.
    let loose = table(|edges| format!("class=\"{}\"", edges.join(" "))).replacen(
        "class=\"top left\"",
        "class=\"top left right\"",
        1,
    );
    // The digits of a Latin square are no regions.
    let digits = format!(
        "<board>{}</board>",
        each_square(|row, column, _| {
            format!(
                "<cell x=\"{column}\" y=\"{row}\" value=\"{}\"/>",
                (row + column) % 6
            )
        })
    );
    // A square occurs twice.
    let twice = each_square(|row, column, name| format!("({row}, {column}): '{name}', "))
        .replacen("(0, 1)", "(0, 0)", 1);
    let ruler = format!("013245\n{}", each_row(|_, row| format!("{row}\n")));
    for text in [loose, digits, format!("{{{twice}}}"), ruler] {
        assert!(board(&text).is_err(), "{text}");
    }
}
