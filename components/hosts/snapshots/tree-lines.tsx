import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'
import type { Drawn } from '../../../server/domain/snapshot/tree.ts'

/** Height of the head of the table, on which the lines are drawn; in pixels. */
const HEAD = 28
const LANE = 24
const FIRST = 16

type Point = readonly [x: number, y: number]
const x = (lane: number) => FIRST + LANE * lane

type Props = {
  drawn: readonly Drawn<Snapshot>[]
  /** Height of a row in pixels; the present is the first. */
  row: number
}

/** What comes from what, beside the rows of the table. The table says the same in words. */
export function TreeLines({ drawn, row: high }: Props) {
  const y = (row: number) => high * (row + 1) + high / 2
  const lanes = Math.max(0, ...drawn.map(({ lane }) => lane))
  const at = drawn.findIndex(({ snapshot }) => snapshot.is_curr)
  const [width, height] = [x(lanes) + LANE / 2, high * (drawn.length + 1)]
  return (
    <svg
      className="pointer-events-none absolute left-0"
      style={{ top: HEAD }}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      fill="none"
    >
      {at === -1 ? null : (
        <path d={`M${x(0)} ${y(at)}V${high / 2}`} stroke="var(--accent)" strokeWidth={2} strokeDasharray="3 3" />
      )}
      {drawn.map(({ snapshot, lane, parentRow, onWay }, row) =>
        parentRow === null ? null : (
          <path
            key={snapshot.id}
            d={line([x(lane), y(row)], [x(drawn[parentRow]?.lane ?? 0), y(parentRow)], high)}
            stroke={onWay ? 'var(--accent)' : 'var(--off-solid)'}
            strokeWidth={onWay ? 2 : 1.5}
          />
        ),
      )}
      <circle cx={x(0)} cy={high / 2} r={8} fill="var(--accent-tint)" stroke="var(--accent)" strokeWidth={1.5} />
      <circle cx={x(0)} cy={high / 2} r={3.5} fill="var(--accent)" />
      {drawn.map(({ snapshot, lane, onWay }, row) => {
        const colour = onWay ? 'var(--accent)' : 'var(--off-solid)'
        return (
          <g key={snapshot.id}>
            <circle cx={x(lane)} cy={y(row)} r={5} fill="var(--bg)" stroke={colour} strokeWidth={2} />
            {snapshot.with_ram ? <circle cx={x(lane)} cy={y(row)} r={2} fill={colour} /> : null}
          </g>
        )
      })}
    </svg>
  )
}

/** From a snapshot down to what it comes from: straight in its own column, then over into the other. */
function line([fromX, fromY]: Point, [toX, toY]: Point, high: number): string {
  if (fromX === toX) return `M${fromX} ${fromY}V${toY}`
  return `M${fromX} ${fromY}V${toY - high}C${fromX} ${toY - high / 2} ${toX} ${toY - high / 2} ${toX} ${toY}`
}
