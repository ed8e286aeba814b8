//! A game engine as a child process: raw bytes in and out, time-stamped lines, deadlines,
//! stderr, memory, freezing, and an end that always comes.
