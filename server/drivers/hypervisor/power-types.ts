/** Switching domains on and off. */
export type Power = {
  /** A paused domain counts as started. */
  startDomain(internalName: string, signal: AbortSignal): Promise<void>
  /** Asks the guest to power off; resolves when it is off, or `device_rejected` when it is not within `graceMs`. */
  shutdownDomain(internalName: string, graceMs: number, signal: AbortSignal): Promise<void>
  /** Cuts power. Like `shutdownDomain` and `undefineDomain`, a no-op for a domain the node does not know. */
  destroyDomain(internalName: string, signal: AbortSignal): Promise<void>
  /** Has a domain that is `stalled` try again; others are left alone. It stands still again when its disks still fail. */
  continueDomain(internalName: string, signal: AbortSignal): Promise<void>
  /** Lets a domain that is off go on with the memory of a capture; its disks have to be those of the same capture. One that runs is left alone. */
  resumeDomain(internalName: string, memory: string, signal: AbortSignal): Promise<void>
}
