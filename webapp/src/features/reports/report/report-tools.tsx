import {
  IconBell,
  IconCopy,
  IconMenu,
  IconPencil,
  IconPolicy,
  IconRefresh,
  IconShare,
  IconTrash,
  IconUser,
} from '@/components/icons';
import { MenuButton } from '@/components/menu-button';
import tools from '@/list/columns/columns.module.css';
import { useDownload } from '@/list/data/use-export';
import { ExportMenu } from '@/list/export-menu';
import { Button } from '@mantine/core';
import { exportReport } from '../api/calls';
import { showFailure } from '@/lib/toast';
import type { DialogName } from '../dialogs/use-report-dialogs';
import type { Report } from '../api/report';

interface ReportToolsProps {
  report: Report;
  /** The list differs from the saved report. */
  isChanged: boolean;
  /** The report is orphaned and the user may take it over. */
  isInherited: boolean;
  canWrite: boolean;
  canShare: boolean;
  canExport: boolean;
  /** Null without permission. */
  onSummary: (() => void) | null;
  onDialog: (name: DialogName) => void;
  onChanges: () => void;
  onSaveAsNew: () => void;
}

/** Actions on an open report. */
export function ReportTools(props: ReportToolsProps) {
  const { report, canWrite, canShare, onDialog } = props;
  const icon = { size: 16, 'aria-hidden': true };
  const subscribed = report.isSubscribed ? (report.isDigest ? 'In the digest' : 'Subscribed') : 'Subscribe';
  return (
    <>
      {props.canExport && <ReportExport report={report} isChanged={props.isChanged} />}
      {props.onSummary && (
        <Button
          className={tools.tool}
          variant="default"
          leftSection={<IconPolicy {...icon} />}
          aria-label="Summary"
          onClick={props.onSummary}
        >
          <span className={tools.wide}>Summary</span>
        </Button>
      )}
      {canShare && report.isOwner && (
        <Button
          className={tools.tool}
          variant="default"
          leftSection={<IconShare {...icon} />}
          aria-label="Share"
          onClick={() => onDialog('share')}
        >
          <span className={tools.wide}>Share</span>
        </Button>
      )}
      {canWrite && (
        <Button
          className={tools.tool}
          variant="default"
          leftSection={<IconBell {...icon} />}
          aria-label={subscribed}
          onClick={() => onDialog('subscription')}
        >
          <span className={tools.wide}>{subscribed}</span>
        </Button>
      )}
      <MenuButton
        label="Report"
        position="bottom-end"
        button={(menu) => (
          <Button
            className={tools.tool}
            variant="default"
            leftSection={<IconMenu {...icon} />}
            aria-label="More"
            {...menu}
          >
            <span className={tools.wide}>More</span>
          </Button>
        )}
      >
        {({ Item, Divider }) => (
          <>
            <Item leftSection={<IconRefresh {...icon} />} onClick={props.onChanges}>
              What changed
            </Item>
            {canWrite && report.isOwner && (
              <Item leftSection={<IconPencil {...icon} />} onClick={() => onDialog('edit')}>
                Rename…
              </Item>
            )}
            {canWrite && (
              <Item leftSection={<IconCopy {...icon} />} onClick={props.onSaveAsNew}>
                Save as new…
              </Item>
            )}
            {canWrite && props.isInherited && (
              <Item leftSection={<IconUser {...icon} />} onClick={() => onDialog('takeOver')}>
                Take over…
              </Item>
            )}
            {canWrite && (report.isOwner || props.isInherited) && (
              <>
                <Divider />
                <Item color="danger" leftSection={<IconTrash {...icon} />} onClick={() => onDialog('delete')}>
                  Delete report…
                </Item>
              </>
            )}
          </>
        )}
      </MenuButton>
    </>
  );
}

function ReportExport({ report, isChanged }: { report: Report; isChanged: boolean }) {
  const { save, stop, bytes } = useDownload((reason) => showFailure('downloadReport', reason));
  return (
    <ExportMenu
      bytes={bytes}
      note={isChanged ? 'Unsaved changes are not included' : undefined}
      onStart={(format) =>
        void save((signal) => exportReport(report.uuid, { format }, signal), `${report.name}.${format}`)
      }
      onStop={stop}
    />
  );
}
