//! The system's own programs that open an address in the browser.

use std::io;
use std::process::{Command, Stdio};

/// Programs that open the address after their arguments, in the order in which they are
/// tried.
#[cfg(target_os = "macos")]
const OPENERS: [&[&str]; 1] = [&["open"]];
// `start` would need the shell, which reads some characters of an address as its own.
#[cfg(windows)]
const OPENERS: [&[&str]; 1] = [&["rundll32", "url.dll,FileProtocolHandler"]];
// The last two open the browser of Windows if this Linux runs below it.
#[cfg(not(any(target_os = "macos", windows)))]
const OPENERS: [&[&str]; 4] = [
    &["xdg-open"],
    &["gio", "open"],
    &["wslview"],
    &["rundll32.exe", "url.dll,FileProtocolHandler"],
];

/// Opens `address` in the browser. Some browsers block until they are closed.
///
/// # Errors
/// The fault of the last program that is installed, or that none is.
pub(crate) fn open_address(address: &str) -> io::Result<()> {
    open_with(&OPENERS, address)
}

fn open_with(openers: &[&[&str]], address: &str) -> io::Result<()> {
    let mut fault = None;
    for opener in openers {
        match run_opener(opener, address) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => fault = Some(error),
        }
    }
    Err(fault.unwrap_or_else(|| {
        let names: Vec<_> = openers
            .iter()
            .filter_map(|opener| opener.first().copied())
            .collect();
        let message =
            format!("none of these programs is installed: {}", names.join(", "));
        io::Error::new(io::ErrorKind::NotFound, message)
    }))
}

fn run_opener(opener: &[&str], address: &str) -> io::Result<()> {
    let Some((program, arguments)) = opener.split_first() else {
        return Ok(());
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    // What a browser prints is not for the terminal of the server.
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{program}: {status}")))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const ADDRESS: &str = "http://127.0.0.1:8080";

    #[test]
    fn tries_one_program_after_the_other() {
        let is_address: &[&str] = &["sh", "-c", "test \"$0\" = http://127.0.0.1:8080"];
        let fails: &[&str] = &["sh", "-c", "exit 3"];
        assert!(open_with(&[&["/nowhere"], fails, is_address], ADDRESS).is_ok());
        assert!(open_with(&[is_address, fails], ADDRESS).is_ok());
        assert!(open_with(&[is_address], "http://127.0.0.1:8081").is_err());
    }

    #[test]
    fn says_which_program_failed_or_that_none_is_there() {
        let fault =
            |openers: &[&[&str]]| open_with(openers, ADDRESS).unwrap_err().to_string();
        assert_eq!(
            fault(&[&["sh", "-c", "exit 3"], &["/nowhere"]]),
            "sh: exit status: 3"
        );
        assert_eq!(
            fault(&[&["/nowhere"], &["/no/where"]]),
            "none of these programs is installed: /nowhere, /no/where"
        );
    }
}
