import { IconExternal, IconMail, IconPhone, IconSearch } from '@/components/icons';
import { useBranding } from '@/lib/branding';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useModule } from '@/lib/use-module';
import { useOnline } from '@/lib/use-online';
import { Button, TextInput } from '@mantine/core';
import { appVersion, formatPhone } from 'firmbook-wasm';
import { useState } from 'react';
import { Link } from 'react-router';
import { helpTopics } from './help';
import classes from './support-page.module.css';

const loadForm = () => import('./support-form');

/** Maximum number of search results that are shown expanded. */
const MAX_EXPANDED = 3;

/** Support contacts of the firm, a form for questions, help topics and the version. */
export function SupportPage() {
  useDocumentTitle('Support');
  const { platformName, supportUrl, supportEmail, contactPhoneNumber } = useBranding();
  const [text, setText] = useState('');
  const topics = helpTopics(text);
  const isOnline = useOnline();
  const Form = useModule(loadForm, Boolean(supportEmail))?.SupportForm;
  const hasNoContact = !supportUrl && !supportEmail && !contactPhoneNumber;
  return (
    <section className={classes.page} aria-labelledby="support-title">
      <h1 id="support-title">Support</h1>
      {hasNoContact ? (
        <p>No support contact has been set up. Ask an account administrator of your firm.</p>
      ) : (
        <p>Contact support</p>
      )}
      <dl className={classes.ways}>
        {contactPhoneNumber && (
          <div>
            <dt>
              <IconPhone size={18} aria-hidden /> Phone
            </dt>
            <dd>
              <a href={`tel:${contactPhoneNumber}`}>{formatPhone(contactPhoneNumber)}</a>
            </dd>
          </div>
        )}
        {supportEmail && (
          <div>
            <dt>
              <IconMail size={18} aria-hidden /> Email
            </dt>
            <dd>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </dd>
          </div>
        )}
        {supportUrl && (
          <div>
            <dt>
              <IconExternal size={18} aria-hidden /> Web
            </dt>
            <dd>
              <a href={supportUrl} target="_blank" rel="noreferrer">
                Help Center
              </a>
              <span className={classes.address}>{supportUrl}</span>
            </dd>
          </div>
        )}
      </dl>
      {supportEmail && (
        <>
          <h2 className={classes.helpTitle}>Ask a question</h2>
          {Form ? <Form /> : <p>Loading…</p>}
        </>
      )}
      <h2 className={classes.helpTitle}>Help</h2>
      <TextInput
        type="search"
        aria-label="Search help"
        placeholder="Search help"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={classes.found} role="status">
        {text && (topics.length === 1 ? '1 topic' : `${topics.length} topics`)}
      </p>
      {topics.map(({ title, text: body, link }) => (
        <details key={title} className={classes.topic} open={text !== '' && topics.length <= MAX_EXPANDED}>
          <summary>{title}</summary>
          <p>
            {body} {link && <Link to={link.to}>{link.label}</Link>}
          </p>
        </details>
      ))}
      {topics.length === 0 && (
        <p>
          No topic contains these words.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setText('')}>
            Show all topics
          </Button>
        </p>
      )}
      <h2 className={classes.helpTitle}>Status</h2>
      <p className={classes.found} role="status">
        {isOnline ? 'Connected to the server.' : 'You are offline.'} {platformName} version {appVersion()}.
      </p>
    </section>
  );
}
