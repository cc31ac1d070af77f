/** Takes part in a relay: sees every byte towards the browser, for a recording. What the browser sends it does not see. */
export type Tap = {
  /** Must not keep or change the bytes. @returns false when the device has to wait */
  take(bytes: Buffer): boolean
  /** Called when the device may go on. */
  onDrain(listener: () => void): void
}
