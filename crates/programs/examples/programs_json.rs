//! Prints all programs as JSON, the form in which the page loads them.

fn main() {
    print!("{}", queens_programs::to_json());
}
