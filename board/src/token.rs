//! The token that the page needs to join the table.
//!
//! One person has one token, in a file that only that person can read, so that a page that is still
//! open finds its table again after the program has been restarted.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// The name of the file.
const FILE: &str = "board-token";
/// The number of random bytes, each of which is two hexadecimal digits.
const BYTES: usize = 16;

/// Returns the token of this person. If its file cannot be written, the token is valid for this run only.
///
/// # Errors
/// Returns an error if the system has no random numbers.
pub(crate) fn kept() -> Result<String, getrandom::Error> {
    let fresh = random()?;
    let Some(folder) = folder() else { return Ok(fresh) };
    Ok(kept_in(&folder, &fresh).unwrap_or_else(|error| {
        log::warn!("cannot keep the token of the page in {}: {error}", folder.display());
        fresh
    }))
}

/// Returns the token in a folder; `fresh` becomes that token if there is none.
fn kept_in(folder: &Path, fresh: &str) -> io::Result<String> {
    fs::create_dir_all(folder)?;
    let path = folder.join(FILE);
    if let Some(token) = read(&path) {
        return Ok(token);
    }
    // The file is private before it has any content, and its replacement keeps the permissions.
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path)?;
    // Of two programs that write at the same time, the last one wins.
    whole_file::replace(&path, fresh.as_bytes())?;
    Ok(read(&path).unwrap_or_else(|| fresh.to_owned()))
}

/// Reads a token; `None` if the file has none.
fn read(path: &Path) -> Option<String> {
    let token = fs::read_to_string(path).ok()?;
    let is_token = token.len() == 2 * BYTES && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then_some(token)
}

/// Returns the folder for the state that the program keeps between runs.
fn folder() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "dolmen")?;
    Some(folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).to_owned())
}

/// Returns an unpredictable token.
fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::{FILE, kept_in, random};

    #[test]
    fn a_token_stays_until_its_file_is_damaged() {
        let folder = tempfile::tempdir().expect("the system has temporary folders");
        let path = folder.path().join("new");
        let [first, second] = [(); 2].map(|()| random().expect("the system has random numbers"));
        assert_ne!(first, second);
        assert_eq!(kept_in(&path, &first).expect("it can be written"), first);
        assert_eq!(kept_in(&path, &second).expect("it can be read"), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(path.join(FILE)).expect("it is there");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(path.join(FILE), "../../etc").expect("it can be written");
        assert_eq!(kept_in(&path, &second).expect("it is replaced"), second);
    }
}
