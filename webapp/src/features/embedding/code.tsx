import { useCan, useSession } from '@/lib/session';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { usersQuery, type Partner } from './api';
import { copyText } from './copy-text';
import { BACKEND_CODE, PAGE_CODE, policyLines, type SnippetValues } from './snippets';
import classes from './embedding.module.css';
import { sessionFields, widgetOf, type Choice } from './widgets';

interface CodeProps {
  partner: Partner;
  choice: Choice;
}

/** Code for the developers of a partner. */
export function Code({ partner, choice }: CodeProps) {
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: useCan('manageUsers', 'read') });
  const active = users.filter(({ isActive }) => isActive);
  const [chosen, setChosen] = useState('');
  const own = useSession().user.userKey;
  const first = active.find((user) => user.userKey === own) ?? active[0];
  const userKey = chosen || first?.userKey || 'USER_KEY';
  const { widget, element, component } = widgetOf(choice.widget);
  const values: SnippetValues = {
    element,
    component,
    portal: window.location.origin,
    embedId: partner.embedId,
    session: { widget, userKey, origin: partner.origins[0] ?? '', ...sessionFields(choice) },
    options: choice.options,
  };
  return (
    <section aria-labelledby="partner-code">
      <h2 id="partner-code">Code</h2>
      <p>A widget shows what the user of its session can see. Each session names its user.</p>
      {active.length > 0 && (
        <NativeSelect
          label="User in the code"
          value={userKey}
          data={active.map((user) => ({
            value: user.userKey,
            label: `${user.lastName}, ${user.firstName}`,
          }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Snippets title="Page" snippets={PAGE_CODE} values={values} />
      <Snippets title="Backend" snippets={BACKEND_CODE} values={values} />
      <Block title="Content security policy of the page" code={policyLines(values)} />
    </section>
  );
}

interface SnippetsProps {
  title: string;
  snippets: Readonly<Record<string, (values: SnippetValues) => string>>;
  values: SnippetValues;
}

function Snippets({ title, snippets, values }: SnippetsProps) {
  const languages = Object.keys(snippets);
  const [language, setLanguage] = useState(languages[0] ?? '');
  return (
    <Block title={title} code={snippets[language]?.(values) ?? ''}>
      <NativeSelect
        aria-label={`Language of the ${title.toLowerCase()} code`}
        size="xs"
        value={language}
        data={languages}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      />
    </Block>
  );
}

interface BlockProps {
  title: string;
  code: string;
  children?: ReactNode;
}

const Block = ({ title, code, children }: BlockProps) => (
  <div className={classes.block}>
    <div className={classes.head}>
      <h3>{title}</h3>
      {children}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Copy: ${title}`}
        onClick={() => void copyText(code, 'Code copied')}
      >
        Copy
      </Button>
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
    <pre tabIndex={0} role="region" aria-label={title}>
      <code>{code}</code>
    </pre>
  </div>
);
