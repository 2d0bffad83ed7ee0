//! Prints the OpenAPI spec. `cargo xtask openapi` writes it to `openapi.json`.

fn main() {
    print!("{}", bughouse_review::schema::openapi());
}
