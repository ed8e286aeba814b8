//! The encodings of texts: UTF-8 if the bytes are UTF-8, otherwise the most likely one, such as GBK or
//! windows-1252.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, Encoding, GBK, SHIFT_JIS, UTF_8};

/// Returns the most likely encoding of some texts.
pub(super) fn guess<'a>(
    texts: impl IntoIterator<Item = &'a [u8], IntoIter: Clone>,
) -> &'static Encoding {
    let texts = texts.into_iter();
    if texts.clone().all(|text| std::str::from_utf8(text).is_ok()) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for text in texts.clone() {
        detector.feed(text, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    let guess = detector.guess(None, Utf8Detection::Allow);
    // Libraries of RenLib are in GBK far more often, and of short texts the detector is not sure.
    let may_be_gbk = [SHIFT_JIS, EUC_JP, BIG5].contains(&guess) && texts.clone().all(is_simple_gbk);
    if may_be_gbk { GBK } else { guess }
}

/// Returns whether a text consists of ASCII and the most usual letters of GBK, whose two bytes are both
/// above A0. Other encodings with such letters have more below.
fn is_simple_gbk(text: &[u8]) -> bool {
    let runs = text.split(u8::is_ascii);
    runs.into_iter().all(|run| run.len() % 2 == 0 && run.iter().all(|&byte| byte > 0xA0))
}

/// Returns a text file without its byte order mark, which tells the encoding if there is one.
pub(super) fn decode(data: &[u8]) -> String {
    guess([data]).decode(data).0.into_owned()
}
