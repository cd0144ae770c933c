import { IconDownload, IconX } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { Button } from '@mantine/core';
import type { ExportFormat } from 'firmbook-wasm';
import classes from './columns/columns.module.css';

const FORMATS: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel (XLSX)' },
];

interface ExportMenuProps {
  /** Size received so far. Null if nothing is running. */
  bytes: number | null;
  onStart: (format: ExportFormat) => void;
  onStop: () => void;
  /** Explains what is exported, if that differs from what is shown. */
  note?: string | undefined;
}

/** Button that exports in a chosen format. While exporting, shows the size received and stops on click. */
export function ExportMenu({ bytes, onStart, onStop, note }: ExportMenuProps) {
  if (bytes !== null) {
    return (
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={onStop}
        aria-label="Stop the export"
      >
        {(bytes / 1_000_000).toFixed(1)} MB
      </Button>
    );
  }
  return (
    <MenuButton
      label="Export"
      position="bottom-end"
      button={(menu) => (
        <Button
          className={classes.tool}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label="Export"
          title={note}
          {...menu}
        >
          <span className={classes.wide}>Export</span>
        </Button>
      )}
    >
      {({ Item, Label }) => (
        <>
          {note && <Label>{note}</Label>}
          {FORMATS.map(({ format, label }) => (
            <Item key={format} onClick={() => onStart(format)}>
              {label}
            </Item>
          ))}
        </>
      )}
    </MenuButton>
  );
}
