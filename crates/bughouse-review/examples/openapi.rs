//! Prints the document of the interface, made of the shapes: `cargo xtask openapi` writes it to `openapi.json`.

fn main() {
    print!("{}", bughouse_review::schema::openapi());
}
