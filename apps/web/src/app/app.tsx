import { useEffect, useLayoutEffect, useState } from 'react';
import { LinkBanner } from '../bar/link-banner.tsx';
import { RunBar } from '../bar/run-bar.tsx';
import { RunFailure } from '../bar/run-failure.tsx';
import { useDocument } from '../document/document-store.ts';
import { EditorPage } from '../pages/editor-page.tsx';
import { PipelinesPage } from '../pages/pipelines-page.tsx';
import { useViewport } from '../viewport/viewport-store.ts';

/** The pipeline that the address names, `#/p/orders`; null: the list. */
function pipelineOfAddress(): string | null {
  const [, name] = /^#\/p\/(.+)$/.exec(window.location.hash) ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

export function App() {
  const [name, setName] = useState(pipelineOfAddress);
  const theme = useViewport((state) => state.theme);
  useEffect(() => {
    const follow = () => setName(pipelineOfAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  // Before any effect that reads the theme's colours from the page.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useUndoKeys();
  return (
    <div className="app">
      <RunBar />
      <div className="banners">
        <LinkBanner />
        <RunFailure />
      </div>
      {name === null ? <PipelinesPage /> : <EditorPage key={name} name={name} />}
    </div>
  );
}

/** Undo and redo act wherever the focus is, except in a field, which has its own. */
function useUndoKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      const { undo, redo } = useDocument.getState();
      if (event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
