import { FormSection } from '@/components/panel-form';
import { SearchPicker } from '@/components/search-picker';
import { findContacts } from '../api/find-contacts';
import wide from '@/components/panel-form.module.css';
import { contactKinds, type ContactNoun } from '@/lib/contact-kinds';
import { useCan } from '@/lib/session';
import { Button, NativeSelect } from '@mantine/core';
import { listFailures } from 'firmbook-wasm';
import { useState, type ReactNode } from 'react';
import classes from './contact-link.module.css';

interface ContactLinkProps {
  /** Uuid of the linked contact. Null if there is none. */
  uuid: string | null;
  /** Name of the person, announced with the link. */
  name: string;
  error: ReactNode;
  onChange: (contact: { uuid: string; name: string } | null) => void;
}

const MAX_RESULTS = 20;
const SEARCHED_KINDS = [contactKinds.owner, contactKinds.insured, contactKinds.agent];

/** Links a person to a contact of the firm, or removes the link. */
export function ContactLink({ uuid, name, error, onChange }: ContactLinkProps) {
  const canFind = useCan('contacts', 'read');
  const [noun, setNoun] = useState<ContactNoun>('owner');
  const [isChoosing, setIsChoosing] = useState(false);
  const kind = contactKinds[noun];
  if (!canFind && !uuid) return null;
  return (
    <FormSection title="Contact">
      <div className={classes.contact}>
        <p role="status">
          {uuid ? `${name.trim() || 'This person'} is linked to a contact.` : 'Not linked to a contact.'}
        </p>
        {uuid ? (
          <Button variant="default" size="compact-md" onClick={() => onChange(null)}>
            Remove link
          </Button>
        ) : (
          !isChoosing && (
            <Button variant="default" size="compact-md" onClick={() => setIsChoosing(true)}>
              Link to contact
            </Button>
          )
        )}
        {error && <p role="alert">{error}</p>}
      </div>
      {isChoosing && !uuid && (
        <>
          <NativeSelect
            className={wide.wide}
            label="Contact type"
            data={SEARCHED_KINDS.map(({ noun: value, action: label }) => ({ value, label }))}
            value={noun}
            onChange={(event) => setNoun(event.currentTarget.value as ContactNoun)}
          />
          <div className={wide.wide}>
            <SearchPicker
              key={noun}
              label={kind.plural}
              placeholder="Name, number or email"
              noun={kind.plural.toLowerCase()}
              cacheKey={['people', kind.list]}
              search={(text, signal) => findContacts(kind, text, MAX_RESULTS, signal)}
              describeFailure={() => listFailures(kind.list).load.message}
              picked={[]}
              onPick={(contact) => {
                setIsChoosing(false);
                onChange({ uuid: contact.uuid, name: contact.displayName });
              }}
            >
              {(contact) => (
                <>
                  {contact.displayName}
                  {contact.detail && <span className={classes.detail}>{contact.detail}</span>}
                </>
              )}
            </SearchPicker>
          </div>
        </>
      )}
    </FormSection>
  );
}
