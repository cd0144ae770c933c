import { IconDownload, IconX } from '@/components/icons';
import { Button } from '@mantine/core';
import classes from './columns/columns.module.css';

/** Exports the list. While exporting, shows the size received and stops on click. */
export function ExportButton({
  bytes,
  onStart,
  onStop,
}: {
  bytes: number | null;
  onStart: () => void;
  onStop: () => void;
}) {
  if (bytes === null) {
    return (
      <Button
        className={classes.tool}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={onStart}
        aria-label="Export"
        title="Export"
      >
        <span className={classes.wide}>Export</span>
      </Button>
    );
  }
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
