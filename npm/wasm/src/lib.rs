//! The engine as a WebAssembly module: all of `dolmen-host`, and nothing else.

use dolmen_host as _;
