//! Tests that near points have codes of their own.

use dolmen::board::Point;

use super::{FAR, NEAR, spiral_code, spiral_offset};

#[test]
fn every_near_offset_has_one_code() {
    let from = Point::new(10, 10);
    let mut seen = [false; 256];
    for down in -NEAR..=NEAR {
        for right in -NEAR..=NEAR {
            let to = Point::new((10 + right) as usize, (10 + down) as usize);
            let code = spiral_code(from, to).expect("it is near");
            assert!(!seen[usize::from(code)] && code != FAR, "{right},{down}");
            seen[usize::from(code)] = true;
            assert_eq!(spiral_offset(code), (right, down));
        }
    }
    assert_eq!(spiral_code(from, Point::new(18, 10)), None);
}
