//! Engines that are shell scripts of a few lines, and a match of two of them.

use crate::room::Room;

/// An engine that fills the top row if it begins and the row below if it does not, so that the engine
/// that begins wins with the ninth stone.
pub(crate) const ROWS: &str = r#"
while read -r line; do
    case $line in
        START* | RESTART) row=1 column=0 ; echo OK ;;
        BEGIN) row=0 ; echo "$column,$row" ; column=$((column + 1)) ;;
        TURN*) echo "$column,$row" ; column=$((column + 1)) ;;
        END) exit ;;
    esac
done
"#;
/// An engine that reads its input and never answers.
const MUTE: &str = "while read -r line; do :; done";
/// An engine that ends with words that would paint a terminal red.
const RUDE: &str = r#"
while read -r line; do
    case $line in
        START*) echo OK ;;
        BEGIN | TURN*) printf '\033[31m red\n' ; echo 'Error: oops' >&2 ; exit 7 ;;
        END) exit ;;
    esac
done
"#;
/// A folder with the engines.
pub(crate) fn room() -> Room {
    let room = Room::new();
    for (name, script) in [("rows", ROWS), ("mute", MUTE), ("rude", RUDE)] {
        room.write(name, script);
    }
    room
}

/// A match of two engines that fill rows.
pub(crate) const MATCH: &str = "-e 'name=one,cmd=/bin/sh rows,folder=.' -e 'name=two,cmd=/bin/sh \
                     rows,folder=.' --tc 0/60 \
                     --openings none --concurrency 2 --startup 120s";
