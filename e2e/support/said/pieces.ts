/** A text in pieces: strings are said as they are, null is a hole. */
export type Pieces = readonly (string | null)[]

/** Something that is only known when it is said. */
export const hole: readonly Pieces[] = [[null]]
/** An empty text stands for something that is only known later. */
export const saysSomething = (pieces: Pieces): boolean => pieces.some((piece) => piece !== '')
/** More variants than these are no longer words but data. */
export const MOST_VARIANTS = 60
/** What ends a text of a device that was cut off; it belongs to what is filled in. */
const CUT = '…'

/** All ways to put one of each side by side. */
export function product(sides: readonly (readonly Pieces[])[]): readonly Pieces[] {
  let all: Pieces[] = [[]]
  for (const side of sides) {
    const known = side.length * all.length > MOST_VARIANTS ? hole : side
    all = all.flatMap((before) => known.map((one) => [...before, ...one]))
  }
  return all
}

/** The pieces as a sentence with `{0}`, `{1}` for what is filled in. */
export function templateOf(pieces: Pieces): string {
  let holes = 0
  let text = ''
  let afterHole = false
  for (const piece of pieces) {
    if (piece === null) {
      if (!afterHole) text += `{${holes++}}`
      afterHole = true
    } else if (piece && !(afterHole && piece === CUT)) {
      text += afterHole && piece.startsWith(CUT) ? piece.slice(CUT.length) : piece
      afterHole = false
    }
  }
  return text
}
