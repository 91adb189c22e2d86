//! Generates the client from the document for older tools.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let document = env::var("PIPKEEPER_DOCUMENT")?;
    println!("cargo:rerun-if-env-changed=PIPKEEPER_DOCUMENT");
    println!("cargo:rerun-if-changed={document}");
    let spec = serde_json::from_str(&fs::read_to_string(document)?)?;
    let mut settings = progenitor::GenerationSettings::new();
    settings.with_interface(progenitor::InterfaceStyle::Builder);
    let tokens = progenitor::Generator::new(&settings).generate_tokens(&spec)?;
    let code = prettyplease::unparse(&syn::parse2(tokens)?);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("client.rs"), code)?;
    Ok(())
}
