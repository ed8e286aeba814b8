//! Tables of text: aligned columns of a limited total width.

/// The number of spaces between two columns.
const GAP: usize = 2;

/// The minimum width of a column of names.
const LEAST_NAME: usize = 8;

/// The title and the alignment of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    title: String,
    is_name: bool,
}

/// Returns a right-aligned column.
pub(super) fn figures(title: impl Into<String>) -> Column {
    Column { title: title.into(), is_name: false }
}

/// Returns a left-aligned column, whose cells may be shortened.
pub(super) fn names(title: impl Into<String>) -> Column {
    Column { title: title.into(), is_name: true }
}

/// Returns the titles and `rows` as lines of at most `width` characters. Each row has a cell for each
/// column. The first two columns always remain.
pub(super) fn lay_out(columns: &[Column], rows: &[Vec<String>], width: usize) -> String {
    let mut widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cells = rows.iter().map(|row| length(&row[index]));
            cells.chain([length(&column.title)]).max().unwrap_or(0)
        })
        .collect();
    shrink_names(columns, &mut widths, width);
    while widths.len() > 2 && total(&widths) > width {
        widths.pop();
    }
    let titles: Vec<_> = columns.iter().map(|column| column.title.clone()).collect();
    let mut text = String::new();
    for row in std::iter::once(&titles).chain(rows) {
        let cells: Vec<_> = row
            .iter()
            .zip(columns)
            .zip(&widths)
            .map(|((cell, column), &width)| {
                let cell = shortened(cell, width);
                if column.is_name { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Returns `text` cut to `width` characters, with three dots at the cut.
pub(super) fn shortened(text: &str, width: usize) -> String {
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
            .filter(|&index| columns[index].is_name && widths[index] > LEAST_NAME)
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

/// Returns a rating with its sign, or three dots if it is infinite.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        "…".to_owned()
    } else {
        // Adding zero turns a negative zero into a positive one.
        let rounded = format!("{value:+.decimals$}");
        if rounded.trim_start_matches(['-', '0', '.']).is_empty() {
            format!("{:+.decimals$}", 0.0)
        } else {
            rounded
        }
    }
}

/// Returns an interval such as `[-12, +30]`.
pub(super) fn interval(low: f64, high: f64, decimals: usize) -> String {
    format!("[{}, {}]", signed(low, decimals), signed(high, decimals))
}

/// Returns a share from 0 to 1 such as `57.9 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns a time, given in milliseconds, in a suitable unit.
pub(super) fn duration(ms: f64) -> String {
    if ms >= 10_000.0 {
        format!("{:.1} s", ms / 1000.0)
    } else if ms >= 10.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{ms:.2} ms")
    }
}

/// Returns an amount of memory in a suitable unit.
pub(super) fn memory(bytes: u64) -> String {
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
