import { AlertList } from '@/components/alert-list';
import { DataTable, numeric } from '@/components/data-table';
import { IconPlus } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import { RowActions } from '@/components/row-actions';
import classes from '@/record/tab.module.css';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { usePanelUrl } from '@/lib/use-panel-url';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney, type PremiumGift } from 'firmbook-wasm';
import { giftsQuery } from '../../api/gifts';
import styles from '../guidelines/guidelines.module.css';
import { useGifts } from './use-gifts';

const loadForm = () => import('./gift-panel');
const NEW = 'new';

/** Premium gifts to the trusts that own a policy, from plan to premium payment. */
export function GiftsTab({ uuid }: { uuid: string }) {
  const query = useQuery(giftsQuery(uuid));
  const { data } = query;
  const canWrite = useCan('allPolicies', 'write');
  const { params, open, close } = usePanelUrl(['gift']);
  const { save, remove } = useGifts(uuid);
  const named = params.get('gift');
  const gift = data?.gifts.find((item) => item.uuid === named) ?? null;
  const isEditing = canWrite && (gift !== null || (named === NEW && data !== undefined));
  const Panel = useModule(loadForm, isEditing)?.GiftPanel;
  const showPanel = (which: string) => open({ gift: which });
  return (
    <QueryState query={query} subject="the gifts" className={classes.empty}>
      {({ gifts, trusts, next, warnings }) => (
        <div className={classes.part}>
          <div className={styles.head}>
            <p className={classes.muted}>
              {trusts.length
                ? 'Users with access to this policy are notified 90, 45 and 10 days before a gift and its letters are due, and on the day.'
                : 'Gifts go to a trust that owns the policy. None of its owners is a trust.'}
            </p>
            {canWrite && trusts.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => showPanel(NEW)}
              >
                Add gift
              </Button>
            )}
          </div>
          <AlertList label="Limits" alerts={warnings.map((text) => ({ text, isUrgent: false }))} />
          {gifts.length > 0 ? (
            <GiftsTable
              gifts={gifts}
              canWrite={canWrite}
              onEdit={showPanel}
              onDelete={(item) => void remove(item)}
            />
          ) : (
            trusts.length > 0 && <p className={classes.muted}>No gifts planned.</p>
          )}
          {Panel && (
            <Panel
              key={named}
              gift={gift}
              trusts={trusts}
              plan={next}
              opened={isEditing}
              onSave={save}
              onClose={close}
            />
          )}
        </div>
      )}
    </QueryState>
  );
}

const COLUMNS = [
  'Trust',
  numeric('Amount'),
  'Gift date',
  'Letters due',
  'Window ends',
  'Premium due',
  'Status',
];

interface GiftsTableProps {
  gifts: readonly PremiumGift[];
  canWrite: boolean;
  onEdit: (uuid: string) => void;
  onDelete: (gift: PremiumGift) => void;
}

function GiftsTable({ gifts, canWrite, onEdit, onDelete }: GiftsTableProps) {
  return (
    <DataTable caption="Gifts" columns={canWrite ? [...COLUMNS, 'Actions'] : COLUMNS}>
      {gifts.map((gift) => {
        const name = `the gift of ${formatDate(gift.giftDate)}`;
        return (
          <tr key={gift.uuid}>
            <th scope="row">{gift.trustName}</th>
            <td data-number>{formatMoney(gift.amount, 2)}</td>
            <td>{formatDate(gift.giftDate)}</td>
            <td>{formatDate(gift.letterDate)}</td>
            <td>{formatDate(gift.windowEnds)}</td>
            <td>{formatDate(gift.premiumDue)}</td>
            <td className={gift.state === 'Overdue' ? styles.out : undefined}>{gift.stateLabel}</td>
            {canWrite && (
              <td>
                <RowActions name={name} onEdit={() => onEdit(gift.uuid)} onDelete={() => onDelete(gift)} />
              </td>
            )}
          </tr>
        );
      })}
    </DataTable>
  );
}
