/** Sub-protocol of pages that understand what a line says of itself; others get bytes alone. */
export const LINE_PROTOCOL = 'datahall.line'

/** What a page asks of a serial line, as a text message: a break, the keyboard, or what to do with who asks for it. */
const commands = ['break', 'ask', 'give', 'keep'] as const
export type LineCommand = { type: (typeof commands)[number] }

/** Reads a text message of a page. Throws when it is no command. */
export function readLineCommand(text: string): LineCommand {
  const said = JSON.parse(text) as { type?: unknown } | null
  const type = commands.find((one) => one === said?.type)
  if (!type) throw new Error('The console takes commands for the line only')
  return { type }
}

/** Where the bytes that follow begin: `at` counts all that the line has said, as long as it has this name. */
export type LineStart = { type: 'start'; line: string; at: number }

export type LineStatus = {
  type: 'status'
  /** `interrupted`: lost, and being sought. */
  state: 'open' | 'interrupted'
  /** Who may type: everybody who may at all, this page, another one, or nobody yet: the next who types. */
  keyboard: 'all' | 'yours' | 'another' | 'free'
  /** Account of the one who has the keyboard. */
  typist: number | null
  /** Account of the one who asks this page for the keyboard; he gets it when it says nothing. */
  asked_by: number | null
  /** This page has asked. */
  asking: boolean
  can_break: boolean
}

/** What a line says to one page, as text messages. `kept`: who was asked keeps the keyboard. */
export type LineMessage = LineStart | LineStatus | { type: 'kept' } | { type: 'fault'; words: string }
