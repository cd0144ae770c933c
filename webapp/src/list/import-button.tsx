import { IconCloudUp } from '@/components/icons';
import { paths } from '@/lib/paths';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import tools from './columns/columns.module.css';

interface ImportButtonProps {
  /** Kind of record, as in the URL of the import. */
  noun: string;
  /** Plural noun, in lower case. */
  many: string;
}

/** Link to the import of records into a list. */
export function ImportButton({ noun, many }: ImportButtonProps) {
  const label = `Import ${many}`;
  return (
    <Button
      className={tools.tool}
      variant="default"
      component={Link}
      to={paths.newUpload(noun)}
      leftSection={<IconCloudUp size={16} aria-hidden />}
      aria-label={label}
      title={label}
    >
      <span className={tools.wide}>Import</span>
    </Button>
  );
}
