let wait: () => Promise<void> = async () => {}

/** Says how to wait until the page shows what its calls have changed. */
export function setSettled(how: () => Promise<void>): void {
  wait = how
}

/** Settles when the page shows what its calls have changed: a dialog that closes then leaves nothing old behind it. */
export const settled = (): Promise<void> => wait()
