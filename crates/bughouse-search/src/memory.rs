//! The memory of the transposition table. All of it is allocated before a search, so a search doesn't wait for pages.

/// The number of words in a bucket, which fills a cache line.
pub(crate) const WIDTH: usize = 4;

pub(crate) type Bucket = [u128; WIDTH];

/// The smallest size of a page on any system.
#[cfg(target_os = "linux")]
const SMALLEST_PAGE: usize = 4096;

/// Memory in huge pages if the system has them. A process that used 4 GB then exits in 30 ms instead of 300, because
/// there are fewer pages to free.
#[cfg(target_os = "linux")]
pub(crate) struct Memory(Option<memmap2::MmapMut>);

#[cfg(target_os = "linux")]
impl Memory {
    /// Allocates memory for some buckets; for fewer if there isn't enough.
    pub(crate) fn new(buckets: usize) -> Memory {
        let sizes = std::iter::successors(Some(buckets), |&buckets| (buckets > 1).then_some(buckets / 2));
        let mut maps = sizes.filter_map(|size| memmap2::MmapMut::map_anon(size * size_of::<Bucket>()).ok());
        let mut map = maps.next();
        if let Some(map) = &mut map {
            // This fails on a system without huge pages, where normal ones do.
            let _ = map.advise(memmap2::Advice::HugePage);
            // The system allocates a page when it is first written.
            map.chunks_mut(SMALLEST_PAGE).for_each(|page| page[0] = 0);
        }
        Memory(map)
    }

    pub(crate) fn clear(&mut self) {
        self.buckets_mut().fill([0; WIDTH]);
    }

    #[inline]
    pub(crate) fn buckets(&self) -> &[Bucket] {
        self.0.as_ref().map_or(&[], |map| bytemuck::cast_slice(map))
    }

    #[inline]
    pub(crate) fn buckets_mut(&mut self) -> &mut [Bucket] {
        self.0.as_mut().map_or(&mut [], |map| bytemuck::cast_slice_mut(map))
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) struct Memory(Vec<Bucket>);

#[cfg(not(target_os = "linux"))]
impl Memory {
    pub(crate) fn new(buckets: usize) -> Memory {
        Memory(vec![[0; WIDTH]; buckets])
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill([0; WIDTH]);
    }

    #[inline]
    pub(crate) fn buckets(&self) -> &[Bucket] {
        &self.0
    }

    #[inline]
    pub(crate) fn buckets_mut(&mut self) -> &mut [Bucket] {
        &mut self.0
    }
}
