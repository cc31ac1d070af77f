import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'
import type { Piece } from './fill.ts'
import { ShellPlace, shellWord } from './shell.ts'

type Value = Exclude<Piece, string>

/** Signs that end a line for some reader, and those that none shows. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u

const oneLine = ({ name, value }: Value): readonly string[] => {
  if (value.some((one) => NOT_IN_A_LINE.test(one)))
    throw refused(msg`The value of ${name} must be one line without control characters`)
  return value
}
const words = (value: readonly string[]) => value.map(shellWord).join(' ')

/** A script for a POSIX shell: each value is one word, those of a list are several. */
export function shellText(pieces: readonly Piece[]): string {
  const place = new ShellPlace()
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') {
        place.text(piece)
        return piece
      }
      place.value(piece.name)
      return words(piece.value)
    })
    .join('')
}

/** What a reader of lines does: told the text so far of the line, it answers what stands for a value. */
type Reader = { line(begun: string): void; value(value: Value, begun: string): string }

/** Goes through a file line by line; no value has more than one. */
function byLines(pieces: readonly Piece[], reader: Reader): string {
  let begun = ''
  let all = ''
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      const text = reader.value(piece, begun)
      begun += text
      all += text
      continue
    }
    const [first = '', ...lines] = piece.split('\n')
    begun += first
    for (const line of lines) {
      reader.line(begun)
      begun = line
    }
    all += piece
  }
  return all
}

/** A line of debconf's format: owner, question and type, then the value, which goes on to the end of the line. */
const PRESEED = /^\s*[^\s#]\S*[ \t]+(\S+)[ \t]+\S+[ \t]/

/**
 * An answer file of Debian's installer (debconf-set-selections): values stand in values, as they are, and as words of a shell where the
 * question is a command.
 */
export function preseedText(pieces: readonly Piece[]): string {
  // The lines that one goes on from with a backslash at its end.
  let earlier = ''
  return byLines(pieces, {
    line: (line) => {
      earlier = line.endsWith('\\') ? `${earlier}${line.slice(0, -1)}` : ''
    },
    value: (value, begun) => {
      const line = earlier + begun
      const question = PRESEED.exec(line)
      if (!question) throw refused(msg`The macro ${value.name} stands outside of the value of a question`)
      const list = oneLine(value)
      if (list.some((one) => one.endsWith('\\')))
        throw refused(msg`The value of ${value.name} must not end with a backslash`)
      if (!/_command$/.test(question[1] ?? '')) return value.sh ? words(list) : list.join(' ')
      const place = new ShellPlace()
      place.text(line.slice(question[0].length))
      place.value(value.name)
      return words(list)
    },
  })
}

/** Sections of a kickstart file that are scripts. */
const SCRIPT = /^%(pre|pre-install|post|onerror|traceback)(\s|$)/
const OTHER_SHELL = /--interpreter(?!=\/bin\/(ba)?sh(\s|$))/

/**
 * An answer file of Anaconda (kickstart): a value is one word of a command, or one of a script's shell. The quotes of both are the same;
 * a value has one line, or it could end its section.
 */
export function kickstartText(pieces: readonly Piece[]): string {
  let place = new ShellPlace()
  let section: 'commands' | 'script' | 'other' = 'commands'
  /** How much of the line the place has seen. */
  let seen = 0
  return byLines(pieces, {
    line: (line) => {
      const was = section
      if (/^%end(\s|$)/.test(line)) section = 'commands'
      else if (/^%(include|ksappend)\s/.test(line)) return
      else if (line.startsWith('%')) section = SCRIPT.test(line) && !OTHER_SHELL.test(line) ? 'script' : 'other'
      if (section === 'script' && was === 'script') place.text(`${line.slice(seen)}\n`)
      else place = new ShellPlace()
      seen = 0
    },
    value: (value, begun) => {
      if (section === 'other' || begun.startsWith('%'))
        throw refused(msg`The macro ${value.name} stands in a section of the answer file that takes no values`)
      const text = words(oneLine(value))
      place.text(begun.slice(seen))
      place.value(value.name)
      seen = begun.length + text.length
      return text
    },
  })
}

const IPXE_SAFE = /^[A-Za-z0-9._:/@%+=,-]*$/

/** Arguments of a kernel in a script of iPXE, which has no quotes: values are plain words. */
export const ipxeText = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if (!piece.value.every((one) => IPXE_SAFE.test(one)))
        throw refused(
          msg`The value of ${piece.name} cannot stand in the arguments of a kernel: only letters, digits and . _ : / @ % + = , - can`,
        )
      return piece.value.join(',')
    })
    .join('')
