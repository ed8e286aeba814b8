//! Tests of files of opinions, whole and damaged.

use dolmen::board::Key;

use super::testing::file;
use super::{Opinion, ReadTeacherError, Teacher};

#[test]
fn a_file_gives_its_opinions() {
    let bytes = file(&[(Key(7), 0, 65_535), (Key(u64::MAX), 13_107, 52_428)]);
    let teacher = Teacher::from_bytes(&bytes).expect("the file is whole");
    assert_eq!(teacher.opinion(Key(7)), Some(Opinion { score: 0.005, result: 0.995 }));
    assert_eq!(teacher.opinion(Key(u64::MAX)), Some(Opinion { score: 0.2, result: 0.8 }));
    assert_eq!(teacher.opinion(Key(8)), None);
}

#[test]
fn other_files_are_refused() {
    let whole = file(&[(Key(7), 1, 2), (Key(8), 3, 4)]);
    let mut changed = whole.clone();
    *changed.last_mut().expect("the file has bytes") ^= 1;
    let error = |bytes: &[u8]| Teacher::from_bytes(bytes).expect_err("it is no whole file");
    assert_eq!(error(&changed), ReadTeacherError::Damaged);
    for length in whole.len() - 13..whole.len() {
        assert_eq!(error(&whole[..length]), ReadTeacherError::Damaged, "{length} bytes");
    }
    assert_eq!(error(&whole[..19]), ReadTeacherError::Damaged);
    assert_eq!(error(b"dolmen teacher 2\n"), ReadTeacherError::Version("2".to_owned()));
    let foreign = |text: &str| ReadTeacherError::Foreign(text.to_owned());
    assert_eq!(error(b"dolmen games 2\n"), foreign("dolmen games 2\n"));
    assert_eq!(error(b""), foreign(""));
}
