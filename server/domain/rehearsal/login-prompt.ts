/** As getty shows it on a serial port: the name of the guest before it. */
const PROMPT = /^[\w.-]{1,64} login: ?/gm
/** What follows when the guest starts anew or does not come up. */
const OVER = /Kernel panic|Linux version |emergency mode|Rebooting in/i

/** Whether the log of a serial port ends with a login prompt; lines that came after the last prompt do not matter, the guest is still up. */
export function showsLoginPrompt(log: string): boolean {
  const last = [...log.matchAll(PROMPT)].at(-1)
  return last !== undefined && !OVER.test(log.slice(last.index + last[0].length))
}
