//! Builds again when a migration is added: the folder is embedded in the program.
fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
