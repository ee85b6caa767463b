import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import { liveTexts } from './live-text.ts';
import type { PipelineEdge as FlowEdge } from './to-flow.ts';

/** A thin line with what it carries above it; late and failed rows are dashed and counted since the start. */
export const PipelineEdgeView = memo(function PipelineEdgeView(props: EdgeProps<FlowEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data, selected } = props;
  const [path, labelX, labelY] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  const kind = data?.kind ?? 'rows';
  const classes = ['edge', kind !== 'rows' && kind, selected === true && 'sel', data?.isBroken === true && 'broken'];
  const isStraight = Math.abs(sourceY - targetY) < 2;
  return (
    <>
      <BaseEdge id={id} path={path} className={classes.filter(Boolean).join(' ')} interactionWidth={16} />
      <EdgeLabelRenderer>
        <div
          className={`elab ${kind === 'rows' ? '' : kind}`}
          style={{ transform: `translate(-50%,-50%) translate(${labelX}px,${labelY - (isStraight ? 10 : 0)}px)` }}
        >
          <span ref={liveTexts.slot(id, 'figure')} />
          <span className="u" ref={liveTexts.slot(id, 'unit')} />
        </div>
      </EdgeLabelRenderer>
    </>
  );
});
