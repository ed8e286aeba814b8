//! What `solve` answers.
