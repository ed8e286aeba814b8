//! Tables of text: aligned columns of a limited total width.

use std::iter;

/// The number of spaces between two columns.
const GAP: usize = 2;

/// The minimum width of a column of names.
const MIN_NAME: usize = 8;

/// A table of rows, from which each column derives its cells.
#[derive(Debug)]
pub(in crate::show) struct Table<R> {
    rows: Vec<R>,
    columns: Vec<Column>,
}

/// A column of text.
#[derive(Debug)]
struct Column {
    is_name: bool,
    /// The heading, and the cell of each row.
    cells: Vec<String>,
}

impl<R> Table<R> {
    /// Returns the table of these rows, without columns.
    pub(in crate::show) fn of(rows: impl IntoIterator<Item = R>) -> Self {
        Self { rows: rows.into_iter().collect(), columns: Vec::new() }
    }

    /// Adds a right-aligned column.
    pub(in crate::show) fn figures<C: ToString>(
        self,
        heading: impl ToString,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.column(false, heading, cell)
    }

    /// Adds a left-aligned column, whose cells may be shortened.
    pub(in crate::show) fn names<C: ToString>(
        self,
        heading: impl ToString,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.column(true, heading, cell)
    }

    fn column<C: ToString>(
        mut self,
        is_name: bool,
        heading: impl ToString,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        let cells = self.rows.iter().map(|row| cell(row).to_string());
        let cells = iter::once(heading.to_string()).chain(cells).collect();
        self.columns.push(Column { is_name, cells });
        self
    }

    /// Returns the headings and the rows as lines of at most `width` characters. The first two columns
    /// always remain.
    pub(in crate::show) fn text(&self, width: usize) -> String {
        let widest = |column: &Column| column.cells.iter().map(|cell| length(cell)).max();
        let mut widths: Vec<usize> = self.columns.iter().filter_map(widest).collect();
        shrink_names(&self.columns, &mut widths, width);
        while widths.len() > 2 && total(&widths) > width {
            widths.pop();
        }
        let line = |line: usize| {
            let cells = self.columns.iter().zip(&widths).map(|(column, &width)| {
                let cell = shortened(&column.cells[line], width);
                if column.is_name { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        (0..=self.rows.len()).map(line).collect()
    }
}

/// Returns `text` cut to `width` characters, with three dots at the cut.
pub(in crate::show) fn shortened(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Shrinks the columns of names, the widest first, until the table fits.
fn shrink_names(columns: &[Column], widths: &mut [usize], width: usize) {
    let mut excess = total(widths).saturating_sub(width);
    while excess > 0 {
        let widest = (0..columns.len())
            .filter(|&index| columns[index].is_name && widths[index] > MIN_NAME)
            .max_by_key(|&index| widths[index]);
        let Some(widest) = widest else { break };
        widths[widest] -= 1;
        excess -= 1;
    }
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns a figure, or a dash for a missing one.
pub(in crate::show) fn or_dash(figure: Option<impl ToString>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| figure.to_string())
}

/// Returns a rating with its sign, or three dots if it is infinite.
pub(in crate::show) fn signed(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        "…".to_owned()
    } else {
        let rounded = format!("{value:+.decimals$}");
        let is_zero = rounded.trim_start_matches(['-', '0', '.']).is_empty();
        if is_zero { rounded.replace('-', "+") } else { rounded }
    }
}

/// Returns an interval such as `[-12, +30]`.
pub(in crate::show) fn interval(low: f64, high: f64, decimals: usize) -> String {
    format!("[{}, {}]", signed(low, decimals), signed(high, decimals))
}

/// Returns a share from 0 to 1 such as `57.9 %`.
pub(in crate::show) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns a time, given in milliseconds, in a suitable unit.
pub(in crate::show) fn duration(ms: f64) -> String {
    if ms >= 10_000.0 {
        format!("{:.1} s", ms / 1000.0)
    } else if ms >= 10.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{ms:.2} ms")
    }
}

/// Returns an amount of memory in a suitable unit.
pub(in crate::show) fn memory(bytes: u64) -> String {
    const MEBIBYTE: f64 = 1024.0 * 1024.0;
    let mebibytes = bytes as f64 / MEBIBYTE;
    if mebibytes >= 10_000.0 {
        format!("{:.1} GiB", mebibytes / 1024.0)
    } else if mebibytes >= 10.0 {
        format!("{mebibytes:.0} MiB")
    } else {
        format!("{mebibytes:.1} MiB")
    }
}

#[cfg(test)]
mod tests;
