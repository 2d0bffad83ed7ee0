//! What the thread that writes receives: a queue with a limited size.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bughouse_chess::BughouseMove;

/// The maximum size of unanswered lines, in bytes. The next line is read when there is room.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The number of bytes that a line takes in addition to its text.
const LINE_BYTES: usize = 64;
/// The maximum number of info lines that wait for a client that doesn't read. The oldest are dropped.
const MAX_INFOS: usize = 256;

/// What the thread that writes receives.
#[derive(Debug, PartialEq)]
pub(crate) enum Event {
    Line(Vec<u8>),
    /// The end of the input.
    End,
    /// An info line of the search with this number.
    Info {
        number: u64,
        text: String,
    },
    /// The search with this number is over. It is never dropped.
    Over {
        number: u64,
        best: Option<BughouseMove>,
    },
}

/// The events in order.
#[derive(Default)]
pub(crate) struct Events {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    events: VecDeque<Event>,
    line_bytes: usize,
    infos: usize,
}

impl Events {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for a line.
    pub(crate) fn wait_for_room(&self) {
        let queue = self.queue();
        drop(self.changed.wait_while(queue, |queue| queue.line_bytes > MAX_LINE_BYTES));
    }

    /// Adds an event. If there are too many info lines, the oldest is dropped.
    pub(crate) fn send(&self, event: Event) {
        let mut queue = self.queue();
        match &event {
            Event::Line(line) => queue.line_bytes += line.len() + LINE_BYTES,
            Event::Info { .. } if queue.infos == MAX_INFOS => {
                if let Some(at) = queue.events.iter().position(|event| matches!(event, Event::Info { .. })) {
                    queue.events.remove(at);
                }
            }
            Event::Info { .. } => queue.infos += 1,
            Event::End | Event::Over { .. } => {}
        }
        queue.events.push_back(event);
        drop(queue);
        self.changed.notify_all();
    }

    /// Waits for the next event.
    pub(crate) fn next(&self) -> Event {
        loop {
            if let Some(event) = self.next_until(None) {
                return event;
            }
        }
    }

    /// Waits for the next event; returns `None` if it doesn't come in time.
    pub(crate) fn next_until(&self, end: Option<Instant>) -> Option<Event> {
        let is_empty = |queue: &mut Queue| queue.events.is_empty();
        let time = end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        let waited = self.changed.wait_timeout_while(self.queue(), time, is_empty);
        let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let event = queue.events.pop_front();
        match &event {
            Some(Event::Line(line)) => queue.line_bytes -= line.len() + LINE_BYTES,
            Some(Event::Info { .. }) => queue.infos -= 1,
            _ => {}
        }
        drop(queue);
        // There may be room for a line now.
        self.changed.notify_all();
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_info_lines_are_dropped_and_results_stay() {
        let events = Events::default();
        for number in 0..10_000 {
            events.send(Event::Info { number, text: "x".repeat(100) });
            if number % 1000 == 0 {
                events.send(Event::Over { number, best: None });
            }
        }
        events.send(Event::End);
        let (mut infos, mut over) = (Vec::new(), Vec::new());
        loop {
            match events.next() {
                Event::Info { number, .. } => infos.push(number),
                Event::Over { number, .. } => over.push(number),
                Event::Line(_) => unreachable!("no line was sent"),
                Event::End => break,
            }
        }
        assert_eq!(infos, (10_000 - MAX_INFOS as u64..10_000).collect::<Vec<_>>());
        assert_eq!(over, (0..10).map(|n| n * 1000).collect::<Vec<_>>());
        assert_eq!(events.next_until(Some(Instant::now())), None);
    }

    #[test]
    fn lines_wait_for_room() {
        let events = Events::default();
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                for _ in 0..100 {
                    events.wait_for_room();
                    events.send(Event::Line(vec![b'x'; 1 << 16]));
                    assert!(events.queue().line_bytes <= MAX_LINE_BYTES + (1 << 16) + LINE_BYTES);
                }
            });
            for _ in 0..100 {
                assert!(matches!(events.next(), Event::Line(_)));
            }
            reader.join().unwrap();
        });
        assert_eq!(events.queue().line_bytes, 0);
    }
}
