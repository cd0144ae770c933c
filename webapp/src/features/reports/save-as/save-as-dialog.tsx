import { NameDialog, type NameValues } from '@/components/name-dialog';
import '@mantine/core/styles/Radio.layer.css';
import { showSuccess } from '@/lib/toast';
import { useOpenCount } from '@/lib/use-open-count';
import { useRequestKeys } from '@/lib/use-request-keys';
import { Radio, Stack } from '@mantine/core';
import { withoutPrivateColumns } from '@/list/private-columns';
import { listDefinition, type ListQuery, type NewReport } from 'firmbook-wasm';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addReport, REPORTS } from '../api/calls';
import { queryOf } from '../api/query-of';
import { kindOfType, reportPath } from '../kinds';

export interface SaveAsDialogProps {
  /** Selectable report types. The first is the default. */
  types: readonly number[];
  query: ListQuery;
  name?: string;
  description?: string | null;
  opened: boolean;
  onClose: () => void;
}

/** Saves the query of a list as a report and opens it. */
export function SaveAsDialog(props: SaveAsDialogProps) {
  return <Fields key={useOpenCount(props.opened)} {...props} />;
}

function Fields({ types, query, name = '', description, opened, onClose }: SaveAsDialogProps) {
  const [first = 1] = types;
  const [type, setType] = useState<number>(first);
  /** Idempotency keys, so that a repeated call adds nothing. */
  const keyOf = useRequestKeys();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const save = async (values: NameValues) => {
    const { name: called, description: about } = values;
    const body: NewReport = {
      reportType: type,
      name: called,
      description: about || null,
      query: queryOf(withoutPrivateColumns(query, listDefinition(kindOfType(type).list))),
    };
    const report = await addReport(body, keyOf(body));
    onClose();
    showSuccess(`“${report.name}” saved as ${article(kindOfType(type).singular)}`);
    await queries.invalidateQueries({ queryKey: [...REPORTS, 'list'] });
    await navigate(reportPath(report));
  };

  return (
    <NameDialog
      title="Save as report"
      opened={opened}
      onClose={onClose}
      initial={{ name, description: description ?? '' }}
      saveLabel="Save"
      failure="addReport"
      onSave={save}
      before={
        types.length > 1 && (
          <Radio.Group label="Report type" value={String(type)} onChange={(value) => setType(Number(value))}>
            <Stack gap="xs" mt="xs">
              {types.map((item) => (
                <Radio
                  key={item}
                  value={String(item)}
                  label={kindOfType(item).title}
                  description={kindOfType(item).rows}
                />
              ))}
            </Stack>
          </Radio.Group>
        )
      }
    />
  );
}

const article = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
