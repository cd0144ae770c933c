import { paths } from '@/lib/paths';
import { Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { uploadKinds, type UploadNoun } from '../upload-kind';

/** Starts an import of one kind of record. */
export function ImportMenu({ nouns }: { nouns: readonly UploadNoun[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>New import</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {nouns.map((noun) => (
          <Menu.Item key={noun} component={Link} to={paths.newUpload(noun)}>
            Import {uploadKinds[noun].many}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
