import { BarePage } from '@/components/bare-page';
import { SelectAccount } from '@/features/accounts/select-account';
import { ownAddress } from '@/lib/own-address';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useSearchParams } from 'react-router';

export function SelectAccountPage() {
  useDocumentTitle('Select an account');
  const [query] = useSearchParams();
  return (
    <BarePage>
      <SelectAccount returnTo={ownAddress(query.get('returnTo'))} />
    </BarePage>
  );
}
