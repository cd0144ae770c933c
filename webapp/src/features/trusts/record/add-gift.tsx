import { IconPlus } from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import type { TrustRecord } from 'firmbook-wasm';
import { useNavigate } from 'react-router';

/** Button that adds a gift to one of the trust's policies. Hidden if that is impossible or not permitted. */
export function AddGift({ trust: { policies, canSendLetters } }: { trust: TrustRecord }) {
  const canWrite = useCan('allPolicies', 'write');
  const navigate = useNavigate();
  const open = (policy: string) => void navigate(`${paths.policy(policy)}?tab=gifts&gift=new`);
  const [only] = policies;
  if (!canWrite || !canSendLetters || !only) return null;
  const buttonProps = { leftSection: <IconPlus size={16} aria-hidden /> };
  if (policies.length === 1) {
    return (
      <Button {...buttonProps} onClick={() => open(only.uuid)}>
        Add gift
      </Button>
    );
  }
  return (
    <MenuButton
      label="Policy for this gift"
      position="bottom-end"
      button={(button) => (
        <Button {...buttonProps} {...button}>
          Add gift
        </Button>
      )}
    >
      {(Menu) =>
        policies.map(({ uuid, policyNumber, insured }) => (
          <Menu.Item key={uuid} onClick={() => open(uuid)}>
            {policyNumber}
            {insured && `, ${insured}`}
          </Menu.Item>
        ))
      }
    </MenuButton>
  );
}
