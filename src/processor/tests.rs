//! Tests that all instruction sets compute the same results as the plain definitions.

use crate::processor::cells::{
    self, CELL_NUMBERS, CELL_ROWS, CellExchange, CellRow, CellSum, StoneExchanges,
};
use crate::processor::dispatch::{
    exchange_rows, exchanged, layer_sums, layer_units, mix, number, pool_after, restore_rows,
    shapes, sum_small_rows, update_lines, weigh_all,
};
use crate::processor::lanes::{self, LANES, Lanes, Masks, PLANES};
use crate::processor::layers::{self, LAYER_OUTPUTS, LayerSums, PairWeights, UnitClamp};
use crate::processor::lines::{
    self, Changes, Crossing, DIRECTIONS, LineWords, MAX_LINES, REACH, STAR_BITS, number_bit_by_bit,
};
use crate::processor::mixing::{self, MIXED_NUMBERS, MixedCell, Mixing, SmallRow};
use crate::processor::prefer_huge_pages;
use crate::processor::rows::{self, Exchanges, MAX_ROWS, RowSums, RowTable};

/// Cells of the longest line, five bits away from either end of a word.
const CELLS: u32 = 0x07ff_ffe0;

fn random_lanes(random: &mut fastrand::Rng) -> Lanes {
    let mut lanes = Lanes::default();
    for lane in 0..LANES {
        let cells = (random.u32(..) | random.u32(..)) & CELLS;
        let stones = random.u32(..) & cells;
        lanes.cells[lane] = cells;
        lanes.own[lane] = stones & random.u32(..);
        lanes.opponent[lane] = stones & !lanes.own[lane];
    }
    lanes
}

fn random_masks(random: &mut fastrand::Rng, closable: bool) -> Masks {
    let mut mask = || std::array::from_fn(|_| if random.bool() { u32::MAX } else { 0 });
    Masks { exact: mask(), forbids_overline: mask(), closable }
}

#[test]
fn every_instruction_set_computes_the_same_shapes() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..10_000 {
        let lanes = random_lanes(&mut random);
        for closable in [false, true] {
            let masks = random_masks(&mut random, closable);
            assert_eq!(shapes(&lanes, &masks), lanes::shapes(&lanes, &masks));
        }
    }
}

/// Returns lines of random stones, marks and planes.
fn random_lines(random: &mut fastrand::Rng) -> [LineWords; MAX_LINES] {
    std::array::from_fn(|_| {
        let cells = (random.u32(..) | random.u32(..)) & CELLS;
        let mut line = LineWords::new(cells);
        let stones = random.u32(..) & cells;
        *line.stones_mut(0) = stones & random.u32(..);
        *line.stones_mut(1) = stones & !line.stones(0);
        (0..2).for_each(|color| *line.marked_mut(color) = random.u32(..) & cells);
        line.planes = [(); 2].map(|()| [(); PLANES].map(|()| random.u32(..) & cells));
        line
    })
}

/// Returns the changes by their definition, from the numbers of all cells.
fn slow_changes(
    old: &[LineWords; MAX_LINES],
    new: &[LineWords; MAX_LINES],
    crossing: &Crossing,
) -> Changes {
    let mut changes = Changes::default();
    for direction in 0..DIRECTIONS {
        let line = usize::from(crossing.lines[direction]);
        for cell in (0..=2 * REACH).filter(|&cell| cell != REACH) {
            let bit = crossing.bits[direction] + cell - REACH;
            let star = 1 << (STAR_BITS * direction as u32 + cell);
            for color in 0..2 {
                let before = number_bit_by_bit(&old[line].planes[color], bit);
                let after = number_bit_by_bit(&new[line].planes[color], bit);
                let is_middling = |number: u32| (3..7).contains(&number);
                let is_marked = *old[line].clone().marked_mut(color) >> bit & 1 != 0;
                if before != after {
                    changes.any |= star;
                }
                if before != after && before.max(after) >= 7
                    || is_marked && is_middling(before) != is_middling(after)
                {
                    changes.notable[color] |= star;
                }
            }
        }
    }
    changes
}

#[test]
fn every_instruction_set_updates_lines_by_the_definition() {
    let mut random = fastrand::Rng::with_seed(13);
    for round in 0..5_000 {
        let old = random_lines(&mut random);
        let mut numbers: Vec<u8> = (0..=u8::MAX).collect();
        random.shuffle(&mut numbers);
        let crossing = Crossing {
            lines: std::array::from_fn(|direction| numbers[direction]),
            bits: std::array::from_fn(|_| random.u32(REACH..27)),
        };
        let masks = random_masks(&mut random, round % 2 == 0);
        let [mut fast, mut plain] = [old; 2];
        let [mut saved, mut also_saved] = [[[[0; 4]; 2]; DIRECTIONS]; 2];
        let changes = update_lines(&mut fast, &crossing, &masks, &mut saved, |_, _| ());
        let settle = |_: &Lanes, _: &mut _| ();
        let transpose = lines::transposed;
        let expected =
            lines::update(&mut plain, &crossing, &masks, &mut also_saved, settle, transpose);
        assert_eq!((changes, saved), (expected, also_saved));
        assert!(fast == plain, "the lines differ in round {round}");
        assert_eq!(changes, slow_changes(&old, &fast, &crossing));
        assert_eq!(saved, crossing.lines.map(|line| old[usize::from(line)].planes));
    }
}

#[test]
fn transposing_twice_changes_nothing() {
    let block = std::array::from_fn(|row| std::array::from_fn(|word| (10 * row + word) as u32));
    let transposed = lines::transposed(block);
    assert_eq!(transposed[1], [1, 11, 21, 31, 5, 15, 25, 35]);
    assert_eq!(lines::transposed(transposed), block);
}

#[test]
fn numbers_are_read_bit_by_bit() {
    let mut random = fastrand::Rng::with_seed(14);
    for _ in 0..1_000 {
        let planes = [(); PLANES].map(|()| random.u32(..));
        for bit in 0..32 {
            assert_eq!(number(&planes, bit), number_bit_by_bit(&planes, bit));
        }
    }
}

#[test]
fn every_instruction_set_exchanges_rows_alike() {
    let mut random = fastrand::Rng::with_seed(15);
    const FLIP: u16 = 0x1004;
    let mut table = RowTable::default();
    table.rows.iter_mut().flatten().for_each(|number| *number = random.i16(..));
    table.values.iter_mut().for_each(|value| *value = random.i16(..));
    for count in 0..Exchanges::CAPACITY {
        let mut list = Vec::new();
        let mut expected = RowSums { row: [7; rows::ROW_LENGTH], value: -5 };
        let start = expected;
        for _ in 0..count {
            let [removed, added] = [(); 2].map(|()| random.u16(..MAX_ROWS as u16));
            list.push((removed, added));
            let [removed, added] = [removed, added].map(|row| usize::from(row ^ FLIP));
            for (index, sum) in expected.row.iter_mut().enumerate() {
                *sum = sum.wrapping_add(table.rows[added][index]);
                *sum = sum.wrapping_sub(table.rows[removed][index]);
            }
            expected.value += i32::from(table.values[added]) - i32::from(table.values[removed]);
        }
        let mut exchanges = Exchanges::default();
        exchanges
            .refill(|refill| list.iter().for_each(|&(removed, added)| refill.push(removed, added)));
        assert_eq!(exchanged(start, &table, exchanges.as_slice(), FLIP), expected);
        assert_eq!(rows::exchanged(start, &table, exchanges.as_slice(), FLIP), expected);
        exchanges.refill(|refill| refill.push(3, 3));
        assert!(exchanges.as_slice().is_empty(), "a row for itself is no exchange");
    }
}

#[test]
fn every_instruction_set_exchanges_rows_of_cells_alike() {
    const CELLS: usize = 60;
    let mut random = fastrand::Rng::with_seed(31);
    let rows: Vec<CellRow> =
        (0..50).map(|_| CellRow([(); CELL_NUMBERS].map(|()| random.i16(-1_023..=1_023)))).collect();
    for _ in 0..300 {
        let mut numbers: Vec<u16> = (0..CELLS as u16).collect();
        random.shuffle(&mut numbers);
        let mut exchange = |cell| CellExchange {
            cell,
            place: 0,
            removed: random.u16(..rows.len() as u16),
            added: random.u16(..rows.len() as u16),
        };
        let center = [numbers[0]; CELL_ROWS].map(&mut exchange);
        let others: Vec<CellExchange> = numbers[1..40].iter().copied().map(exchange).collect();
        let before: Vec<CellSum> = (0..CELLS)
            .map(|_| CellSum([(); CELL_NUMBERS].map(|()| random.i16(-600..1_200))))
            .collect();
        let stone = StoneExchanges { center: &center, others: &others };
        let pool = [(); CELL_NUMBERS].map(|()| random.i32(..100_000));
        let expected = cells::pool_after(&pool, &before, &rows, stone);
        assert_eq!(pool_after(&pool, &before, &rows, stone), expected);
        let mut slow = before.clone();
        assert_eq!(cells::exchange_rows(&pool, &mut slow, &rows, stone), expected);
        let mut after = before.clone();
        assert_eq!(exchange_rows(&pool, &mut after, &rows, stone), expected);
        assert_eq!(after, slow);
        let clamped = |cells: &[CellSum], place: usize| -> i32 {
            cells.iter().map(|cell| i32::from(cell.0[place].clamp(0, cells::MAX_CELL))).sum()
        };
        for (place, &sum) in expected.iter().enumerate() {
            let change = clamped(&after, place) - clamped(&before, place);
            assert_eq!(sum, pool[place] + change);
        }
        restore_rows(&mut after, &rows, &[&center[..], &others].concat());
        assert_eq!(after, before);
    }
}

#[test]
fn every_instruction_set_mixes_cells_alike() {
    const STRIDE: usize = 9;
    const MARGIN: usize = STRIDE + 1;
    const PLACES: usize = 70;
    let mut random = fastrand::Rng::with_seed(33);
    let table: Vec<SmallRow> =
        (0..40).map(|_| SmallRow([(); MIXED_NUMBERS].map(|()| random.i8(..)))).collect();
    for _ in 0..200 {
        let mut places: Vec<u16> = (0..PLACES as u16).collect();
        random.shuffle(&mut places);
        places.truncate(random.usize(..PLACES));
        let rows: Vec<[u16; CELL_ROWS]> =
            (0..PLACES).map(|_| [(); CELL_ROWS].map(|()| random.u16(..40))).collect();
        let mut cell =
            |limit: i16| MixedCell([(); MIXED_NUMBERS].map(|()| random.i16(-limit..=limit)));
        let (bias, weights) = (cell(100), cell(2_000));
        let mixing =
            Mixing { bias: cell(200), weights: [(); 3].map(|()| cell(i16::MAX)), stride: STRIDE };
        let mut slow = vec![MixedCell::default(); PLACES + 2 * MARGIN];
        mixing::sum_small_rows(&places, &rows, &table, &bias, &mut slow, MARGIN);
        let mut fast = vec![MixedCell::default(); PLACES + 2 * MARGIN];
        sum_small_rows(&places, &rows, &table, &bias, &mut fast, MARGIN);
        assert_eq!(fast, slow);
        let [mut mixed, mut expected] = [(); 2].map(|()| vec![MixedCell::default(); places.len()]);
        let pools = mixing::mix(&places, &slow, MARGIN, &mixing, &mut expected);
        assert_eq!(mix(&places, &fast, MARGIN, &mixing, &mut mixed), pools);
        assert_eq!(mixed, expected);
        let [mut sums, mut expected_sums] = [(); 2].map(|()| vec![0; places.len()]);
        mixing::weigh_all(&expected, &weights, &mut expected_sums);
        weigh_all(&mixed, &weights, &mut sums);
        assert_eq!(sums, expected_sums);
        for (channel, &sum) in pools[0].iter().enumerate() {
            let cells = places.iter().map(|&place| slow[usize::from(place) + MARGIN].0[channel]);
            assert_eq!(sum, cells.map(i32::from).sum::<i32>());
        }
    }
}

#[test]
fn every_instruction_set_computes_the_same_layers() {
    let mut random = fastrand::Rng::with_seed(32);
    for _ in 0..300 {
        let inputs: [i16; 32] = [(); 32].map(|()| random.i16(0..7_800));
        let biases = LayerSums([(); LAYER_OUTPUTS].map(|()| random.i32(-2_000_000..2_000_000)));
        let mut weight = || random.i16(-4_096..=4_096);
        let weights: Vec<PairWeights> = (0..16)
            .map(|_| PairWeights([(); LAYER_OUTPUTS].map(|()| [weight(), weight()])))
            .collect();
        let clamp = UnitClamp { bits: 10, max: 1_024 };
        let expected = layers::layer_units(&biases, &weights, &inputs, clamp);
        assert_eq!(layer_units(&biases, &weights, &inputs, clamp), expected);
        let sums = layer_sums(&biases, &weights, &inputs);
        assert_eq!(sums, layers::layer_sums(&biases, &weights, &inputs));
        let terms = |output: usize| -> i32 {
            let weights = weights.iter().flat_map(|pair| pair.0[output]);
            weights.zip(inputs).map(|(weight, input)| i32::from(weight) * i32::from(input)).sum()
        };
        for (output, bias) in biases.0.into_iter().enumerate() {
            let unit = (bias + terms(output)).div_euclid(1_024).clamp(0, 1_024);
            assert_eq!(i32::from(expected[output]), unit);
            assert_eq!(sums.0[output], bias + terms(output));
        }
    }
}

#[test]
fn memory_in_huge_pages_keeps_its_content() {
    let mut numbers: Vec<u16> = (0..=u16::MAX).cycle().skip(3).take(3 << 20).collect();
    let before = numbers.clone();
    for range in [0..0, 0..1, 5..numbers.len(), 0..numbers.len()] {
        prefer_huge_pages(&mut numbers[range]);
        assert_eq!(numbers, before);
    }
}
