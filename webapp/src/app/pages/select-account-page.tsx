import { BarePage } from '@/components/bare-page';
import { SelectAccount } from '@/features/accounts/select-account';
import { addressInAccount } from '@/lib/own-address';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useSearchParams } from 'react-router';

export function SelectAccountPage() {
  useDocumentTitle('Select an account');
  const [query] = useSearchParams();
  return (
    <BarePage>
      <SelectAccount returnTo={addressInAccount(query.get('returnTo'))} />
    </BarePage>
  );
}
