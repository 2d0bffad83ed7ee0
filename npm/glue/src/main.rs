//! Writes the JavaScript for a WebAssembly file: `bughouse-glue FILE.wasm FOLDER NAME`.

use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = &args[..] else {
        eprintln!("usage: bughouse-glue FILE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut glue = Bindgen::new();
    glue.input_path(Path::new(input)).out_name(name).typescript(true).omit_default_module_path(true);
    glue.remove_name_section(true).remove_producers_section(true);
    // In this mode, objects are freed when JavaScript collects them.
    let made = glue.web(true).and_then(|glue| glue.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:?}");
            ExitCode::FAILURE
        }
    }
}
