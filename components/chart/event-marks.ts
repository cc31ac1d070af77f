/** One or several events as they stand above a graph: where, and from which number to which. */
export type EventMark = { centre: number; half: number; label: string }

/**
 * Puts marks that would lie on one another into one: of `1`, `2` and `3` it is `1-3`. Marks come in the order of their places.
 * @param halfOf half the width that a label takes
 */
export function joinMarks(
  marks: readonly { x: number; mark: string }[],
  halfOf: (label: string) => number,
  apart: number,
): EventMark[] {
  const joined: (EventMark & { first: { x: number; mark: string } })[] = []
  for (const one of marks) {
    const half = halfOf(one.mark)
    const last = joined.at(-1)
    if (last && one.x - half < last.centre + last.half + apart) {
      last.label = `${last.first.mark}-${one.mark}`
      last.centre = (last.first.x + one.x) / 2
      last.half = Math.max(halfOf(last.label), (one.x - last.first.x) / 2)
    } else joined.push({ centre: one.x, half, label: one.mark, first: one })
  }
  return joined.map(({ centre, half, label }) => ({ centre, half, label }))
}
