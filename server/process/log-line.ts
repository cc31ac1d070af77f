const LEVELS: Record<number, [name: string, colour: number]> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info', 36],
  40: ['warning', 33],
  50: ['error', 31],
  60: ['fatal', 31],
}

/** One line for people of a JSON log line: time, level, words, the fault's words, then what else is known. */
export function terminalLine(json: string, colours: boolean): string {
  const {
    time,
    level,
    msg = '',
    err,
    ...rest
  } = JSON.parse(json) as {
    time: number
    level: number
    msg?: string
    err?: { message?: string }
    [more: string]: unknown
  }
  const [name, colour] = LEVELS[level] ?? ['log', 0]
  const clock = new Date(time).toTimeString().slice(0, 8)
  const more = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const words = [msg, err?.message].filter(Boolean).join(': ')
  const head = colours ? `\u001b[90m${clock}\u001b[0m \u001b[${colour}m${name}\u001b[0m` : `${clock} ${name}`
  return `${head}  ${plain(words)}${more.length ? `  (${plain(more.join(', '))})` : ''}\n`
}

/** What devices and clients say reaches the log: nothing of it may steer the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const plain = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 500)
