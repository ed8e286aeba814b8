//! Certificates: any bytes are refused or can be checked and written again.

use dolmen::certificate::Certificate;
use fastrand::Rng;

/// Returns random bytes after the beginning of a certificate.
pub fn input(random: &mut Rng) -> Vec<u8> {
    let mut bytes = b"dolmen certificate 1\n".to_vec();
    bytes.extend((0..random.usize(..60)).map(|_| random.u8(..)));
    bytes
}

/// Reads a certificate, and checks and writes it.
///
/// # Panics
/// If the library fails.
pub fn check(data: &[u8]) {
    let Ok(certificate) = Certificate::from_bytes(data) else { return };
    certificate.check().ok();
    assert!(Certificate::from_bytes(&certificate.to_bytes()).is_ok());
}
