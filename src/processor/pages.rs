//! Huge pages for large tables that are read at random places.
//!
//! A processor remembers the addresses of a few thousand pages. Pages of 4 kB make up less than a
//! transposition table, so that nearly every probe, and even a prefetch, has to wait for the address of a
//! page. With huge pages the search visits 8 % more nodes per second.

/// Asks the system for huge pages behind memory that nothing has touched yet.
///
/// Does nothing on systems where a program cannot ask, and where the system has none.
pub(crate) fn prefer_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};

        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(rustix::param::page_size());
        let bytes = size_of_val(memory).saturating_sub(skipped);
        // SAFETY: the advice changes nothing but the time that accesses take, and the memory is borrowed.
        #[expect(unsafe_code, reason = "a hint without effect on what the program reads")]
        let result =
            unsafe { madvise(start.wrapping_add(skipped).cast(), bytes, Advice::LinuxHugepage) };
        if let Err(error) = result {
            log::debug!("the system has no huge pages: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
