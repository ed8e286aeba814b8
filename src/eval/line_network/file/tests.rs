//! Tests that bytes that are not a network are refused, and that files of weights survive reading
//! and writing.

use crate::eval::line_network::LineNetwork;
use crate::eval::line_network::dictionary::MAX_WINDOWS;
use crate::eval::line_network::testing::arbitrary_network;
use crate::eval::line_network::window::Window;

fn read(bytes: &[u8]) -> Result<LineNetwork, String> {
    LineNetwork::from_bytes(&mut &bytes[..])
}

#[test]
fn invalid_bytes_are_refused() {
    let bytes = arbitrary_network(false).to_bytes();
    for end in [0, 3, 11, 12, 500, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(read(&bytes[..end]), Err("there are too few numbers".to_owned()), "{end}");
    }
    let refused = |place: usize, number: u32| {
        let mut bytes = bytes.clone();
        bytes[place..][..4].copy_from_slice(&number.to_le_bytes());
        read(&bytes).expect_err("the number is invalid")
    };
    assert!(refused(0, 0).contains("0 units for an output of one: expected 1"));
    assert!(refused(0, 1 << 31).contains("expected 1 to 10000"));
    let windows = MAX_WINDOWS as u32 + 1;
    assert!(refused(4, windows).contains(&format!("expected at most {MAX_WINDOWS}")));
    assert!(refused(8, 3).contains("3 colours: expected 1 or 2"));
    assert!(refused(12, Window::COUNT as u32).contains("expected a number below 4194304"));
    let last = bytes.len() - 2;
    let mut large = bytes.clone();
    large[last..].copy_from_slice(&i16::MAX.to_le_bytes());
    assert!(read(&large).expect_err("a weight is too large").contains("expected -4096 to 4096"));
}
