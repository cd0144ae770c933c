import { saveResponse } from '@/lib/download';
import { Button } from '@mantine/core';
import { targetChoices } from 'firmbook-later';
import type { UploadKind } from '../upload-kind';

/** Fields left out of the template. It has the parts of the name instead, and no record ID. */
const EXCLUDED_FIELDS = new Set(['fullName', 'recordId']);

/** Button that downloads an empty file with a column heading for each field. */
export function TemplateButton({ kind }: { kind: UploadKind }) {
  const download = () => {
    const choices = targetChoices(kind.type, []).filter(({ target }) => !EXCLUDED_FIELDS.has(target));
    const text = `${choices.map(({ label }) => label).join(',')}\r\n`;
    const file = new Response(text, { headers: { 'content-type': 'text/csv' } });
    void saveResponse(file, `${kind.many}-template.csv`);
  };
  return (
    <Button variant="subtle" ml="calc(var(--button-padding-x) * -1)" onClick={download}>
      Download a template
    </Button>
  );
}
