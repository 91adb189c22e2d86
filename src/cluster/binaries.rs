//! Finds the installed PostgreSQL.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::ClusterError;

/// Folders that hold one folder for each installed version: the parent, and what leads from a
/// version's folder to its programs.
const VERSIONED: [(&str, &str, &str); 7] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr/lib64/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/usr/libexec", "postgresql", ""),
    ("/opt/homebrew/opt", "postgresql@", "bin"),
    ("/usr/local/opt", "postgresql@", "bin"),
    ("/home/linuxbrew/.linuxbrew/opt", "postgresql@", "bin"),
];

/// Where to look, as the environment says.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// `PG_BIN`: the folder to use, and no other.
    pub pg_bin: Option<PathBuf>,
    /// `PATH`.
    pub path: Option<OsString>,
}

impl Places {
    /// The places that this process's environment names.
    pub fn from_env() -> Places {
        let pg_bin = std::env::var_os("PG_BIN").filter(|folder| !folder.is_empty());
        Places { pg_bin: pg_bin.map(PathBuf::from), path: std::env::var_os("PATH") }
    }

    /// The folder of the programs to use: those of version `wanted` if any is installed, else the
    /// first that is found.
    pub(super) fn find(&self, wanted: Option<&str>) -> Result<Binaries, ClusterError> {
        if let Some(folder) = &self.pg_bin {
            return Binaries::in_folder(folder)
                .ok_or_else(|| ClusterError::WrongPgBin { folder: folder.clone() });
        }
        let mut first = None;
        for folder in self.candidates() {
            let Some(found) = Binaries::in_folder(&folder) else { continue };
            if wanted.is_none_or(|wanted| wanted == found.major) {
                return Ok(found);
            }
            first.get_or_insert(found);
        }
        first.ok_or_else(|| ClusterError::NoBinaries {
            looked: "PATH, pg_config, /usr/lib/postgresql, Homebrew".to_owned(),
            install: install_advice(&fs::read_to_string("/etc/os-release").unwrap_or_default()),
        })
    }

    fn candidates(&self) -> impl Iterator<Item = PathBuf> {
        let on_path: Vec<PathBuf> =
            self.path.iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute()).collect();
        let pg_config = on_path.iter().map(|folder| folder.join("pg_config")).find(|file| file.is_file());
        on_path
            .into_iter()
            .chain(pg_config.and_then(|program| bindir(&program)))
            .chain(VERSIONED.iter().flat_map(|(parent, prefix, rest)| versions_in(parent, prefix, rest)))
    }
}

/// The programs of one PostgreSQL version.
#[derive(Clone, Debug)]
pub(super) struct Binaries {
    pub initdb: PathBuf,
    pub postgres: PathBuf,
    /// The major version, as `PG_VERSION` in a data folder spells it.
    pub major: String,
}

impl Binaries {
    fn in_folder(folder: &Path) -> Option<Binaries> {
        let (initdb, postgres) = (folder.join("initdb"), folder.join("postgres"));
        if !initdb.is_file() || !postgres.is_file() {
            return None;
        }
        let said = output_of(Command::new(&postgres).arg("--version"))?;
        Some(Binaries { initdb, postgres, major: major_version(&said)? })
    }
}

/// The `15` of `postgres (PostgreSQL) 15.18 (Debian 15.18-1)`, also of `17beta1`.
fn major_version(said: &str) -> Option<String> {
    let after = said.split("(PostgreSQL)").nth(1)?.trim_start();
    let major: String = after.chars().take_while(char::is_ascii_digit).collect();
    (!major.is_empty()).then_some(major)
}

fn bindir(pg_config: &Path) -> Option<PathBuf> {
    output_of(Command::new(pg_config).arg("--bindir")).map(|said| PathBuf::from(said.trim()))
}

fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// The program folders of the versions below `parent`, newest first.
fn versions_in(parent: &str, prefix: &str, rest: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| Some((version_in(&entry.file_name(), prefix)?, entry.path().join(rest))))
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    versions.into_iter().map(|(_, folder)| folder).collect()
}

fn version_in(name: &OsStr, prefix: &str) -> Option<u32> {
    name.to_str()?.strip_prefix(prefix)?.split('.').next()?.parse().ok()
}

/// How to install PostgreSQL on the system that `os_release` describes.
fn install_advice(os_release: &str) -> String {
    let command = if cfg!(target_os = "macos") {
        Some("brew install postgresql@17")
    } else if cfg!(target_os = "freebsd") {
        Some("pkg install postgresql17-server")
    } else {
        linux_command(os_release)
    };
    match command {
        Some(command) => format!("Install it with `{command}`."),
        None => "Install the PostgreSQL server with this system's package manager.".to_owned(),
    }
}

fn linux_command(os_release: &str) -> Option<&'static str> {
    let of = |key: &str| os_release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    let families = [of("ID"), of("ID_LIKE")];
    let mut words = families.iter().flatten().flat_map(|line| line.trim_matches('"').split_whitespace());
    words.find_map(|word| match word {
        "debian" | "ubuntu" => Some("apt install postgresql"),
        "fedora" | "rhel" | "centos" | "amzn" => Some("dnf install postgresql-server"),
        "arch" => Some("pacman -S postgresql"),
        "alpine" => Some("apk add postgresql"),
        "suse" | "opensuse" => Some("zypper install postgresql-server"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_data_folders_spell_them() {
        let cases = [
            ("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", Some("15")),
            ("postgres (PostgreSQL) 18beta1", Some("18")),
            ("something else", None),
        ];
        for (said, major) in cases {
            assert_eq!(major_version(said).as_deref(), major, "{said}");
        }
    }

    #[test]
    fn the_install_command_is_that_of_the_system() {
        let cases = [
            ("NAME=x\nID=debian\n", "apt install"),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "apt install"),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "dnf install"),
            ("ID=alpine\n", "apk add"),
            ("ID=manjaro\nID_LIKE=arch\n", "pacman -S"),
        ];
        for (os_release, command) in cases {
            let found = linux_command(os_release).unwrap();
            assert!(found.starts_with(command), "{os_release}: {found}");
        }
        assert_eq!(linux_command("ID=plan9\n"), None);
    }

    #[test]
    fn version_folders_are_told_from_others() {
        assert_eq!(version_in(OsStr::new("postgresql@17"), "postgresql@"), Some(17));
        assert_eq!(version_in(OsStr::new("9.6"), ""), Some(9));
        assert_eq!(version_in(OsStr::new("lib"), ""), None);
    }
}
