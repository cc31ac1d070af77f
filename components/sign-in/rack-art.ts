export type ArtUnit = {
  y: number
  height: number
  light: 'ok' | 'warn' | 'fault'
  bays: { x: number; y: number; width: number; height: number }[]
}

const top = 28
const bottom = 434

/** The same numbers in every browser and on the server, so that the picture never jumps. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A rack as one sees it from the aisle: units of 1 to 4 heights with gaps; positions inside a box 60 wide. */
export function rackUnits(seed: number): ArtUnit[] {
  const next = numbers(seed)
  const units: ArtUnit[] = []
  let y = top
  while (y < bottom) {
    const roll = next()
    if (roll < 0.14) {
      y += 16 + Math.floor(next() * 5) * 9
      continue
    }
    const heights = roll < 0.6 ? 1 : roll < 0.86 ? 2 : 4
    const height = heights * 9.5 - 3
    if (y + height > bottom) break
    const light = next()
    units.push({
      y,
      height,
      light: light < 0.95 ? 'ok' : light < 0.98 ? 'warn' : 'fault',
      bays: bays(y, heights, height),
    })
    y += height + 1.5
  }
  return units
}

function bays(y: number, heights: number, height: number): ArtUnit['bays'] {
  if (heights === 1) {
    return Array.from({ length: 6 }, (_, at) => ({ x: 26 + at * 5, y: y + 1.5, width: 3.5, height: 3.8 }))
  }
  return Array.from({ length: 9 }, (_, at) => ({ x: 11 + at * 5.2, y: y + 2.5, width: 3.6, height: height - 5 }))
}
