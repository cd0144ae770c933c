import { IconEye } from '@/components/icons';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import classes from './guest-banner.module.css';
import { useLeaveFirm } from './use-leave-firm';

/** Banner for staff who have opened a firm. */
export function GuestBanner() {
  const { firmName } = useSession().user;
  const leave = useLeaveFirm();
  return (
    <aside className={classes.banner} aria-label="Open firm">
      <IconEye size={16} aria-hidden />
      <p>
        You have opened <strong>{firmName}</strong> as a guest.
      </p>
      <Button
        size="compact-sm"
        variant="default"
        loading={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Leave firm
      </Button>
    </aside>
  );
}
