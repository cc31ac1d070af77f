/**
 * The words of a command line as `quoteCommand` makes it: plain ones, and such in single quotes, between which a backslash quotes one sign.
 * @returns null for a line of another form
 */
export function wordsOf(line: string): string[] | null {
  const words: string[] = []
  let word = ''
  let open = false
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (sign === "'") {
      const end = line.indexOf("'", at + 1)
      if (end < 0) return null
      word += line.slice(at + 1, end)
      at = end
      open = true
    } else if (sign === '\\') {
      word += line[++at] ?? ''
      open = true
    } else if (sign === ' ') {
      if (open) words.push(word)
      word = ''
      open = false
    } else {
      word += sign
      open = true
    }
  }
  return open ? [...words, word] : words
}
