import { IconEye, IconEyeOff } from '@/components/icons';
import { useCan } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { revealTaxId } from '../../api/reveal-tax-id';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import classes from '@/record/facts.module.css';

/** A revealed tax ID is hidden again after this time. */
export const REVEAL_DURATION_MS = 30_000;

interface TaxIdProps {
  kind: ContactKindConfig;
  uuid: string;
  masked: string | null;
}

/** The masked tax ID, with a Reveal button for users with that permission. */
export function TaxId({ kind, uuid, masked }: TaxIdProps) {
  const canReveal = useCan('revealIdentifiers', 'read');
  const [revealed, setRevealed] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);

  useEffect(() => {
    if (revealed === null) return;
    const timer = setTimeout(() => setRevealed(null), REVEAL_DURATION_MS);
    return () => clearTimeout(timer);
  }, [revealed]);

  const reveal = async () => {
    setIsRunning(true);
    try {
      setRevealed((await revealTaxId(kind, uuid)).taxId);
    } catch (reason) {
      showFailure(undefined, reason);
    } finally {
      setIsRunning(false);
    }
  };

  if (masked === null) return <span className={classes.nothing}>-</span>;
  const isShown = revealed !== null;
  return (
    <span className={classes.number}>
      <span aria-live="polite">{revealed ?? masked}</span>
      {canReveal && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={isRunning}
          leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
          onClick={() => (isShown ? setRevealed(null) : void reveal())}
        >
          {isShown ? 'Hide' : 'Reveal'}
        </Button>
      )}
      {isShown && <span className={classes.note}>Hides in 30 seconds</span>}
    </span>
  );
}
