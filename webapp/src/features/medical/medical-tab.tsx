import { IconEye } from '@/components/icons';
import tab from '@/record/tab.module.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonForm } from './reason-form';
import { Requests } from './requests';

/** The medical requests of an insured. Loaded after the user has selected a reason. */
export function MedicalTab({ insured }: { insured: string }) {
  const [reason, setReason] = useState<string | null>(null);
  if (reason !== null) return <Requests insured={insured} reason={reason} />;
  return (
    <div className={tab.part}>
      <ReasonForm onChoose={setReason}>
        <div>
          <Button type="submit" leftSection={<IconEye size={16} aria-hidden />}>
            Show medical requests
          </Button>
        </div>
      </ReasonForm>
    </div>
  );
}
