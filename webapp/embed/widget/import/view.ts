import type { Schemas } from '@/lib/api';
import {
  applyWizardEvent,
  newWizard,
  type Mapping,
  type Preview,
  type Wizard,
  type WizardEvent,
} from 'firmbook-embed-import';
import { asCallError, type CallError } from '../call-error';
import { saveResponse } from '@/lib/download';
import { element } from '../dom';
import type { WidgetContext, View } from '../view';
import { FileStep } from './file-step';
import { MapStep } from './map-step';
import { PreviewStep } from './preview-step';
import { ResultStep } from './result-step';
import { kindsOf, type UploadKind } from './upload-kind';

type Upload = Schemas['Upload'];

/** Rows of a preview page. */
const ROWS = 10;
/** Push with the progress of a job. */
const PROGRESS = 'JobProgress';
/** How often a running import is looked up, in case a push is lost. */
const LOOK_UP_MS = 5000;

/** Imports records from a file, in the steps of the portal's import: file, columns, preview and result. */
export class ImportView implements View {
  readonly #context: WidgetContext;
  readonly #step = element('div', { className: 'step' });
  readonly #status = element('p', { className: 'message' });
  #firmId = 0;
  #kinds: UploadKind[] = [];
  #kind: UploadKind | undefined;
  #wizard: Wizard = newWizard();
  #customFields: string[] = [];
  #fileName = '';
  #preview: Preview | null = null;
  #upload: Upload | null = null;
  #timer = 0;
  /** Name of the control that had the focus before a call. */
  #focused: string | null = null;

  constructor(context: WidgetContext) {
    this.#context = context;
    this.#status.setAttribute('role', 'status');
    context.stage.content.append(this.#step, this.#status);
  }

  open(): void {
    this.#context.stage.run(
      async () => {
        const { firmId, scopes } = await this.#context.session.grant();
        this.#firmId = firmId;
        this.#kinds = kindsOf(scopes);
        this.#kind ??= this.#kinds[0];
        this.#draw();
      },
      () => this.#step.replaceChildren(),
    );
  }

  update(): void {
    // This widget has no options of its own.
  }

  redraw(): void {
    this.#draw();
  }

  /** The import has made progress, or changes may have been missed. */
  hear(target: string, [job]: unknown[]): void {
    const { jobUuid } = (job ?? {}) as { jobUuid?: string };
    if (target === PROGRESS && jobUuid === this.#upload?.storageGuid) void this.#lookUp();
  }

  refresh(): void {
    if (this.#upload) void this.#lookUp();
  }

  close(text: string): void {
    window.clearTimeout(this.#timer);
    this.#step.replaceChildren();
    this.#context.stage.close(text);
  }

  #apply(event: WizardEvent): void {
    this.#wizard = applyWizardEvent(this.#wizard, event);
  }

  /** Shows the current step. */
  #draw(): void {
    const kind = this.#kind;
    if (!kind) return;
    const { step, mapping } = this.#wizard;
    const { formats } = this.#context;
    if (this.#upload) {
      this.#replace(
        ResultStep(this.#upload, formats, {
          onRejected: () => void this.#download(),
          onAgain: () => this.#restart(),
        }),
      );
    } else if (step === 2 && this.#preview) {
      this.#replace(
        PreviewStep(this.#preview, formats, {
          onChange: (change) => mapping && void this.#look({ ...mapping, ...change }),
          onBack: () => this.#back(),
          onRejected: () => void this.#download(),
          onSubmit: () => void this.#submit(),
        }),
      );
    } else if (step >= 1 && mapping) {
      this.#replace(
        MapStep(
          { kind, fileName: this.#fileName, mapping, customFields: this.#customFields },
          {
            onChange: (next) => this.#map(next),
            onPreview: () => void this.#look(mapping),
            onRestart: () => void this.#discard(),
          },
        ),
      );
    } else {
      this.#replace(
        FileStep(this.#kinds, kind, {
          onKind: (chosen) => {
            this.#kind = chosen;
          },
          onFile: (file) => void this.#send(file),
        }),
      );
    }
  }

  #replace(content: HTMLElement): void {
    const focused = this.#focused ?? this.#focusedControl();
    this.#focused = null;
    this.#step.replaceChildren(content);
    if (focused === null) return;
    // The same control, or the heading of another step.
    const controls = content.querySelectorAll<HTMLButtonElement>('button, select, input');
    const same = [...controls].find(({ name, disabled }) => name === focused && !disabled);
    (same ?? content.querySelector<HTMLElement>('h2'))?.focus();
  }

  /** Name of the control that has the focus. */
  #focusedControl(): string | null {
    const { activeElement } = document;
    return this.#step.contains(activeElement) ? ((activeElement as HTMLButtonElement).name ?? '') : null;
  }

  /** Runs a call with a status text. Failures are shown below the step, which keeps its values. */
  async #run(text: string, work: () => Promise<void>): Promise<void> {
    // Disabled controls lose the focus.
    this.#focused = this.#focusedControl();
    for (const one of this.#step.querySelectorAll<HTMLButtonElement>('button, select, input'))
      one.disabled = true;
    this.#status.className = 'message';
    this.#status.textContent = text;
    try {
      await work();
      this.#status.textContent = '';
    } catch (reason) {
      this.#fail(asCallError(reason));
      this.#draw();
    }
  }

  #fail({ code, message }: CallError): void {
    this.#status.className = 'message failed';
    this.#status.textContent = message;
    this.#context.channel.send({ type: 'error', code, message });
  }

  async #send(file: File): Promise<void> {
    const kind = this.#kind;
    if (!kind) return;
    await this.#run(`Uploading ${file.name}…`, async () => {
      const body = new FormData();
      body.append('file', file);
      const path = { uploadType: kind.type, firmId: this.#firmId };
      const start = await this.#context.session.call('POST', 'Cohort/bulk/map/{uploadType}/firm/{firmId}', {
        path,
        body,
      });
      this.#fileName = file.name;
      this.#customFields = start.customFields;
      this.#apply({ type: 'uploaded', storageGuid: start.storageGuid, mapping: start.mapping });
      this.#draw();
    });
  }

  #map(mapping: Mapping): void {
    this.#apply({ type: 'mappingChanged', mapping });
    this.#draw();
  }

  /** Previews the whole file with a mapping. */
  async #look(mapping: Mapping): Promise<void> {
    await this.#run('Checking every row…', async () => {
      const limit = { offset: 0, rowCount: ROWS };
      const preview = await this.#context.session.call('POST', 'Cohort/bulk/preview/{storageGuid}', {
        path: this.#path(),
        body: { mapping, limit },
      });
      this.#preview = preview;
      const seen = { mapping: preview.mapping, counts: preview.counts };
      this.#apply(
        this.#wizard.step === 2 ? { type: 'paged', ...seen, limit } : { type: 'mappingSaved', ...seen },
      );
      this.#draw();
    });
  }

  #back(): void {
    this.#apply({ type: 'back' });
    this.#draw();
  }

  async #submit(): Promise<void> {
    await this.#run('Starting the import…', async () => {
      const path = { ...this.#path(), cohortId: 'none' };
      const body = { counts: this.#wizard.previewed };
      this.#upload = await this.#context.session.call(
        'POST',
        'Cohort/bulk/submit/{storageGuid}/cohort/{cohortId}',
        { path, body },
      );
      this.#apply({ type: 'submitted' });
      this.#draw();
      this.#lookUpLater();
    });
  }

  #lookUpLater(): void {
    window.clearTimeout(this.#timer);
    if (isWorking(this.#upload)) this.#timer = window.setTimeout(() => void this.#lookUp(), LOOK_UP_MS);
  }

  /** Loads the state of the import. */
  async #lookUp(): Promise<void> {
    const before = this.#upload;
    if (!before) return;
    const path = { storageGuid: before.storageGuid };
    try {
      const { upload } = await this.#context.session.call('GET', 'Cohort/bulk/{storageGuid}', { path });
      if (this.#upload?.storageGuid !== upload.storageGuid) return;
      const isFinished = isWorking(this.#upload) && !isWorking(upload);
      this.#upload = upload;
      this.#draw();
      if (isFinished && upload.state === 'Done') this.#tell(upload);
    } catch (reason) {
      const error = asCallError(reason);
      if (!error.canRetry) return this.#fail(error);
      // The next attempt may succeed.
    }
    this.#lookUpLater();
  }

  #tell({ storageGuid, counts }: Upload): void {
    if (!counts) return;
    const { new: added, update: updated, total } = counts;
    const rejected = total - added - updated;
    this.#context.channel.send({ type: 'imported', uploadUuid: storageGuid, added, updated, rejected });
  }

  async #download(): Promise<void> {
    await this.#run('Preparing the file…', async () => {
      const path = this.#upload ? { storageGuid: this.#upload.storageGuid } : this.#path();
      const answer = await this.#context.session.file('Cohort/bulk/{storageGuid}/rejected', { path });
      await saveResponse(answer, 'rejected.csv');
      this.#draw();
    });
  }

  /** Deletes the uploaded file and starts again. */
  async #discard(): Promise<void> {
    await this.#run('Deleting the file…', async () => {
      await this.#context.session.call('DELETE', 'Cohort/bulk/{storageGuid}', { path: this.#path() });
      this.#restart();
    });
  }

  #restart(): void {
    window.clearTimeout(this.#timer);
    [this.#upload, this.#preview] = [null, null];
    this.#wizard = newWizard();
    this.#draw();
  }

  #path(): { storageGuid: string } {
    return { storageGuid: this.#wizard.storageGuid ?? '' };
  }
}

const isWorking = (upload: Upload | null) => upload?.state === 'Submitted' || upload?.state === 'Undoing';
