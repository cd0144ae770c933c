import { IconExternal, IconPhone } from '@/components/icons';
import { useBranding } from '@/lib/branding';
import { useDocumentTitle } from '@/lib/use-document-title';
import { formatPhone } from 'firmbook-wasm';
import classes from './support-page.module.css';

export function SupportPage() {
  useDocumentTitle('Support');
  const { platformName, supportUrl, contactPhoneNumber } = useBranding();
  const hasNobody = !supportUrl && !contactPhoneNumber;
  return (
    <section className={classes.page} aria-labelledby="support-title">
      <h1 id="support-title">Support</h1>
      {hasNobody ? (
        <p>
          {platformName} names no help desk here. An account administrator of your firm can help you, and can
          enter one in the settings.
        </p>
      ) : (
        <p>Questions about {platformName}, or something that does not work as it should:</p>
      )}
      <dl className={classes.ways}>
        {contactPhoneNumber && (
          <div>
            <dt>
              <IconPhone size={18} aria-hidden /> By telephone
            </dt>
            <dd>
              <a href={`tel:${contactPhoneNumber}`}>{formatPhone(contactPhoneNumber)}</a>
            </dd>
          </div>
        )}
        {supportUrl && (
          <div>
            <dt>
              <IconExternal size={18} aria-hidden /> On the web
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
    </section>
  );
}
