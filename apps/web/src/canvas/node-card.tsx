import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo, useContext } from 'react';
import { Icon, Tile } from '../look/icon.tsx';
import { useRun } from '../run/run-store.ts';
import { CARD } from './card-shape.ts';
import { DistanceContext } from './distance.ts';
import { liveTexts } from './live-text.ts';
import type { CardNode, PortView } from './to-flow.ts';
import { type NodeState, useNodeState } from './use-node-state.ts';

/** A node as a quiet card; as a block it only keeps its place for the mouse, since the overlay draws it. */
export const NodeCard = memo(function NodeCard(props: NodeProps<CardNode>) {
  const { id, data } = props;
  if (useContext(DistanceContext) !== 'blocks') return <Card {...props} />;
  return <div className={data.isWindow ? 'node block window' : 'node block'} data-node={id} />;
});

/** What a node is and does, and its live line; the moving parts are drawn over it. */
function Card({ id, data, selected }: NodeProps<CardNode>) {
  const state = useNodeState(id);
  const isWaiting = useRun(({ status }) => status.waiting.has(id));
  const { isWindow, errors } = data;
  const classes = [
    'node',
    isWindow && 'window',
    selected && 'sel',
    errors > 0 && 'bad',
    (state === 'pending' || state === 'new') && 'draft',
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')} data-node={id} data-state={isWaiting ? 'waiting' : state}>
      {data.inputs.map((port, i) => (
        <Port key={port.name} port={port} top={22 + 40 * i} isInput={true} />
      ))}
      {data.outputs.map((port) => (
        <Port key={port.name} port={port} top={outputTop(port.name, isWindow)} isInput={false} />
      ))}
      {errors > 0 && (
        <span className="ibadge">
          <Icon name="warn" small={true} />
          {errors}
        </span>
      )}
      <div className="nh">
        <Tile type={data.type} role={data.role} />
        <div className="grow">
          <div className="t clip">{data.title}</div>
          <div className={isWindow ? 'c two' : 'c clip'}>{data.summary}</div>
        </div>
        <i className={`st ${shapeOf(state, isWaiting, errors)}`} />
      </div>
      <div className="nl">
        {state === 'new' ? (
          <span className="u">new in this draft</span>
        ) : (
          <span className="rate">
            <span ref={liveTexts.slot(id, 'figure')}>–</span> <span className="u" ref={liveTexts.slot(id, 'unit')} />
          </span>
        )}
      </div>
      {isWindow ? <StripText id={id} /> : <Facts id={id} />}
    </div>
  );
}

function shapeOf(state: NodeState, isWaiting: boolean, errors: number): string {
  if (errors > 0) return 'error';
  if (state === 'new') return 'pending';
  return isWaiting ? 'waiting' : state;
}

function Facts({ id }: { readonly id: string }) {
  return (
    <div className="nm">
      <span ref={liveTexts.slot(id, 'left')} />
      <span ref={liveTexts.slot(id, 'right')} />
    </div>
  );
}

/** The words around a window's strip; the strip itself is drawn in the gap. */
function StripText({ id }: { readonly id: string }) {
  return (
    <div className="wstrip">
      <div className="l">
        <span ref={liveTexts.slot(id, 'open')} />
        <span ref={liveTexts.slot(id, 'watermark')} />
      </div>
      <div className="gap" />
      <div className="l">
        <b ref={liveTexts.slot(id, 'next')} />
        <span ref={liveTexts.slot(id, 'rest')} />
      </div>
    </div>
  );
}

function outputTop(port: string, isWindow: boolean): number {
  if (port === 'late') return isWindow ? CARD.windowHeight - 28 : 62;
  return port === 'error' ? (isWindow ? CARD.windowHeight - 56 : 74) : 22;
}

function Port({ port, top, isInput }: { readonly port: PortView; readonly top: number; readonly isInput: boolean }) {
  const { name, isOpen, isRequired, tip } = port;
  const classes = [
    'port',
    name === 'late' && 'latep',
    name === 'error' && 'errorp',
    isOpen && 'open',
    isOpen && isRequired && 'needed',
  ];
  return (
    <Handle
      id={name}
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Left : Position.Right}
      className={classes.filter(Boolean).join(' ')}
      style={{ top }}
      title={tip}
    />
  );
}
