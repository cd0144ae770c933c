interface Subject {
  title: string;
  /** When each type is sent, by its number. */
  kinds: Readonly<Record<number, string>>;
}

/** The notification types by subject, each with one sentence about when it is sent. */
export const SUBJECTS: readonly Subject[] = [
  {
    title: 'Policies',
    kinds: {
      29: 'A policy enters its grace period or is about to lapse, and again 14 and 3 days before it ends.',
      25: 'A premium that is not paid automatically is due soon, or no payment was seen 45 days after its due date.',
      33: 'A level term or conversion right ends in 180, 90 or 30 days.',
      27: 'A value leaves the range that the guidelines of a policy set.',
    },
  },
  {
    title: 'Annuities',
    kinds: {
      37: 'A surrender charge ends or falls, or a guaranteed rate ends, in 90 or 30 days; a required distribution is due in 60 or 14 days.',
      1003: 'A signed best interest form is due for review in 30 days and on the day.',
    },
  },
  {
    title: 'Trusts',
    kinds: {
      23: 'A premium gift to a trust is due today.',
      38: 'A premium gift to a trust is due in 10 days.',
      39: 'A premium gift to a trust is due in 45 days.',
      40: 'A premium gift to a trust is due in 90 days.',
      26: 'The Crummey letters of a gift are due today.',
      41: 'The Crummey letters of a gift are due in 10 days.',
      42: 'The Crummey letters of a gift are due in 45 days.',
      43: 'The Crummey letters of a gift are due in 90 days.',
    },
  },
  {
    title: 'Reviews and quotes',
    kinds: {
      21: 'You are asked to review a policy or annuity.',
      22: 'A review that you follow was completed.',
      19: 'A comparison quote that was requested for a policy has arrived.',
      20: 'A comparison quote could not be obtained.',
    },
  },
  {
    title: 'Reports',
    kinds: {
      32: 'Someone shares a report with you.',
      44: 'Rows or totals of a policy or contact report that you subscribe to changed.',
      45: 'Rows or totals of an annuity report that you subscribe to changed.',
      46: 'The changes of all reports that you receive in the digest, in one line.',
      24: 'An export that you started is ready to download.',
      47: 'A report summary or book of business that you requested is ready.',
      48: 'A report summary or book of business that you requested could not be generated.',
    },
  },
  {
    title: 'Documents and medical requests',
    kinds: {
      49: 'Someone stores a document with a policy or annuity that you can see.',
      30: 'Your firm has used 80% of its space for documents.',
      31: 'Your firm has used all of its space for documents.',
      28: 'Documents wait for processing, or their processing has finished.',
      34: 'A document that you uploaded was removed from processing.',
      1004: 'A medical document arrived. The notification names nobody.',
      1005: 'The next step of a medical request is due. The notification names nobody.',
    },
  },
  {
    title: 'Account and firm',
    kinds: {
      1001: 'Support staff signed in as you, with the reason.',
      1002: 'A cohort schedule of yours was paused because it cannot send.',
      50: 'Your firm has as many active users as it may have.',
      35: 'More than 50 notifications of one type in a day, combined into one line.',
    },
  },
];

/** Returns whether a subject has the type. A newer server can have others. */
export const hasSubject = (type: number): boolean => SUBJECTS.some(({ kinds }) => type in kinds);
