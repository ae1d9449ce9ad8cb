mod standing;

pub use standing::{Reason, Standing, Tally, Term, Value};
