import type { FileText, PipelineSummary } from '@millrace/live';
import type { Issue } from '@millrace/model';
import type { CheckedPipeline } from '@millrace/plan';
import type { Revision, RevisionStore } from '../../data-folder/revision-store.ts';
import { readPipeline } from '../../pipeline/read-pipeline.ts';
import type { SupervisorReport } from '../../supervisor/task-supervisor.ts';
import type { StartChoices } from '../../tasks/start-decision.ts';
import type { CataloguedPipeline, PipelineCatalogue } from '../files/pipeline-catalogue.ts';
import type { PipelineFolder } from '../files/pipeline-folder.ts';
import { textVersion } from '../files/text-version.ts';
import { withId } from '../files/with-id.ts';
import { Refused } from '../refused.ts';
import type { DesiredPipeline, DesiredState } from './desired-state.ts';
import { DocumentRefused } from './document-refused.ts';
import { ManagedRun, type RunningPipeline } from './managed-run.ts';
import { type RunEvent, type RunView, STOPPED } from './run-view.ts';
import { summaryOf } from './summary-of.ts';

/** A revision to be run. */
export type RunRequest = {
  readonly checked: CheckedPipeline;
  readonly document: string;
  readonly id: string;
  readonly choices: StartChoices;
  readonly onReport: (task: string, report: SupervisorReport) => void;
};

export type RunManagerParts = {
  readonly folder: PipelineFolder;
  readonly catalogue: PipelineCatalogue;
  readonly revisions: RevisionStore;
  readonly desired: DesiredState;
  readonly open: (request: RunRequest) => RunningPipeline;
  /** Gives n random bytes. */
  readonly random: (n: number) => Uint8Array;
  readonly clock: () => number;
  /** Something of a pipeline's run has changed. */
  readonly onEvent: (name: string, event: RunEvent, view: RunView) => void;
};

/** A run, or one that could not begin in this life of the service. */
type Run = Pick<ManagedRun, 'view' | 'isActive' | 'stop'>;
type Entry = { name: string; readonly id: string; readonly run: Run; readonly ended: Promise<void> };

const NO_REVISION = 'Its deployed revision is not in the data folder. Start it to deploy its file.';
const ASK: StartChoices = { onReset: 'ask', onChange: 'ask' };

/** Which pipelines run: starts, stops, and after a restart of the service those that should run. */
export class RunManager {
  readonly #parts: RunManagerParts;
  /** By pipeline id; the newest run of each in this life of the service. */
  readonly #entries = new Map<string, Entry>();
  #isClosing = false;

  constructor(parts: RunManagerParts) {
    this.#parts = parts;
  }

  /** Every pipeline of the folder by name; then those that run or failed although their file has gone. */
  summaries(): PipelineSummary[] {
    const { pipelines } = this.#parts.catalogue;
    const orphans = [...this.#entries.values()].filter(({ name, run }) => isTold(run) && !pipelines.has(name));
    return [...pipelines.values(), ...orphans].map(({ name }) => this.summary(name));
  }

  /** Whether there is such a file, or a run of one. */
  has(name: string): boolean {
    const entry = this.#entryOf(name);
    return this.#parts.catalogue.pipelines.has(name) || (entry !== null && isTold(entry.run));
  }

  /** Throws {@link Refused} when there is no such pipeline. */
  summary(name: string): PipelineSummary {
    const pipeline = this.#parts.catalogue.pipelines.get(name) ?? null;
    const entry = this.#entryOf(name);
    if (pipeline === null && entry === null) throw unknown(name);
    return summaryOf(name, pipeline, entry?.id ?? null, this.view(name));
  }

  /** The run of a pipeline; of one that has not run in this life of the service its last revision is told. */
  view(name: string): RunView {
    const entry = this.#entryOf(name);
    if (entry !== null) return entry.run.view;
    return deployed(this.revision(name));
  }

  /** What was deployed last, whether it runs or not. */
  revision(name: string): Revision | null {
    const id = this.#entryOf(name)?.id ?? this.#parts.catalogue.pipelines.get(name)?.id ?? null;
    return id === null ? null : this.#parts.revisions.latest(id);
  }

  /**
   * Deploys the file's text as a revision and runs it; a pipeline without an id gets one, in its file. Starting what runs already
   * changes nothing. Throws {@link DocumentRefused}, {@link Refused} or a conflict of the file.
   */
  start(name: string, choices: StartChoices): void {
    if (this.#isClosing) throw new Refused('busy', 'The service is ending. Start it again, then the pipeline.');
    const { folder, catalogue, revisions, desired } = this.#parts;
    catalogue.scan();
    const file = folder.read(name, 'document');
    if (file === null) throw unknown(name);
    const before = this.#entryOf(name);
    if (before?.run.isActive === true) {
      mustBeSame(name, before.run.view, file.version);
      return;
    }
    checked(file.text, catalogue.pipelines.get(name));
    const text = this.#withId(name, file);
    const pipeline = checked(text, catalogue.pipelines.get(name));
    const { id = '' } = pipeline.document;
    this.#mustBeFree(id, name);
    const revision = revisions.deploy(id, text);
    desired.add({ id, name });
    this.#run({ id, name }, revision, pipeline, choices);
  }

  /** Takes last cuts and ends; the pipeline does not start again by itself. */
  stop(name: string): void {
    const entry = this.#entryOf(name);
    const pipeline = this.#parts.catalogue.pipelines.get(name);
    if (entry === null && pipeline === undefined) throw unknown(name);
    const id = entry?.id ?? pipeline?.id;
    if (id !== undefined && id !== null) this.#parts.desired.remove(id);
    if (entry === null) return;
    if (entry.run.isActive) {
      entry.run.stop();
      return;
    }
    this.#keep(entry, deployed(this.#parts.revisions.latest(entry.id)));
    this.#parts.onEvent(name, { type: 'stopping' }, this.view(name));
  }

  /** Runs what should run, from the deployed revisions; gives those that cannot and why. */
  resume(): readonly (DesiredPipeline & { readonly reason: string })[] {
    return this.#parts.desired.pipelines.flatMap((pipeline) => {
      const revision = this.#parts.revisions.latest(pipeline.id);
      const named = { ...pipeline, name: this.#presentName(pipeline) };
      const reason = revision === null ? NO_REVISION : this.#resume(named, revision);
      if (reason === null) return [];
      this.#keepFailed(named, revision, reason);
      return [{ ...named, reason }];
    });
  }

  /** After the folder has changed: a run follows its file to a new name. */
  followNames(): void {
    for (const entry of this.#entries.values()) entry.name = this.#presentName(entry);
  }

  /** Takes last cuts of all and waits for their ends; they start again with the next service. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { run } of this.#entries.values()) run.stop();
    await Promise.all([...this.#entries.values()].map(({ ended }) => ended));
  }

  /** Runs a revision again; why it cannot be run by this service, or null. */
  #resume(pipeline: DesiredPipeline, revision: Revision): string | null {
    const read = readPipeline(revision.text, new Map());
    if (!read.ok)
      return `Its revision ${revision.number} cannot be run: ${read.issues.map(({ message }) => message).join(' ')}`;
    this.#run(pipeline, revision, read.value, ASK);
    return null;
  }

  #keepFailed(pipeline: DesiredPipeline, revision: Revision | null, message: string): void {
    const failure = { message, task: '', atMs: this.#parts.clock() };
    this.#keep(pipeline, { ...deployed(revision), state: 'failed', failure });
  }

  /** A run that is over, as it is to be seen. */
  #keep({ id, name }: DesiredPipeline, view: RunView): void {
    const run: Run = { view, isActive: false, stop: () => {} };
    this.#entries.set(id, { id, name, run, ended: Promise.resolve() });
  }

  #run(pipeline: DesiredPipeline, revision: Revision, checkedPipeline: CheckedPipeline, choices: StartChoices): void {
    const { open, clock, random, onEvent } = this.#parts;
    const { id } = pipeline;
    const run = new ManagedRun({
      run: Buffer.from(random(6)).toString('hex'),
      revision: revision.number,
      revisionVersion: textVersion(revision.text),
      open: (onReport) => open({ checked: checkedPipeline, document: revision.text, id, choices, onReport }),
      clock,
      onEvent: (event, view) => onEvent(this.#entries.get(id)?.name ?? pipeline.name, event, view),
    });
    // Held before it begins, so that its first event finds it.
    const ended = Promise.resolve().then(() => run.run());
    this.#entries.set(id, { ...pipeline, run, ended });
  }

  #withId(name: string, { text, version }: FileText): string {
    const named = withId(text, this.#parts.random);
    if (named !== text) {
      this.#parts.folder.write(name, 'document', named, version);
      this.#parts.catalogue.scan();
    }
    return named;
  }

  #mustBeFree(id: string, name: string): void {
    const other = this.#entries.get(id);
    if (other === undefined || !other.run.isActive) return;
    throw new Refused(
      'busy',
      `${other.name} runs with the id ${id} of ${name}. Stop it, or take the id out of ${name}.`,
    );
  }

  #entryOf(name: string): Entry | null {
    return [...this.#entries.values()].find((entry) => entry.name === name) ?? null;
  }

  /** The name of the file that has the id now, where the old name is gone. */
  #presentName({ id, name }: DesiredPipeline): string {
    const { pipelines } = this.#parts.catalogue;
    if (pipelines.has(name)) return name;
    return [...pipelines.values()].find((pipeline) => pipeline.id === id)?.name ?? name;
  }
}

/** Whether a run is worth telling although its file has gone. */
function isTold({ view }: Run): boolean {
  return view.state !== 'stopped';
}

/** A run that is stopped after a revision. */
function deployed(revision: Revision | null): RunView {
  if (revision === null) return STOPPED;
  return { ...STOPPED, revision: revision.number, revisionVersion: textVersion(revision.text) };
}

function mustBeSame(name: string, { state, revision, revisionVersion }: RunView, version: string): void {
  if (state === 'stopping') throw new Refused('busy', `${name} is stopping. Start it again when it has stopped.`);
  if (version === revisionVersion) return;
  throw new Refused(
    'busy',
    `${name} runs revision ${revision}, and its file has changed since. Stop it, then start it.`,
  );
}

/** The checked pipeline of a text; its errors, and those of an id that other files have too, are thrown. */
function checked(text: string, file: CataloguedPipeline | undefined): CheckedPipeline {
  const read = readPipeline(text, new Map());
  const issues = [...(file === undefined ? [] : sharedIdIssues(file)), ...read.issues];
  if (!read.ok || issues.some(({ severity }) => severity === 'error')) throw new DocumentRefused(issues);
  return read.value;
}

export function sharedIdIssues({ name, id, sharing }: CataloguedPipeline): Issue[] {
  if (sharing.length === 0) return [];
  const message = `The files of ${[name, ...sharing].join(', ')} have the same id ${id}. Take the id out of the copy: it gets a new one at its first start.`;
  return [{ severity: 'error', field: 'id', message }];
}

function unknown(name: string): Refused {
  return new Refused('unknown', `There is no pipeline ${name}. GET /api/pipelines lists those that are there.`);
}
