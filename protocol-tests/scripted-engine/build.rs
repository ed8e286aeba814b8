//! Generates the enum `Behaviour` and the table `DECLARATIONS` from `behaviours.toml`, so that a
//! behaviour is declared in that file alone.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use heck::ToUpperCamelCase;
use serde::Deserialize;

#[derive(Deserialize)]
struct Declarations {
    #[serde(rename = "behaviour")]
    behaviours: Vec<Declaration>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declaration {
    name: String,
    about: String,
    number: Option<u64>,
    #[serde(default)]
    thinks: bool,
    // The rest is for people and for the tests.
    #[serde(rename = "background")]
    _background: String,
    #[serde(rename = "fails")]
    _fails: Vec<String>,
    #[serde(rename = "may_fail")]
    _may_fail: Option<Vec<String>>,
    #[serde(rename = "needs_core")]
    _needs_core: Option<bool>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=behaviours.toml");
    let declarations: Declarations = toml::from_str(&fs::read_to_string("behaviours.toml")?)?;
    let mut variants = String::new();
    let mut table = String::new();
    for Declaration { name, about, number, thinks, .. } in declarations.behaviours {
        let variant = name.to_upper_camel_case();
        writeln!(variants, "    /// {about}\n    {variant},")?;
        writeln!(
            table,
            "    Declaration {{ behaviour: Behaviour::{variant}, name: {name:?}, \
             about: {about:?}, number: {number:?}, thinks: {thinks} }},"
        )?;
    }
    let code = format!(
        "/// A deviation from the honest engine.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         pub(crate) enum Behaviour {{\n{variants}}}\n\n\
         /// Every behaviour, in the order of the enum.\n\
         const DECLARATIONS: &[Declaration] = &[\n{table}];\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR")?).join("behaviours.rs"), code)?;
    Ok(())
}
