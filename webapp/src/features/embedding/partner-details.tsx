import { Button } from '@mantine/core';
import type { Partner } from './api';
import classes from './embedding.module.css';

interface PartnerDetailsProps {
  partner: Partner;
  /** Opens the form. Omitted without permission to write. */
  onEdit: (() => void) | undefined;
}

/** Name, state and origins of a partner. */
export const PartnerDetails = ({ partner, onEdit }: PartnerDetailsProps) => (
  <section aria-labelledby="partner-name">
    <div className={classes.head}>
      <h2 id="partner-name">{partner.name}</h2>
      {onEdit && (
        <Button variant="default" size="compact-sm" onClick={onEdit}>
          Edit partner
        </Button>
      )}
    </div>
    {!partner.isActive && <p role="status">This partner is inactive. Its keys and widgets do not work.</p>}
    <p>Pages at these origins can embed widgets:</p>
    <ul>
      {partner.origins.map((origin) => (
        <li key={origin}>
          <code>{origin}</code>
        </li>
      ))}
    </ul>
  </section>
);
