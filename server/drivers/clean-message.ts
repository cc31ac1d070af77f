const LONGEST = 300

/** Text of a device, made fit to be shown: one line, no control characters, bounded length. */
export function cleanMessage(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/[.\s]+$/, '')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
