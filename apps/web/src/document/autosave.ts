import { formatDocument, type PipelineDocument } from '@millrace/model';
import { readPipeline, ServiceRefusal, writeDocument, writeLayout } from '../api/service-api.ts';
import { useDocument } from './document-store.ts';
import { DraftWriter, type WrittenDraft } from './draft-writer.ts';
import { formatLayout } from './layout.ts';

/** How long a draft rests before it is written, milliseconds. */
const REST_MS = 300;
const RETRY_MS = 2_000;

const writer = new DraftWriter({ writeDocument, writeLayout });
/** Drafts that could not be written when their pipeline was left, by its name. */
const aside = new Map<string, PipelineDocument>();

/**
 * Writes the draft whenever it has changed and rested, each time over the version that was read or written last. Where the file was
 * changed meanwhile the newest is shown and the draft kept aside. Gives what ends it, which writes what has not rested yet.
 */
export function startAutosave(): () => void {
  let timer: number | undefined;
  const later = (ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save().then((isDone) => !isDone && later(RETRY_MS)), ms);
  };
  const unsubscribe = useDocument.subscribe((state, before) => {
    const isDraft = state.saving === 'waiting';
    if (isDraft && (state.document !== before.document || state.layout !== before.layout)) later(REST_MS);
  });
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (useDocument.getState().saving === 'saved') return;
    later(0);
    event.preventDefault();
  };
  window.addEventListener('beforeunload', beforeUnload);
  return () => {
    window.clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('beforeunload', beforeUnload);
    void saveLast();
  };
}

/** Whether the draft needs no further try. */
async function save(): Promise<boolean> {
  await writer.settled();
  const draft = unwritten();
  if (draft === null) return true;
  useDocument.getState().setSaving('saving');
  try {
    const stored = await writer.write(draft);
    useDocument.getState().written(draft.stored, stored);
    return true;
  } catch (error) {
    if (useDocument.getState().stored !== draft.stored) return true;
    return (error instanceof ServiceRefusal && error.status === 409 && (await isNewestShown())) || failed();
  }
}

/** What was not written when the pipeline is left; if it cannot be, it is kept for when the pipeline is opened again. */
async function saveLast(): Promise<void> {
  const draft = unwritten();
  const { document } = useDocument.getState();
  if (draft === null || document === null) return;
  await writer.write(draft).catch(() => aside.set(draft.name, document));
}

function unwritten(): WrittenDraft | null {
  const { name, document, layout, stored, saving } = useDocument.getState();
  if (name === null || document === null || stored === null || saving === 'saved') return null;
  return { name, text: formatDocument(document), places: formatLayout(layout), stored };
}

function failed(): false {
  useDocument.getState().setSaving('failed');
  return false;
}

async function isNewestShown(): Promise<boolean> {
  return showNewest().then(
    () => true,
    () => false,
  );
}

/** Reads a pipeline's files and opens them, after what is on its way to them; with a draft that could not be written. */
export async function openPipeline(name: string, isWanted: () => boolean): Promise<void> {
  await writer.settled();
  const files = await readPipeline(name);
  if (!isWanted()) return;
  useDocument.getState().open(files, aside.get(name) ?? null);
  aside.delete(name);
}

/** Reads the open pipeline's files anew and shows them. */
export async function showNewest(): Promise<void> {
  const { name } = useDocument.getState();
  if (name === null) return;
  const files = await readPipeline(name);
  const { name: now, replace } = useDocument.getState();
  if (now === name) replace(files);
}

/** Asks what was deployed last, when it is another revision than the page knows. */
export async function showDeployed(): Promise<void> {
  const { name } = useDocument.getState();
  if (name === null) return;
  const { revision } = await readPipeline(name);
  const { name: now, deployedNow } = useDocument.getState();
  if (now === name) deployedNow(revision);
}
