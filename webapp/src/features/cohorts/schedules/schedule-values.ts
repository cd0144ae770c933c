import { formatDate, type CohortSchedule, type ScheduleInput } from 'firmbook-wasm';

/** Converts a schedule to form values. */
export const inputOfSchedule = (schedule: CohortSchedule): ScheduleInput => ({
  scheduleId: schedule.scheduleId,
  version: schedule.version,
  name: schedule.name,
  frequency: schedule.frequency,
  firstSendDate: schedule.firstSendDate,
  time: schedule.time,
  timeZone: schedule.timeZone,
  sendTo: schedule.sendTo,
  subject: schedule.subject,
  message: schedule.message,
  includeAnnuities: schedule.includeAnnuities,
  deliverableType: schedule.deliverableType,
  templateUuid: schedule.templateUuid,
  groupBy: schedule.groupBy,
  status: schedule.status,
});

export const empty = (timeZone: string): ScheduleInput => ({
  scheduleId: null,
  version: null,
  name: '',
  frequency: 'Once',
  firstSendDate: '',
  time: '09:00',
  timeZone,
  sendTo: 'Contact',
  subject: '',
  message: '',
  includeAnnuities: true,
  deliverableType: null,
  templateUuid: null,
  groupBy: null,
  status: 'Active',
});

/** Returns the local time in a time zone as `YYYY-MM-DDTHH:MM`. */
export function timeIn(timeZone: string, now = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((item) => item.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** Formats a day as `Mon 11/30/2026`. */
export const formatWeekday = (day: string) =>
  `${WEEKDAY.format(new Date(`${day}T00:00:00Z`))} ${formatDate(day)}`;
