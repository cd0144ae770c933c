import { IconEye } from '@/components/icons';
import { Button, NativeSelect } from '@mantine/core';
import { medicalChoices } from 'firmbook-later';
import { useState } from 'react';
import tab from '@/record/tab.module.css';
import classes from './medical.module.css';
import { Requests } from './requests';

/** The medical requests of an insured. Loaded after the user has selected a reason. */
export function MedicalTab({ insured }: { insured: string }) {
  const [reason, setReason] = useState<string | null>(null);
  if (reason === null) return <ReasonPrompt onOpen={setReason} />;
  return <Requests insured={insured} reason={reason} />;
}

function ReasonPrompt({ onOpen }: { onOpen: (reason: string) => void }) {
  const { reasons } = medicalChoices();
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className={`${tab.part} ${classes.ask}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onOpen(chosen);
        else setError('Choose a reason.');
      }}
    >
      <p className={classes.about}>
        Medical data is confidential. Each view and each download is recorded with your name, the time and
        your reason.
      </p>
      <NativeSelect
        label="Why are you viewing this medical data?"
        required
        value={chosen}
        error={error}
        data={[
          { value: '', label: 'Choose a reason' },
          ...reasons.map(({ code, label }) => ({ value: code, label })),
        ]}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          setError(null);
        }}
      />
      <div>
        <Button type="submit" leftSection={<IconEye size={16} aria-hidden />}>
          Show medical requests
        </Button>
      </div>
    </form>
  );
}
