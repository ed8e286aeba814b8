//! Layouts by their shares, and stones placed after them.

use std::collections::{HashMap, HashSet};

use dolmen::board::{BoardSize, Point};

use crate::openings::testing::groups;

use super::{APART, Group, Layout, Region, SPREADS, STONES};

const DRAWS: u64 = 2_000;

fn layouts() -> impl Iterator<Item = Layout> {
    (0..DRAWS).map(|seed| Layout::draw(&mut fastrand::Rng::with_seed(seed)))
}

#[test]
fn layouts_have_their_shares() {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let mut stones = HashSet::new();
    let mut spreads = HashSet::new();
    let mut regions = Vec::new();
    for layout in layouts() {
        *counts.entry(layout.groups.len()).or_default() += 1;
        let total: usize = layout.groups.iter().map(|group| group.stones).sum();
        stones.insert(total);
        assert!(STONES.contains(&total), "{layout:?}");
        for group in &layout.groups {
            assert!(group.stones > 0 && SPREADS.contains(&group.spread), "{layout:?}");
            spreads.insert(group.spread);
            regions.push(group.region);
        }
    }
    assert_eq!((stones.len(), spreads.len(), counts.len()), (7, 4, 3));
    let share = |count: usize, of: usize| 10.0 * count as f64 / of as f64;
    for (groups, expected) in [(1, 6.0), (2, 3.0), (3, 1.0)] {
        assert!((share(counts[&groups], DRAWS as usize) - expected).abs() < 0.5, "{counts:?}");
    }
    let expected = [
        (Region::Edge, 3.0),
        (Region::Corner, 2.0),
        (Region::Anywhere, 3.0),
        (Region::Middle, 2.0),
    ];
    for (region, expected) in expected {
        let count = regions.iter().filter(|one| **one == region).count();
        let found = share(count, regions.len());
        assert!((found - expected).abs() < 0.5, "{region:?}: {found} of 10");
    }
}

/// Whatever the board, the stones are different points in as many groups as the layout has.
#[test]
fn stones_are_placed_after_the_layout() {
    for size in [
        BoardSize::square(15),
        BoardSize::square(20),
        BoardSize::new(22, 9).expect("a board has 5 to 22 columns and rows"),
    ] {
        let mut placed = 0;
        for (layout, seed) in layouts().zip(0..) {
            let Some(moves) = layout.place(size, &mut fastrand::Rng::with_seed(seed)) else {
                continue;
            };
            placed += 1;
            let total: usize = layout.groups.iter().map(|group| group.stones).sum();
            assert_eq!(moves.iter().collect::<HashSet<_>>().len(), total, "seed {seed} {size}");
            let mut found: Vec<usize> = groups(&moves, APART).iter().map(Vec::len).collect();
            let mut wanted: Vec<usize> = layout.groups.iter().map(|group| group.stones).collect();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "seed {seed} {size} {layout:?}");
            for group in &layout.groups {
                let in_region = |point: &Point| group.region.contains(*point, size);
                assert!(moves.iter().any(in_region), "seed {seed} {size} {layout:?}");
            }
        }
        assert!(10 * placed > 8 * DRAWS, "{placed} on {size}");
    }
}

#[test]
fn regions() {
    let size = BoardSize::new(20, 15).expect("a board has 5 to 22 columns and rows");
    let check = |point: &str, expected: &[Region]| {
        let point: Point = point.parse().expect("the points of a test are valid");
        for region in [Region::Edge, Region::Corner, Region::Middle] {
            let is_expected = expected.contains(&region);
            assert_eq!(region.contains(point, size), is_expected, "{point} {region:?}");
        }
        assert!(Region::Anywhere.contains(point, size));
    };
    check("a1", &[Region::Edge, Region::Corner]);
    check("t15", &[Region::Edge, Region::Corner]);
    check("e5", &[Region::Corner]);
    check("f4", &[Region::Edge]);
    check("k8", &[Region::Middle]);
    check("k12", &[Region::Edge, Region::Middle]);
    check("f6", &[]);
}

#[test]
fn stones_without_room_find_no_place() {
    let group = |stones| Group { region: Region::Corner, spread: 1, stones };
    let random = &mut fastrand::Rng::with_seed(1);
    let size = BoardSize::square(5);
    let twice = Layout { groups: vec![group(1), Group { region: Region::Middle, ..group(1) }] };
    assert_eq!(twice.place(size, random), None);
    assert_eq!(Layout { groups: vec![group(26)] }.place(size, random), None);
    let full = Layout { groups: vec![group(25)] }.place(size, random);
    assert_eq!(full.map(|moves| moves.len()), Some(25));
}
