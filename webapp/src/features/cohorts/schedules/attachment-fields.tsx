import { LoadError } from '@/components/query-state';
import form from '@/components/panel-form.module.css';
import { defaultTemplate } from '@/features/deliverables/default-template';
import { templatesQuery } from '@/features/deliverables/api';
import { KINDS } from '@/features/deliverables/kinds';
import { useCan } from '@/lib/session';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { choices as choicesOf, type ScheduleInput } from 'firmbook-wasm';

type Attachment = Pick<ScheduleInput, 'deliverableType' | 'templateUuid' | 'groupBy'>;

interface AttachmentFieldsProps {
  /** Kind of book of business for the cohort's contacts. */
  kind: typeof KINDS.agentBook | typeof KINDS.ownerBook;
  values: Attachment;
  /** Error of the template field. */
  error: string | null;
  onChange: (values: Attachment) => void;
}

const LISTS = 'lists';
const BOOK = 'book';
const ATTACHMENTS = [
  { value: LISTS, label: 'Contract lists (CSV)' },
  { value: BOOK, label: 'Book of business (PDF)' },
];
const NONE: Attachment = { deliverableType: null, templateUuid: null, groupBy: null };

/** Fields for a schedule's attachments. Attaching books of business requires permission to generate them. */
export function AttachmentFields({ kind, values, error, onChange }: AttachmentFieldsProps) {
  const canGenerate = useCan('deliverables', 'write');
  const hasBook = values.deliverableType !== null;
  const templates = useQuery({ ...templatesQuery(kind), enabled: canGenerate || hasBook });
  const all = templates.data ?? [];
  const isKnown = all.some(({ uuid }) => uuid === values.templateUuid);
  const chooseTemplate = (uuid: string | undefined) => {
    const template = all.find((item) => item.uuid === uuid);
    if (!template) return onChange({ ...values, deliverableType: kind, templateUuid: null });
    onChange({ deliverableType: kind, templateUuid: template.uuid, groupBy: template.settings.groupBy });
  };
  if (!canGenerate && !hasBook) return null;
  return (
    <>
      <NativeSelect
        className={form.wide}
        label="Attach"
        data={ATTACHMENTS}
        value={hasBook ? BOOK : LISTS}
        disabled={!canGenerate || !templates.data}
        onChange={(event) =>
          event.currentTarget.value === BOOK ? chooseTemplate(defaultTemplate(all)?.uuid) : onChange(NONE)
        }
      />
      {templates.error && (
        <LoadError
          subject="the templates"
          error={templates.error}
          onRetry={() => templates.refetch()}
          className={form.wide}
        />
      )}
      {hasBook && (
        <>
          <NativeSelect
            label="Template"
            data={[
              ...(isKnown ? [] : [{ value: '', label: templates.data ? 'Choose a template' : 'Loading…' }]),
              ...all.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            value={isKnown ? (values.templateUuid ?? '') : ''}
            error={error}
            disabled={!templates.data}
            onChange={(event) => chooseTemplate(event.currentTarget.value)}
          />
          <NativeSelect
            label="Group by"
            data={choicesOf('deliverableGrouping').map(({ code, label }) => ({ value: code, label }))}
            value={String(values.groupBy ?? '')}
            onChange={(event) => onChange({ ...values, groupBy: Number(event.currentTarget.value) })}
          />
        </>
      )}
    </>
  );
}
