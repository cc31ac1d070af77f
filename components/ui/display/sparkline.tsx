const WIDTH = 48
const HEIGHT = 20

/** Points of the line, a piece for each stretch without gaps, from 0 at the bottom to the largest value at the top. */
export function sparkPoints(values: readonly (number | null)[]): string[] {
  const largest = Math.max(1e-9, ...values.map((value) => value ?? 0))
  const step = WIDTH / Math.max(1, values.length - 1)
  const pieces: string[][] = [[]]
  for (const [i, value] of values.entries()) {
    if (value === null) pieces.push([])
    else pieces.at(-1)?.push(`${(i * step).toFixed(1)},${(HEIGHT - 1 - (value / largest) * (HEIGHT - 2)).toFixed(1)}`)
  }
  return pieces.filter((piece) => piece.length > 1).map((piece) => piece.join(' '))
}

/** How something went lately, without an axis: beside the number that says how much. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const pieces = sparkPoints(values)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      className="inline-block align-middle"
    >
      {pieces.map((points) => (
        <g key={points}>
          <polygon
            className="fill-plot-1 opacity-10"
            points={`${points.split(',', 1)[0]},${HEIGHT} ${points} ${points.slice(points.lastIndexOf(' ') + 1).split(',', 1)[0]},${HEIGHT}`}
          />
          <polyline className="stroke-plot-1" fill="none" strokeWidth={1.25} points={points} />
        </g>
      ))}
    </svg>
  )
}
