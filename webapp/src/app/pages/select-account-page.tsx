import { BarePage } from '@/components/bare-page';
import { SelectAccount } from '@/features/accounts/select-account';
import { returnUrlInAccount } from '@/lib/return-url';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useSearchParams } from 'react-router';

export function SelectAccountPage() {
  useDocumentTitle('Select an account');
  const [query] = useSearchParams();
  return (
    <BarePage>
      <SelectAccount returnTo={returnUrlInAccount(query.get('returnTo'))} />
    </BarePage>
  );
}
