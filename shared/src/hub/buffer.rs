//! What both ends of a resumable connection remember: what they sent and nobody confirmed, and what they received.
//!
//! Neither number is on the wire: both ends count the same messages, from 1.

use std::collections::VecDeque;

/// The own messages that the other side has not acknowledged.
#[derive(Debug)]
pub struct Unacknowledged<R> {
    /// Oldest first: the record and its weight.
    kept: VecDeque<(R, usize)>,
    last: u64,
    weight: usize,
    limit: usize,
}

impl<R: Clone> Unacknowledged<R> {
    pub fn new(limit: usize) -> Self {
        Self {
            kept: VecDeque::new(),
            last: 0,
            weight: 0,
            limit,
        }
    }

    /// Numbers a record and keeps it.
    pub fn keep(&mut self, record: R, weight: usize) {
        self.last += 1;
        self.weight += weight;
        self.kept.push_back((record, weight));
    }

    /// Lets go of everything up to this number.
    pub fn acknowledge(&mut self, sequence: u64) {
        while self.first() <= sequence
            && let Some((_, weight)) = self.kept.pop_front()
        {
            self.weight -= weight;
        }
    }

    /// The number that a resumed line goes on with: the oldest that is kept, else the next.
    pub fn first(&self) -> u64 {
        self.last + 1 - self.kept.len() as u64
    }

    /// Whether to wait for the other side before more is sent.
    pub fn is_full(&self) -> bool {
        self.weight >= self.limit
    }

    /// Everything to be sent again, oldest first.
    pub fn replay(&self) -> impl Iterator<Item = &R> {
        self.kept.iter().map(|(record, _)| record)
    }
}

/// The other side announced a number that lies ahead: something is lost for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Sequence ID greater than amount of messages we've received.")]
pub struct Gap;

/// What came from the other side.
#[derive(Debug, Default)]
pub struct Received {
    /// The number of the last message on this line.
    current: u64,
    highest: u64,
    /// When the next acknowledgement is due.
    due_ms: Option<u64>,
    /// Bytes that came since the last one.
    unacknowledged: usize,
}

impl Received {
    /// Numbers a message that arrived; false when it was there before and must not be handled again.
    pub fn is_new(&mut self, now_ms: u64) -> bool {
        self.current += 1;
        if self.current >= self.highest {
            self.due_ms.get_or_insert(now_ms + super::ACKNOWLEDGE_MS);
        }
        let is_new = self.current > self.highest;
        self.highest = self.highest.max(self.current);
        is_new
    }

    /// So many bytes came. The other side stops when it has kept [`super::BUFFER_SIZE`] of them: it hears of it before.
    pub fn took(&mut self, bytes: usize, now_ms: u64) {
        self.unacknowledged += bytes;
        if self.unacknowledged >= super::BUFFER_SIZE / 2 && self.highest > 0 {
            self.due_ms = Some(now_ms);
        }
    }

    /// A resumed line goes on with this number. What it repeats is acknowledged at once: lines that break within the
    /// usual second would never bring anything new.
    ///
    /// # Errors
    /// [`Gap`] when messages before it never arrived.
    pub fn resume(&mut self, sequence: u64, now_ms: u64) -> Result<(), Gap> {
        if sequence > self.current + 1 {
            return Err(Gap);
        }
        self.current = sequence.saturating_sub(1);
        if self.current < self.highest {
            self.due_ms = Some(now_ms);
        }
        Ok(())
    }

    pub fn due_ms(&self) -> Option<u64> {
        self.due_ms
    }

    /// The number to acknowledge, when it is time.
    pub fn take_due(&mut self, now_ms: u64) -> Option<u64> {
        self.due_ms.take_if(|due| *due <= now_ms)?;
        self.unacknowledged = 0;
        Some(self.highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_acknowledged_is_kept_in_order() {
        let mut sent = Unacknowledged::new(10);
        assert_eq!(sent.first(), 1);
        for record in ["a", "b", "c"] {
            sent.keep(record, 4);
        }
        assert!(sent.is_full());
        assert_eq!(sent.first(), 1);
        sent.acknowledge(1);
        assert!(!sent.is_full());
        assert_eq!(
            (sent.first(), sent.replay().copied().collect::<String>()),
            (2, "bc".into())
        );
        sent.acknowledge(0);
        sent.acknowledge(u64::MAX);
        assert_eq!(
            (sent.first(), sent.replay().count(), sent.is_full()),
            (4, 0, false)
        );
    }

    #[test]
    fn what_came_twice_is_handled_once() {
        let mut received = Received::default();
        assert!(received.is_new(0) && received.is_new(0) && received.is_new(0));
        received.resume(2, 0).unwrap();
        assert!(!received.is_new(0) && !received.is_new(0) && received.is_new(0));
        assert_eq!(received.resume(6, 0), Err(Gap));
        received.resume(5, 0).unwrap();
        assert!(received.is_new(0));
    }

    #[test]
    fn an_acknowledgement_is_due_a_second_after_the_first_message_of_a_batch() {
        let mut received = Received::default();
        assert_eq!(received.take_due(u64::MAX), None);
        received.is_new(100);
        received.is_new(900);
        assert_eq!((received.take_due(1_099), received.due_ms()), (None, Some(1_100)));
        assert_eq!(
            (received.take_due(1_100), received.take_due(9_999)),
            (Some(2), None)
        );
        // The other side did not hear of it: said once more, at once and when everything is there again.
        received.resume(1, 2_000).unwrap();
        assert_eq!(received.take_due(2_000), Some(2));
        received.is_new(2_000);
        assert_eq!(received.due_ms(), None);
        received.is_new(2_000);
        assert_eq!(received.take_due(3_000), Some(2));
        // It knows what it goes on with.
        received.resume(3, 4_000).unwrap();
        assert_eq!(received.due_ms(), None);
    }

    #[test]
    fn much_is_acknowledged_before_the_other_side_has_to_stop() {
        let mut received = Received::default();
        received.took(100_000, 10);
        assert_eq!(received.due_ms(), None, "nothing of it counts");
        let mut received = Received::default();
        for _ in 0..2 {
            received.is_new(10);
            received.took(49_999, 10);
            assert_eq!(received.due_ms(), Some(1_010));
            received.is_new(20);
            received.took(1, 20);
            assert!(received.take_due(20).is_some());
        }
    }
}
