import { useEffect, useState } from 'react';
import { readPipeline, ServiceRefusal } from '../api/service-api.ts';
import { addBehindSelection, NODE_SPECS } from '../canvas/graph-work.ts';
import { KeyMap } from '../canvas/key-map.tsx';
import { PipelineCanvas } from '../canvas/pipeline-canvas.tsx';
import { RevisionNote } from '../canvas/revision-note.tsx';
import { usePipelineSummary } from '../canvas/use-node-state.ts';
import { openPipeline, showDeployed, showNewest, startAutosave } from '../document/autosave.ts';
import { useDocument } from '../document/document-store.ts';
import { Drawer } from '../drawer/drawer.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { useInspector } from '../inspector/inspector-store.ts';
import { Icon } from '../look/icon.tsx';
import { Palette } from '../palette/palette.tsx';
import { followPipeline } from '../run/run-store.ts';
import { useViewport } from '../viewport/viewport-store.ts';

const SPECS = [...NODE_SPECS.values()];

/** One pipeline: palette, canvas, drawer, inspector. */
export function EditorPage({ name }: { readonly name: string }) {
  const refusal = useOpened(name);
  useFollowedFile();
  useFollowedRevision();
  const isOpen = useDocument((state) => state.name === name);
  const isEmpty = useDocument(({ document }) => document !== null && document.nodes.size === 0);
  const selected = useInspector((state) => state.nodes);
  const [nodeKey] = selected;
  const isHidden = useInspector((state) => state.isHidden);
  const palette = useViewport((state) => state.palette);
  useEffect(() => {
    if (isEmpty) useViewport.getState().setPalette('docked');
  }, [isEmpty]);
  if (refusal !== null) return <main className="page note">{refusal}</main>;
  if (!isOpen) return <main className="page note mute">Opening {name} …</main>;
  return (
    <>
      {palette !== 'docked' && <Rail />}
      {palette !== 'closed' && (
        <Palette
          specs={SPECS}
          focus={palette === 'over'}
          onClose={() => useViewport.getState().setPalette('closed')}
          onPick={(type) => {
            addBehindSelection(type, { x: 160, y: 120 });
            if (palette === 'over') useViewport.getState().setPalette('closed');
          }}
        />
      )}
      <main className="mid">
        <PipelineCanvas />
        <RevisionNote />
        <KeyMap />
        {isEmpty && <EmptyCanvas />}
        {!isEmpty && <Drawer />}
      </main>
      {nodeKey !== undefined && selected.length === 1 && !isHidden && <Inspector nodeKey={nodeKey} />}
    </>
  );
}

/** Opens the pipeline's files and follows its run; a refusal in words. */
function useOpened(name: string): string | null {
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    setRefusal(null);
    useInspector.getState().select([]);
    openPipeline(name, () => isShown).catch((error: unknown) => {
      if (isShown) setRefusal(error instanceof ServiceRefusal ? error.message : 'The service cannot be reached.');
    });
    const endFollowing = followPipeline(name);
    const endSaving = startAutosave();
    return () => {
      isShown = false;
      endFollowing();
      endSaving();
      useDocument.setState({ name: null, document: null });
    };
  }, [name]);
  return refusal;
}

/** A file that was changed elsewhere is shown, unless this page is about to write: its write will find out. */
function useFollowedFile(): void {
  const summary = usePipelineSummary();
  const stored = useDocument((state) => state.stored);
  const saving = useDocument((state) => state.saving);
  const version = summary?.version;
  useEffect(() => {
    if (version === undefined || stored === null || saving !== 'saved' || version === stored.document.version) return;
    // The list may be older than the last write: what the service has is asked for.
    void showNewestIfOther(stored.document.version);
  }, [version, stored, saving]);
}

/** After a deploy the page learns which nodes run. A service that is away is asked again with its next revision. */
function useFollowedRevision(): void {
  const revision = usePipelineSummary()?.run.revision ?? null;
  const known = useDocument(({ deployed }) => deployed?.revision ?? null);
  const isOpen = useDocument(({ name }) => name !== null);
  useEffect(() => {
    if (isOpen && revision !== null && revision !== known) showDeployed().catch(() => undefined);
  }, [isOpen, revision, known]);
}

async function showNewestIfOther(known: string): Promise<void> {
  const { name } = useDocument.getState();
  if (name === null) return;
  const { document } = await readPipeline(name);
  const now = useDocument.getState();
  const isOther = document.version !== known && now.stored?.document.version === known && now.saving === 'saved';
  if (isOther) await showNewest();
}

function Rail() {
  const { palette, togglePalette } = useViewport();
  return (
    <nav className="rail" aria-label="Tools">
      <button
        type="button"
        className={palette === 'over' ? 'rb on' : 'rb'}
        aria-label="Add a node"
        aria-expanded={palette === 'over'}
        onClick={togglePalette}
      >
        <Icon name="plus" />
      </button>
    </nav>
  );
}

function EmptyCanvas() {
  return (
    <div className="empty">
      <div className="ghosts" aria-hidden="true">
        <span>source</span>
        <span>operators</span>
        <span>sink</span>
      </div>
      <p>
        Drag a source onto the canvas, or press <span className="kbd">A</span> and type its name. Then drag from its
        right port to the next node.
      </p>
    </div>
  );
}
