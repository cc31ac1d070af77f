const WIRE = 64

/** Whether a line carries; null: there is none. */
export type WireState = 'on' | 'off' | 'unknown' | null
/** A `signal` is drawn as a thin dotted line: it says something, and carries nothing. */
export type Wire = { state: WireState; signal?: boolean }

/**
 * Lines from rows of boxes to the middle of what stands beside them. Drawn only: the words stand at both ends.
 * @param row height of a box, in pixels
 * @param gap between two boxes
 * @param fans the rows are at the right
 */
export function Wires(props: { wires: readonly Wire[]; row: number; gap: number; fans?: boolean }) {
  const { wires, row, gap, fans } = props
  const height = wires.length * row + (wires.length - 1) * gap
  const middle = height / 2
  return (
    <svg
      width={WIRE}
      height={height}
      viewBox={`0 0 ${WIRE} ${height}`}
      aria-hidden="true"
      className="flex-none phone:hidden"
    >
      {wires.map(({ state, signal }, at) => {
        const y = at * (row + gap) + row / 2
        if (state === null) return null
        const [from, to] = fans ? [middle, y] : [y, middle]
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a wire is its place
            key={at}
            d={`M0 ${from}H${WIRE / 2}V${to}H${WIRE}`}
            fill="none"
            stroke={state === 'on' ? 'var(--ok-solid)' : 'var(--line-control)'}
            strokeWidth={state === 'on' && !signal ? 2.5 : 1.25}
            {...((state !== 'on' || signal) && { strokeDasharray: signal ? '2 3' : '5 4' })}
          />
        )
      })}
    </svg>
  )
}
