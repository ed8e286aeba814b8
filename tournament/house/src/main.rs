//! The house opponents: small players behind the Gomocup protocol.

fn main() {}
