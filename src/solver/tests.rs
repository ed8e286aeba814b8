//! VCF proofs hold against every defence, and refutations agree with plain search.
