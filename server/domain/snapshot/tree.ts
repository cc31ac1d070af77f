type Part = { id: number; parent: number | null }

/** A snapshot as it is drawn: a row each, what came later above what it comes from. */
export type Drawn<S> = {
  snapshot: S
  /** Column of its mark; 0 is the one that the present stands on. */
  lane: number
  /** Row of what it comes from; null: it comes from nothing that is drawn. */
  parentRow: number | null
  /** The present comes from it. */
  onWay: boolean
}

/** Those a snapshot comes from, itself first. A circle, which the database does not hold, ends it. */
export function wayTo<S extends Part>(snapshots: readonly S[], id: number | null): S[] {
  const byId = new Map(snapshots.map((one) => [one.id, one]))
  const way: S[] = []
  let next = id === null ? undefined : byId.get(id)
  while (next && !way.includes(next)) {
    way.push(next)
    next = next.parent === null ? undefined : byId.get(next.parent)
  }
  return way
}

/**
 * Puts a tree into rows: the newest first, whatever it comes from below it. The way to the present is the first column, each branch
 * that was left has one of its own.
 * @param snapshots in the order of their ids, which is that of their making
 */
export function drawTree<S extends Part & { is_curr: boolean }>(snapshots: readonly S[]): Drawn<S>[] {
  const present = snapshots.find(({ is_curr }) => is_curr)?.id ?? null
  const way = new Set(wayTo(snapshots, present).map(({ id }) => id))
  const children = new Map<number | null, S[]>()
  const known = new Set(snapshots.map(({ id }) => id))
  for (const one of snapshots) {
    const under = one.parent !== null && known.has(one.parent) ? one.parent : null
    children.set(under, [...(children.get(under) ?? []), one])
  }
  const lanes = new Map<number, number>()
  let free = 1
  // A branch goes on in its own column; what branches off it later gets the next one.
  for (const one of snapshots) {
    if (way.has(one.id)) lanes.set(one.id, 0)
    else {
      const above = one.parent === null ? undefined : lanes.get(one.parent)
      const first = children
        .get(one.parent !== null && known.has(one.parent) ? one.parent : null)
        ?.find(({ id }) => !way.has(id))
      lanes.set(one.id, above !== undefined && above > 0 && first === one ? above : free++)
    }
  }
  const rows = snapshots.toReversed()
  const rowOf = new Map(rows.map(({ id }, row) => [id, row]))
  return rows.map((snapshot) => ({
    snapshot,
    lane: lanes.get(snapshot.id) ?? 0,
    parentRow: snapshot.parent === null ? null : (rowOf.get(snapshot.parent) ?? null),
    onWay: way.has(snapshot.id),
  }))
}
