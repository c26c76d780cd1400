//! Names that are nearly right.

use strsim::osa_distance;

/// Largest number of typing errors in a word that is still taken for another one.
const MAX_TYPING_ERRORS: usize = 2;

/// Returns the name that `word` was probably meant to be: at most two typing errors away,
/// and by less than half of its letters.
pub(crate) fn nearest_name<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let word = word.to_lowercase();
    let (errors, name) = names
        .into_iter()
        .map(|name| (osa_distance(name, &word), name))
        .min()?;
    let length = name.chars().count().max(word.chars().count());
    (errors <= MAX_TYPING_ERRORS && 2 * errors < length).then_some(name)
}

/// Returns `did you mean NAME?`, or `otherwise` if no name is near.
pub(crate) fn did_you_mean<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
    otherwise: &str,
) -> String {
    nearest_name(word, names).map_or_else(
        || otherwise.to_owned(),
        |name| format!("did you mean `{name}`?"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_near_names_only() {
        let names = ["torus", "rooks", "knights", "flags", "bfs"];
        for (word, name) in [
            ("toruss", Some("torus")),
            ("Torus", Some("torus")),
            ("rook", Some("rooks")),
            ("knight", Some("knights")),
            ("flg", Some("flags")),
            ("bsf", Some("bfs")),
            ("eight", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest_name(word, names), name, "{word}");
        }
    }
}
