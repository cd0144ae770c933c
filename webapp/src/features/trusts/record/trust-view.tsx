import { useTrackRecent } from '@/lib/recent';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { usePanelUrl } from '@/lib/use-panel-url';
import classes from '@/record/record.module.css';
import type { TrustRecord } from 'firmbook-wasm';
import { TrustHeader } from './trust-header';
import { TrustTabs } from './trust-tabs';

const loadEdit = () => import('./details/details-panel');

/** A loaded trust: header, tabs and the panel with its details. */
export function TrustView({ trust }: { trust: TrustRecord }) {
  useTrackRecent({ path: paths.trust(trust.uuid), title: trust.name, detail: 'Trust' });
  const canWrite = useCan('trusts', 'write');
  const { params, open, close } = usePanelUrl(['panel']);
  const isEditing = canWrite && params.get('panel') === 'edit';
  const Panel = useModule(loadEdit, isEditing)?.DetailsPanel;
  return (
    <div className={classes.page}>
      <TrustHeader trust={trust} onEdit={canWrite ? () => open({ panel: 'edit' }) : null} />
      <TrustTabs trust={trust} />
      {Panel && <Panel trust={trust} opened={isEditing} onClose={close} />}
    </div>
  );
}
