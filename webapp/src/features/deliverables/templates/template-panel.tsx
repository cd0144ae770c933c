import { SidePanel } from '@/components/side-panel';
import { useUnsaved } from '@/lib/use-unsaved';
import { useQuery } from '@tanstack/react-query';
import { newTemplateSettings } from 'firmbook-later';
import type { DeliverableTemplate } from 'firmbook-wasm';
import { useState } from 'react';
import { kindBy } from './kinds';
import { useLibrary } from './library';
import { TemplateDetails } from './template-details';
import { TemplateForm } from './template-form';
import type { OpenPanel } from './use-panel';

interface TemplatePanelProps {
  /** Null closes the panel. */
  panel: OpenPanel | null;
  canWrite: boolean;
  onDuplicate: (panel: OpenPanel) => void;
  onClose: () => void;
}

/** Side panel that adds, edits, duplicates or shows a template. */
export function TemplatePanel({ panel, canWrite, onDuplicate, onClose }: TemplatePanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const { query, isOwn } = useLibrary();
  const { data } = useQuery({ ...query(panel?.kind ?? 1), enabled: panel !== null });
  const now = panel && contentOf(panel, data, (template) => canWrite && isOwn(template), canWrite);
  // Keeps showing the template while the panel closes.
  const [last, setLast] = useState(now);
  if (now && (now.key !== last?.key || now.template !== last.template)) setLast(now);
  return (
    <SidePanel
      title={last?.title ?? 'Template'}
      opened={now !== null}
      onClose={onClose}
      hasUnsaved={hasUnsaved}
    >
      {last &&
        (last.isForm ? (
          <TemplateForm
            key={last.key}
            kind={last.kind}
            initial={last.initial}
            template={last.mode === 'edit' ? last.template : null}
            note={last.note}
            onClose={onClose}
            onUnsaved={setUnsaved}
          />
        ) : (
          last.template && (
            <TemplateDetails
              template={last.template}
              kind={kindBy(last.kind)}
              onDuplicate={
                canWrite
                  ? () => onDuplicate({ mode: 'copy', kind: last.kind, uuid: last.template?.uuid ?? null })
                  : null
              }
              onClose={onClose}
            />
          )
        ))}
    </SidePanel>
  );
}

/** Returns the panel's content, or null if the template does not exist or a permission is missing. */
function contentOf(
  { mode, kind, uuid }: OpenPanel,
  all: readonly DeliverableTemplate[] | undefined,
  canChange: (template: DeliverableTemplate) => boolean,
  canWrite: boolean,
) {
  const template = all?.find((item) => item.uuid === uuid) ?? null;
  const common = { mode, kind, template, key: `${mode}-${kind}-${uuid}`, note: undefined };
  if (mode === 'add') {
    const initial = { name: '', isDefault: false, settings: newTemplateSettings() };
    return canWrite ? { ...common, isForm: true, title: 'Add template', initial } : null;
  }
  if (!template || (mode === 'copy' && !canWrite)) return null;
  if (mode === 'copy') {
    const note = `Starts with the settings of “${template.name}”, without its texts.`;
    const initial = { ...template, name: `${template.name} (copy)`.slice(0, 80), isDefault: false };
    return { ...common, isForm: true, title: 'Duplicate template', initial, note };
  }
  const isForm = mode === 'edit' && canChange(template);
  return { ...common, isForm, title: template.name, initial: template };
}
