/** Values that would change what they stand in, if they could. */
export const HOSTILE = [
  '$(touch /tmp/none)',
  '`id`',
  "it's",
  "'; reboot; '",
  '" || true #',
  '\\',
  "\\'",
  `$${'{HOME}'}`,
  '{{password}}',
  '{{#ssh_key}}',
  ': - [a, b] # no comment',
  '%end',
  '-n',
  '*',
  '~root',
  'yes',
  '012',
  '  spaces  ',
  '',
  'ключ и 🗝',
  '&& shutdown',
  '!reboot',
]
/** The same with more than one line. */
export const HOSTILE_LINES = [
  'a\nb',
  'a\n%end\n%post\nreboot\n%end\n',
  'x\n  late-commands: [reboot]\n',
  'a\r\nd-i x/y string z',
  '\n',
  '\u2028',
  'tab\there',
]

/** Words of a line as Python's shlex has them in its POSIX mode with comments, which is how a kickstart file is read. */
export function shlexWords(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string
    if (sign === "'") {
      const end = line.indexOf("'", at + 1)
      if (end < 0) throw new Error('No closing quotation')
      word = (word ?? '') + line.slice(at + 1, end)
      at = end
    } else if (sign === '"') {
      word ??= ''
      for (at++; line[at] !== '"'; at++) {
        if (at >= line.length) throw new Error('No closing quotation')
        if (line[at] === '\\' && /["\\]/.test(line[at + 1] ?? '')) at++
        word += line[at]
      }
    } else if (sign === '\\') word = (word ?? '') + (line[++at] ?? '')
    else if (/[ \t\r\n]/.test(sign)) {
      if (word !== null) words.push(word)
      word = null
    } else if (sign === '#') break
    else word = (word ?? '') + sign
  }
  return word === null ? words : [...words, word]
}

type Kickstart = { commands: string[][]; sections: { head: string; lines: string[] }[] }
/** A kickstart file as Anaconda reads it: line by line, sections up to their %end. */
export function readKickstart(text: string): Kickstart {
  const read: Kickstart = { commands: [], sections: [] }
  let section: Kickstart['sections'][number] | null = null
  for (const line of text.split('\n')) {
    if (section) {
      if (/^%end(\s|$)/.test(line)) section = null
      else section.lines.push(line)
    } else if (line.startsWith('%')) {
      section = { head: line, lines: [] }
      read.sections.push(section)
    } else if (shlexWords(line).length > 0) read.commands.push(shlexWords(line))
  }
  if (section) throw new Error('A section does not end')
  return read
}

/** Answers to questions as debconf-set-selections reads them: a backslash at the end of a line goes on with the next. */
export function readPreseed(text: string): { question: string; type: string; value: string }[] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .map((line) => {
      const [, , question = '', type = '', value = ''] = /^\s*(\S+)\s+(\S+)\s+(\S+)(?:\s(.*))?$/.exec(line) ?? []
      if (type === '') throw new Error(`No question: ${line}`)
      return { question, type, value }
    })
}
