import { IconEye, IconEyeOff } from '@/components/icons';
import { useCan } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { revealTaxId } from '../../api/reveal-tax-id';
import type { KindOfContact } from '@/lib/contact-kinds';
import classes from '@/record/facts.module.css';

/** A revealed tax ID is hidden again after this time. */
export const SHOWN_FOR_MS = 30_000;

interface TaxIdProps {
  kind: KindOfContact;
  uuid: string;
  masked: string | null;
}

/** The masked tax ID, with a Reveal button for users with that permission. */
export function TaxId({ kind, uuid, masked }: TaxIdProps) {
  const canReveal = useCan('revealIdentifiers', 'read');
  const [whole, setWhole] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);

  useEffect(() => {
    if (whole === null) return;
    const timer = setTimeout(() => setWhole(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [whole]);

  const reveal = async () => {
    setIsRunning(true);
    try {
      setWhole((await revealTaxId(kind, uuid)).taxId);
    } catch (reason) {
      showFailure(undefined, reason);
    } finally {
      setIsRunning(false);
    }
  };

  if (masked === null) return <span className={classes.nothing}>-</span>;
  const isShown = whole !== null;
  return (
    <span className={classes.number}>
      <span aria-live="polite">{whole ?? masked}</span>
      {canReveal && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={isRunning}
          leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
          onClick={() => (isShown ? setWhole(null) : void reveal())}
        >
          {isShown ? 'Hide' : 'Reveal'}
        </Button>
      )}
      {isShown && <span className={classes.note}>Hides in 30 seconds</span>}
    </span>
  );
}
