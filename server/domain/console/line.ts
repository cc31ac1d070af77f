/** Sub-protocol of pages that understand messages about the line; other clients get bytes only. */
export const LINE_PROTOCOL = 'datahall.line'

/**
 * Commands of a page for a serial line, sent as text messages: a break, a request for the keyboard, or the answer to a
 * request.
 */
const commands = ['break', 'ask', 'give', 'keep'] as const
export type LineCommand = { type: (typeof commands)[number] }

/** Reads a text message of a page. Throws if it is not a command. */
export function readLineCommand(text: string): LineCommand {
  const said = JSON.parse(text) as { type?: unknown } | null
  const type = commands.find((one) => one === said?.type)
  if (!type) throw new Error('The console takes commands for the line only')
  return { type }
}

/** Position of the bytes that follow: `at` counts all output of the line, as long as `line` stays the same. */
export type LineStart = { type: 'start'; line: string; at: number }

export type LineStatus = {
  type: 'status'
  /** `interrupted`: the connection was lost and is being restored. */
  state: 'open' | 'interrupted'
  /** Who may type: all viewers with the right to, this page, another page, or (`free`) the next that types. */
  keyboard: 'all' | 'yours' | 'another' | 'free'
  /** Account of the viewer that has the keyboard. */
  typist: number | null
  /** Account that requests the keyboard from this page, and gets it if the page does not answer. */
  asked_by: number | null
  /** This page has requested the keyboard. */
  asking: boolean
  can_break: boolean
}

/** Messages of a line to one page, as text. `kept`: the request for the keyboard was rejected. */
export type LineMessage = LineStart | LineStatus | { type: 'kept' } | { type: 'fault'; words: string }
