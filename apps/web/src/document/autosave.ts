import { formatDocument } from '@millrace/model';
import { readPipeline, ServiceRefusal, writeDocument, writeLayout } from '../api/service-api.ts';
import { useDocument } from './document-store.ts';
import { formatLayout } from './layout.ts';

/** How long a draft rests before it is written, milliseconds. */
const REST_MS = 300;
const RETRY_MS = 2_000;

/**
 * Writes the draft whenever it has changed and rested, each time over the version that was read or written last. Where the file was
 * changed meanwhile the newest is shown and the draft kept aside. Gives what ends it.
 */
export function startAutosave(): () => void {
  let timer: number | undefined;
  let writing = false;

  const later = (ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(), ms);
  };

  const save = async () => {
    if (writing) return later(REST_MS);
    writing = true;
    try {
      await writeDraft();
    } catch (error) {
      if (error instanceof ServiceRefusal && error.status === 409) await showNewest();
      else {
        useDocument.getState().setSaving('failed');
        later(RETRY_MS);
      }
    } finally {
      writing = false;
    }
  };

  const unsubscribe = useDocument.subscribe((state, before) => {
    const isDraft = state.saving === 'waiting';
    if (isDraft && (state.document !== before.document || state.layout !== before.layout)) later(REST_MS);
  });
  return () => {
    window.clearTimeout(timer);
    unsubscribe();
  };
}

async function writeDraft(): Promise<void> {
  const { name, document, layout, stored, setSaving, written } = useDocument.getState();
  if (name === null || document === null || stored === null) return;
  setSaving('saving');
  const [text, places] = [formatDocument(document), formatLayout(layout)];
  const file = text === stored.document.text ? null : await writeDocument(name, text, stored.document.version);
  written(file, null);
  const kept = places === stored.layout?.text;
  written(null, kept ? null : await writeLayout(name, places, stored.layout?.version ?? null));
  const now = useDocument.getState();
  if (now.saving === 'saving' && now.document === document && now.layout === layout) setSaving('saved');
  else if (now.saving === 'saving') setSaving('waiting');
}

/** Reads the open pipeline's files anew and shows them. */
export async function showNewest(): Promise<void> {
  const { name, replace } = useDocument.getState();
  if (name === null) return;
  const { document, layout } = await readPipeline(name);
  replace(document, layout);
}
