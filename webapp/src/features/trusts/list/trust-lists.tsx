import { IconPlus } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListPage } from '@/list/list-page';
import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { beneficiarySource, grantorSource, trusteeSource, trustSource } from '../api/sources';
import { GiftCalendarPage } from '../calendar/calendar-page';
import { PremiumGiftsPage } from '../premium-gifts-page';
import { peoplePath, renderPersonCell } from './person-cell';

type TrustListProps = Omit<ComponentProps<typeof ListPage>, 'crumbs' | 'isAllowed' | 'canExport'>;

const CRUMBS = ['Business', 'Trusts'];

function TrustList(props: TrustListProps) {
  useDocumentTitle(props.title);
  return (
    <ListPage
      {...props}
      crumbs={CRUMBS}
      isAllowed={useCan('trusts', 'read')}
      canExport={useCan('exportData', 'write')}
    />
  );
}

export function TrustsPage() {
  const canAdd = useCan('contacts', 'write');
  return (
    <TrustList
      source={trustSource}
      title="Trusts"
      about="Trusts that own contracts, with their people and next gifts. Add a trust as an owner with the type Trust."
      rowPath={({ uuid }) => paths.trust(uuid)}
      primaryAction={
        canAdd && (
          <Button
            component={Link}
            to={`${paths.owners}?panel=add&ownerType=2`}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add trust
          </Button>
        )
      }
    />
  );
}

export const GrantorsPage = () => (
  <TrustList
    source={grantorSource}
    title="Grantors"
    about="People who fund trusts. Add them on the People tab of a trust."
    rowPath={peoplePath}
    renderCell={renderPersonCell}
  />
);

export const TrusteesPage = () => (
  <TrustList
    source={trusteeSource}
    title="Trustees"
    about="People who manage trusts, and their successors. Add them on the People tab of a trust."
    rowPath={peoplePath}
    renderCell={renderPersonCell}
  />
);

export const BeneficiariesPage = () => (
  <TrustList
    source={beneficiarySource}
    title="Trust beneficiaries"
    about="People who benefit from trusts, with their shares. Add them on the People tab of a trust."
    rowPath={peoplePath}
    renderCell={renderPersonCell}
  />
);

/** The pages by the names of their paths. */
export const trustPages = {
  trusts: TrustsPage,
  trustGrantors: GrantorsPage,
  trustees: TrusteesPage,
  trustBeneficiaries: BeneficiariesPage,
  premiumGifts: PremiumGiftsPage,
  giftCalendar: GiftCalendarPage,
};
