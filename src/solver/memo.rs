//! A bounded memory of positions that were refuted.

use crate::board::Key;

/// A set of keys that forgets old ones when new ones need their place.
#[derive(Clone, Debug)]
pub struct Memo {
    slots: Box<[u64]>,
}

impl Memo {
    /// An empty memory of `2^bits` keys, eight bytes each.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self { slots: bytemuck::zeroed_slice_box(1 << bits) }
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        // The length is a power of two.
        key.0 as usize & (self.slots.len() - 1)
    }

    /// Whether the key was inserted and not forgotten since.
    #[inline]
    #[must_use]
    pub fn contains(&self, key: Key) -> bool {
        self.slots[self.slot(key)] == key.0
    }

    /// Remembers a key.
    #[inline]
    pub fn insert(&mut self, key: Key) {
        self.slots[self.slot(key)] = key.0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(0);
    }
}
