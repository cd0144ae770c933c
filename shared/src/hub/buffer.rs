//! Message buffers for stateful reconnect: sent messages awaiting acknowledgement, and the count of received
//! ones.
//!
//! Messages carry no sequence number on the wire. Both ends count the same messages, starting at 1.
//!
//! `session.rs` limits how long a connection can be resumed. `server/src/hub/welcome.rs` determines what a new
//! connection receives.

use std::collections::VecDeque;

/// Sent messages that the peer has not acknowledged.
#[derive(Debug)]
pub struct Unacknowledged<R> {
    /// Record and weight, oldest first.
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

    /// Assigns the next sequence number to a record and stores it.
    pub fn keep(&mut self, record: R, weight: usize) {
        self.last += 1;
        self.weight += weight;
        self.kept.push_back((record, weight));
    }

    /// Drops all records up to this sequence number.
    pub fn acknowledge(&mut self, sequence: u64) {
        while self.first() <= sequence
            && let Some((_, weight)) = self.kept.pop_front()
        {
            self.weight -= weight;
        }
    }

    /// Returns the sequence number of the oldest stored record, or the next number if the buffer is empty.
    pub fn first(&self) -> u64 {
        self.last + 1 - self.kept.len() as u64
    }

    /// Returns whether sending must pause until the peer acknowledges.
    pub fn is_full(&self) -> bool {
        self.weight >= self.limit
    }

    /// Returns the total weight of the stored records.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Returns the records to send again after a resume, oldest first.
    pub fn replay(&self) -> impl Iterator<Item = &R> {
        self.kept.iter().map(|(record, _)| record)
    }
}

/// The peer skipped sequence numbers, so messages are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Sequence ID greater than amount of messages we've received.")]
pub struct Gap;

/// Sequence numbers of received messages.
#[derive(Debug, Default)]
pub struct Received {
    /// Sequence number of the last message on the current transport connection.
    current: u64,
    highest: u64,
    /// Due time of the next acknowledgement.
    due_ms: Option<u64>,
    /// Bytes received since the last acknowledgement.
    unacknowledged: usize,
}

impl Received {
    /// Counts a received message. Returns false for a duplicate, which must not be handled again.
    pub fn is_new(&mut self, now_ms: u64) -> bool {
        self.current += 1;
        if self.current >= self.highest {
            self.due_ms.get_or_insert(now_ms + super::ACKNOWLEDGE_MS);
        }
        let is_new = self.current > self.highest;
        self.highest = self.highest.max(self.current);
        is_new
    }

    /// Counts received bytes. Makes an acknowledgement due early, because the peer pauses after
    /// [`super::BUFFER_SIZE`] unacknowledged bytes.
    pub fn add_bytes(&mut self, bytes: usize, now_ms: u64) {
        self.unacknowledged += bytes;
        if self.unacknowledged >= super::BUFFER_SIZE / 2 && self.highest > 0 {
            self.due_ms = Some(now_ms);
        }
    }

    /// Continues with this sequence number after a resume. Repeated messages are acknowledged at once. With
    /// the usual delay, a transport that breaks every second would never make progress.
    ///
    /// # Errors
    /// Returns [`Gap`] if messages before `sequence` were never received.
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

    /// Returns the sequence number to acknowledge if an acknowledgement is due.
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
    fn keeps_unacknowledged_records_in_order() {
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
    fn detects_duplicates_and_gaps_after_a_resume() {
        let mut received = Received::default();
        assert!(received.is_new(0) && received.is_new(0) && received.is_new(0));
        received.resume(2, 0).unwrap();
        assert!(!received.is_new(0) && !received.is_new(0) && received.is_new(0));
        assert_eq!(received.resume(6, 0), Err(Gap));
        received.resume(5, 0).unwrap();
        assert!(received.is_new(0));
    }

    #[test]
    fn acknowledges_one_second_after_the_first_message() {
        let mut received = Received::default();
        assert_eq!(received.take_due(u64::MAX), None);
        received.is_new(100);
        received.is_new(900);
        assert_eq!((received.take_due(1_099), received.due_ms()), (None, Some(1_100)));
        assert_eq!(
            (received.take_due(1_100), received.take_due(9_999)),
            (Some(2), None)
        );
        // The peer missed the acknowledgement: repeat it at once, and again after the last repeated message.
        received.resume(1, 2_000).unwrap();
        assert_eq!(received.take_due(2_000), Some(2));
        received.is_new(2_000);
        assert_eq!(received.due_ms(), None);
        received.is_new(2_000);
        assert_eq!(received.take_due(3_000), Some(2));
        // The peer received the acknowledgement.
        received.resume(3, 4_000).unwrap();
        assert_eq!(received.due_ms(), None);
    }

    #[test]
    fn acknowledges_early_when_half_the_buffer_is_used() {
        let mut received = Received::default();
        received.add_bytes(100_000, 10);
        assert_eq!(received.due_ms(), None, "there is no message to acknowledge");
        let mut received = Received::default();
        for _ in 0..2 {
            received.is_new(10);
            received.add_bytes(49_999, 10);
            assert_eq!(received.due_ms(), Some(1_010));
            received.is_new(20);
            received.add_bytes(1, 20);
            assert!(received.take_due(20).is_some());
        }
    }
}
