import { IconExternal, IconPhone } from '@/components/icons';
import { useBranding } from '@/lib/branding';
import { useDocumentTitle } from '@/lib/use-document-title';
import { formatPhone } from 'firmbook-wasm';
import classes from './support-page.module.css';

export function SupportPage() {
  useDocumentTitle('Support');
  const { supportUrl, contactPhoneNumber } = useBranding();
  const hasNobody = !supportUrl && !contactPhoneNumber;
  return (
    <section className={classes.page} aria-labelledby="support-title">
      <h1 id="support-title">Support</h1>
      {hasNobody ? (
        <p>No support contact has been set up. Ask an account administrator of your firm.</p>
      ) : (
        <p>Contact us with questions or problems:</p>
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
    </section>
  );
}
