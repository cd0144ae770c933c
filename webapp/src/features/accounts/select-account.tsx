import { failureText } from '@/lib/failure-text';
import { withHubDisconnected } from '@/lib/hub-events';
import { PageLoader } from '@/components/page-loader';
import { PageMessage } from '@/components/page-message';
import { enterAccount } from '@/lib/enter-account';
import { Button } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { AccountCard } from './account-card';
import { AccountDropdown } from './account-dropdown';
import { accountsQuery, adminAccountsQuery, chooseAdmin, chooseFirm } from './api/accounts';
import classes from './accounts.module.css';

/** With more firms than this, a dropdown replaces the cards. */
const MAX_CARDS = 2;

type Choice = { firmId: number } | { adminUserKey: string };

/** Selects the firm or staff account to work in. */
export function SelectAccount({ returnTo }: { returnTo: string }) {
  const [firms, admins] = useQueries({ queries: [accountsQuery, adminAccountsQuery] });
  const choose = useMutation({
    mutationFn: (choice: Choice) =>
      withHubDisconnected(() =>
        'firmId' in choice ? chooseFirm(choice.firmId) : chooseAdmin(choice.adminUserKey),
      ),
    onSuccess: () => enterAccount(returnTo),
  });
  const navigate = useNavigate();
  // Only users with a chosen account come from a page of the app. Others are sent here by a full load.
  const hasChosen = useLocation().key !== 'default';
  const failed = firms.error ?? admins.error;
  if (failed) {
    const retry = () => void Promise.all([firms.refetch(), admins.refetch()]);
    return (
      <PageMessage
        title="Your accounts could not be loaded"
        text={failureText(failed)}
        action={<Button onClick={retry}>Retry</Button>}
      />
    );
  }
  if (!firms.data || !admins.data) return <PageLoader label="Loading your accounts" />;
  const chosen = choose.isPending || choose.isSuccess ? choose.variables : undefined;
  const pick = (choice: Choice) => chosen ?? choose.mutate(choice);
  const isChoosing = (choice: Choice) => JSON.stringify(chosen) === JSON.stringify(choice);

  return (
    <div className={classes.page}>
      <h1>Select an account</h1>
      {firms.data.length > MAX_CARDS ? (
        <AccountDropdown
          accounts={firms.data}
          isChoosing={chosen !== undefined}
          onChoose={(firmId) => pick({ firmId })}
        />
      ) : (
        firms.data.length > 0 && (
          <ul className={classes.cards} aria-label="Firms">
            {firms.data.map(({ firmId, firmName, firmUserTypeLabel, unreadNotificationCount, ...name }) => (
              <li key={firmId}>
                <AccountCard
                  {...name}
                  details={[firmName, firmUserTypeLabel]}
                  unread={unreadNotificationCount}
                  isChoosing={isChoosing({ firmId })}
                  onChoose={() => pick({ firmId })}
                />
              </li>
            ))}
          </ul>
        )
      )}
      {admins.data.length > 0 && (
        <section className={classes.section} aria-labelledby="admin-accounts">
          <h2 id="admin-accounts">Admin accounts</h2>
          <ul className={classes.cards}>
            {admins.data.map(({ adminUserKey, adminUserTypeLabel, ...name }) => (
              <li key={adminUserKey}>
                <AccountCard
                  {...name}
                  details={[adminUserTypeLabel]}
                  isChoosing={isChoosing({ adminUserKey })}
                  onChoose={() => pick({ adminUserKey })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {firms.data.length + admins.data.length === 0 && <p>No accounts available.</p>}
      {hasChosen && (
        <Button variant="default" className={classes.back ?? ''} onClick={() => void navigate(-1)}>
          Back
        </Button>
      )}
      {choose.error && (
        <p role="alert" className={classes.failure}>
          {failureText(choose.error)}
        </p>
      )}
    </div>
  );
}
