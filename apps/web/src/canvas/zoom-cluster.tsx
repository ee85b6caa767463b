import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { Icon } from '../look/icon.tsx';
import { arrangeAll } from './graph-work.ts';

/** Zoom, fit and arrange, at the lower left. */
export function ZoomCluster() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const zoom = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <Panel position="bottom-left" className="zoom">
      <button type="button" aria-label="Zoom out" onClick={() => void zoomOut()}>
        <Icon name="minus" small={true} />
      </button>
      <span>{zoom} %</span>
      <button type="button" aria-label="Zoom in" onClick={() => void zoomIn()}>
        <Icon name="plus" small={true} />
      </button>
      <button type="button" aria-label="Fit" onClick={() => void fitView({ padding: 0.12, maxZoom: 1.15 })}>
        <Icon name="fit" small={true} />
      </button>
      <button type="button" aria-label="Arrange" onClick={() => void arrangeAll()}>
        <Icon name="layout" small={true} />
      </button>
    </Panel>
  );
}
