import { IconX } from '@/components/icons';
import { SearchPicker } from '@/components/search-picker';
import { failureText } from '@/lib/failure-text';
import { ActionIcon } from '@mantine/core';
import { findAgents } from './api/users';
import classes from './users.module.css';

interface Agent {
  uuid: string;
  name: string;
}

/** The agents assigned to a professional. */
export function Block({ agents, onChange }: { agents: Agent[]; onChange: (agents: Agent[]) => void }) {
  const has = (uuid: string) => agents.some((agent) => agent.uuid === uuid);
  const without = (uuid: string) => agents.filter((agent) => agent.uuid !== uuid);
  return (
    <fieldset className={classes.group}>
      <legend>Assigned agents</legend>
      <SearchPicker
        label="Add agents"
        placeholder="Name or NPN"
        noun="agents"
        cacheKey={['agents']}
        search={findAgents}
        describeFailure={failureText}
        picked={agents.map(({ uuid }) => uuid)}
        isMultiple
        onPick={({ uuid, displayName }) =>
          onChange(has(uuid) ? without(uuid) : [...agents, { uuid, name: displayName }])
        }
      >
        {({ displayName, detail }) => (
          <>
            {displayName} <span className={classes.detail}>{detail}</span>
          </>
        )}
      </SearchPicker>
      {agents.length === 0 ? (
        <p>Without assigned agents, this user sees no records.</p>
      ) : (
        <ul className={classes.agents} aria-label="Assigned agents">
          {agents.map(({ uuid, name }) => (
            <li key={uuid}>
              {name}
              <ActionIcon size="sm" aria-label={`Remove ${name}`} onClick={() => onChange(without(uuid))}>
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
