import { IconFilter, IconX } from '@/components/icons';
import { Popup } from '@/components/popup';
import { SearchPicker } from '@/components/search-picker';
import { findContacts } from '@/features/contacts/api/find-contacts';
import { contactKinds } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { listFailures } from 'firmbook-wasm';
import classes from './home.module.css';

interface AgentFilterProps {
  /** Uuid of the selected agent. Null for all. */
  uuid: string | null;
  onChange: (uuid: string | null) => void;
}

const MAX_RESULTS = 20;

/** Limits the home page to the contracts of one agent. */
export function AgentFilter({ uuid, onChange }: AgentFilterProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const agent = useQuery({
    queryKey: ['contact', 'agent', uuid, 'name'],
    queryFn: ({ signal }) => call('GET', 'FirmAgent/agent/{uuid}', { path: { uuid: uuid ?? '' }, signal }),
    enabled: uuid !== null,
  });
  const name = uuid === null ? 'All agents' : (agent.data?.displayName ?? 'One agent');
  return (
    <span className={classes.filter}>
      <Popup
        label="Filter by agent"
        opened={opened}
        onClose={close}
        position="bottom-end"
        button={
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={opened}
            aria-label={`Agent: ${name}`}
            onClick={toggle}
          >
            {name}
          </Button>
        }
      >
        <SearchPicker
          label="Agent"
          placeholder="Name, NPN or email"
          noun="agents"
          cacheKey={['people', contactKinds.agent.list]}
          search={(text, signal) => findContacts(contactKinds.agent, text, MAX_RESULTS, signal)}
          describeFailure={() => listFailures(contactKinds.agent.list).load.message}
          picked={uuid ? [uuid] : []}
          onPick={(contact) => {
            onChange(contact.uuid);
            close();
          }}
        >
          {(contact) => contact.displayName}
        </SearchPicker>
      </Popup>
      {uuid !== null && (
        <ActionIcon size="lg" aria-label="Show all agents" onClick={() => onChange(null)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}
