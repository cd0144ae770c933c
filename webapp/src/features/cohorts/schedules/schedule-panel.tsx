import { FreeTextArea } from '@/components/free-text-area';
import { FormSection, PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import form from '@/components/panel-form.module.css';
import { KINDS } from '@/features/deliverables/kinds';
import { timeZoneOptions } from '@/lib/time-zones';
import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { checkSchedule, scheduleChoices, upcomingSends } from 'firmbook-later';
import type { Choice, Cohort, CohortSchedule, FieldProblem, ScheduleInput } from 'firmbook-wasm';
import { useState } from 'react';
import { AttachmentFields } from './attachment-fields';
import { MergeFields, MergePreview } from './merge-fields';
import { empty, formatWeekday, inputOfSchedule, timeIn } from './schedule-values';
import classes from './schedules.module.css';

interface SchedulePanelProps {
  cohort: Cohort;
  /** The schedule to edit. Null for a new one. */
  schedule: CohortSchedule | null;
  opened: boolean;
  /** Throws if the save fails. `key` is the idempotency key. */
  onSave: (input: ScheduleInput, key: string) => Promise<void>;
  onClose: () => void;
}

const SHOWN_DAYS = 5;

type Fields = ScheduleInput & Record<string, unknown>;

/** Side panel with the form for a schedule. */
export function SchedulePanel({ cohort, schedule, opened, onSave, onClose }: SchedulePanelProps) {
  const { user } = useSession();
  // The version that the form started from. A version conflict replaces it with the stored
  // schedule.
  const [before, setBefore] = useState(schedule);
  const [note, setNote] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const stored = before && inputOfSchedule(before);
  const validate = (values: Fields): FieldProblem[] =>
    checkSchedule(inputOf(values, before), cohort.contactType, timeIn(values.timeZone), stored);
  const {
    form: fields,
    hasUnsaved,
    isSaving,
    submit,
  } = useSettingsForm<Fields>({
    initialValues: { ...(schedule ? inputOfSchedule(schedule) : empty(user.timeZone)) },
    validate,
    failure: 'updateSchedule',
    onSave: async (values, done) => {
      setNote(null);
      try {
        await onSave(inputOf(values, before), key);
      } catch (reason) {
        const problem = reason instanceof ApiError ? reason.problem : null;
        if (problem?.code !== 'version_conflict') throw reason;
        setBefore(problem.current as CohortSchedule);
        return setNote(
          'This schedule was changed while you were editing. Save again to overwrite those changes.',
        );
      }
      done();
      onClose();
    },
  });
  const { values } = fields;
  const choices = scheduleChoices(cohort.contactType);
  const owner =
    schedule && !schedule.isAbandoned ? schedule.owner : `${user.firmUserFirstName} ${user.firmUserLastName}`;
  return (
    <SidePanel
      title={schedule ? 'Edit schedule' : 'Add schedule'}
      opened={opened}
      onClose={onClose}
      hasUnsaved={hasUnsaved}
    >
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel={schedule ? 'Save' : 'Add schedule'}
        isSaving={isSaving}
        note={note}
      >
        <FormSection title="When">
          <TextInput
            className={form.wide}
            label="Name"
            withAsterisk
            maxLength={80}
            autoComplete="off"
            {...fields.getInputProps('name')}
          />
          <NativeSelect
            label="Frequency"
            data={options(choices.frequencies)}
            {...fields.getInputProps('frequency')}
          />
          <TextInput
            type="date"
            label={values.frequency === 'Once' ? 'Send on' : 'First send on'}
            withAsterisk
            {...fields.getInputProps('firstSendDate')}
          />
          <TextInput type="time" label="Time" withAsterisk {...fields.getInputProps('time')} />
          <NativeSelect
            label="Time zone"
            data={timeZoneOptions(values.timeZone)}
            {...fields.getInputProps('timeZone')}
          />
          <NextDays input={inputOf(values, before)} />
        </FormSection>
        <FormSection title="What">
          <NativeSelect
            className={form.wide}
            label="Send to"
            data={options(choices.sendTo)}
            {...fields.getInputProps('sendTo')}
          />
          <MergeFields>
            <TextInput
              label="Subject"
              withAsterisk
              maxLength={150}
              autoComplete="off"
              {...fields.getInputProps('subject')}
            />
            <FreeTextArea
              label="Message"
              withAsterisk
              autosize
              minRows={4}
              maxRows={12}
              maxLength={5000}
              {...fields.getInputProps('message')}
            />
          </MergeFields>
          <MergePreview
            cohort={cohort}
            subject={values.subject}
            message={values.message}
            sender={owner ?? ''}
          />
          <AttachmentFields
            kind={cohort.contactType === 1 ? KINDS.agentBook : KINDS.ownerBook}
            values={values}
            error={typeof fields.errors.templateUuid === 'string' ? fields.errors.templateUuid : null}
            onChange={(attachment) => fields.setValues(attachment)}
          />
          <Checkbox
            className={form.wide}
            label="Include annuities"
            {...fields.getInputProps('includeAnnuities', { type: 'checkbox' })}
          />
          <p className={classes.about}>
            {values.deliverableType === null ? 'Each email lists' : 'Each book of business lists'} the
            contact’s contracts that {owner ?? 'its owner'} can access when it is sent. Contacts that{' '}
            {owner ?? 'its owner'} cannot access are skipped.
          </p>
        </FormSection>
      </PanelForm>
    </SidePanel>
  );
}

/** Preview of the next send dates, computed from the typed values. */
function NextDays({ input }: { input: ScheduleInput }) {
  const days = upcomingSends(input, timeIn(input.timeZone), SHOWN_DAYS);
  const isPersonal = input.frequency === 'Birthday' || input.frequency === 'Anniversary';
  return (
    <div className={classes.next} role="status" aria-label="Next sends">
      {isPersonal ? (
        <p>Sends to each contact on their own date. Dates are checked every day.</p>
      ) : days.length > 0 ? (
        <>
          <p>{days.length === 1 ? 'Sends on' : 'Next sends'}</p>
          <ol>
            {days.map((day) => (
              <li key={day}>{formatWeekday(day)}</li>
            ))}
          </ol>
        </>
      ) : (
        <p>Complete the schedule to see the next send dates.</p>
      )}
    </div>
  );
}

const options = (choices: readonly Choice[]) => choices.map(({ code, label }) => ({ value: code, label }));

/** Returns the request body, with the current version of an existing schedule. */
const inputOf = (values: Fields, before: CohortSchedule | null): ScheduleInput => ({
  ...(values as ScheduleInput),
  version: before?.version ?? null,
});
