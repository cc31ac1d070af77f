/** Waits for all, also when one fails: what is still being made could not be undone. Throws the first fault of the list. */
export async function settleAll(work: readonly (Promise<unknown> | undefined | null)[]): Promise<void> {
  for (const end of await Promise.allSettled(work)) if (end.status === 'rejected') throw end.reason
}
