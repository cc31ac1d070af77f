const turns = new Map<string, Promise<unknown>>()

/** Runs actions on one device one after the other: read-change-write of a bitmap must not cross another. */
export async function inTurn<T>(device: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  const before = turns.get(device) ?? Promise.resolve()
  const mine = before.then(() => {
    signal.throwIfAborted()
    return act()
  })
  const settled = mine.then(
    () => {},
    () => {},
  )
  turns.set(device, settled)
  void settled.then(() => {
    if (turns.get(device) === settled) turns.delete(device)
  })
  return mine
}
