/**
 * The server speaks English, to clients as to people; here its sentences get into the reader's language. A catalogue
 * pairs a sentence with holes (`Server {0} is protected…`) with its translation that has the same holes.
 */
export type Refusals = {
  /** Sentences as they stand in the server's sources; a test holds them together. */
  said: Readonly<Record<string, string>>
  /** Sentences that the server puts together from parts, or that come from libraries and systems below it. */
  composed: Readonly<Record<string, string>>
  /** Single words for holes that are written `{0:word}`; anywhere else they may be somebody's name. */
  words: Readonly<Record<string, string>>
}

type Template = { pieces: readonly string[]; literal: number; translation: string }

/** Longer texts are no sentences of ours. */
const LONGEST = 4000
/** Of a connection's reason (123 bytes), and of what a device says, which is cut off at 300 characters. */
const LONGEST_CUT = 400
/** A sentence in a sentence in a sentence; deeper ones stay as they are. */
const DEEPEST = 5
/** Parts of one text that are looked up at most. */
const MOST_LOOKUPS = 60
const MOST_REMEMBERED = 500

/** What stands between sentences, and between a name and what is said of it; the widest first. */
const dividers = [
  ['; ', '; '],
  ['. ', '. '],
  [': ', ': '],
  [' and ', ' и '],
  [', ', ', '],
] as const

/** Takes a sentence apart at its holes; holes are numbered from the left. */
export const piecesOf = (sentence: string): string[] => sentence.split(/\{\d+\}/)

/** Takes a template for a text: what fills the holes, or null. Each hole holds something; linear in the text. */
function fill({ pieces }: Template, text: string): string[] | null {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (pieces.length === 1) return sameStart(text, first) && text.length === first.length ? [] : null
  if (!sameStart(text, first) || !text.endsWith(last)) return null
  const end = text.length - last.length
  const holes: string[] = []
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const next = text.indexOf(piece, at + 1)
    if (next < 0 || next + piece.length > end) return null
    holes.push(text.slice(at, next))
    at = next + piece.length
  }
  if (at >= end) return null
  return [...holes, text.slice(at, end)]
}

/**
 * The same for a text that was cut off, as reasons of closed connections are: its words up to there are a sentence's
 * first, and enough of them to know it. What the text no longer holds is left open.
 */
function fillCut({ pieces }: Template, text: string): string[] | null {
  const holes: string[] = []
  let at = 0
  let words = 0
  for (const [n, piece] of pieces.entries()) {
    const next = n === 0 ? (sameStart(text, piece) ? 0 : -1) : piece === '' ? text.length : text.indexOf(piece, at + 1)
    if (next < 0) {
      if (n === 0) return sameStart(piece, text) && text.length >= ENOUGH ? pieces.slice(1).map(() => CUT) : null
      const begun = tailOf(text.slice(at + 1), piece)
      if (words + begun < ENOUGH) return null
      holes.push(begun > 0 ? text.slice(at, text.length - begun) : `${text.slice(at)}${CUT}`)
      return [...holes, ...pieces.slice(n + 1).map(() => CUT)]
    }
    if (n > 0) holes.push(text.slice(at, next))
    at = next + piece.length
    words += piece.length
  }
  return null
}

/** What a text ends with that was cut off. */
const CUT = '…'
/** So many letters of its own tell a sentence that was cut off. */
const ENOUGH = 24

/** How much of a piece a text ends with. */
function tailOf(text: string, piece: string): number {
  for (let length = Math.min(text.length, piece.length); length > 0; length--)
    if (text.endsWith(piece.slice(0, length))) return length
  return 0
}

/** The server begins what stands in a sentence with a small letter, and the same alone with a large one. */
const sameStart = (text: string, piece: string): boolean =>
  text.startsWith(piece) ||
  (piece !== '' && text.slice(1, piece.length) === piece.slice(1) && lower(text) === lower(piece))
const lower = (text: string) => text.charAt(0).toLowerCase()

/** Reads a text in the reader's language; what is not known stays as it is. */
export type Reader = (text: string) => string

/** For tests: which sentences of the catalogue were of use, and which parts of texts found none. */
export type Listener = { used(sentence: string): void; missed(part: string): void }

/** Makes a catalogue ready for use. Sentences with more words of their own are tried before those with fewer. */
export function refusalReader({ said, composed, words }: Refusals, listener?: Listener): Reader {
  const sentences = new Map<Template, string>()
  const known = new Map(Object.entries(words))
  for (const [sentence, translation] of [...Object.entries(said), ...Object.entries(composed)]) {
    const pieces = piecesOf(sentence)
    sentences.set({ pieces, literal: pieces.join('').length, translation }, sentence)
  }
  const byLength = [...sentences.keys()].sort((a, b) => b.literal - a.literal)
  const open = byLength.filter(({ pieces }) => pieces[0] === '')
  const byStart = new Map<string, Template[]>()
  for (const template of byLength) {
    const start = lower(template.pieces[0] ?? '')
    if (start !== '' && !byStart.has(start))
      byStart.set(
        start,
        byLength.filter((one) => open.includes(one) || lower(one.pieces[0] ?? '') === start),
      )
  }

  function find(text: string): { template: Template; holes: string[] } | null {
    for (const template of byStart.get(lower(text)) ?? open) {
      const holes = fill(template, text)
      if (holes) return { template, holes }
    }
    if (!text.endsWith(CUT) || text.length > LONGEST_CUT) return null
    const rest = text.slice(0, -CUT.length)
    for (const template of byStart.get(lower(text)) ?? open) {
      const holes = fillCut(template, rest)
      if (holes) return { template, holes }
    }
    return null
  }

  function read(text: string, depth: number, left: { lookups: number }): string | null {
    if (depth > DEEPEST || left.lookups-- <= 0 || text.length > LONGEST || !/\p{L}/u.test(text)) return null
    // A list of what uses something: each entry ends in brackets, which would reach to the end of the last one.
    const isList = /^\d+ [^(]+\([^)]*\) and \d/.test(text)
    const found = isList ? null : find(text)
    if (found) {
      const { template, holes } = found
      const next = template.pieces.at(-1) === '' ? afterSentence(text, holes.at(-1) ?? '') : text.length
      const rest = next < text.length ? read(text.slice(next), depth, left) : null
      if (rest !== null) {
        const sentence = text.slice(0, next - SENTENCE_END.length)
        return `${read(sentence, depth, left) ?? kept(sentence)}${SENTENCE_END}${rest}`
      }
      listener?.used(sentences.get(template) ?? '')
      const whole = template.translation.replace(/\{(\d+)(:word)?\}/g, (_, number: string, word?: string) => {
        const hole = holes[Number(number)] ?? ''
        return (word && known.get(hole)) ?? read(hole, depth + 1, left) ?? kept(hole)
      })
      return upperLike(text, template.pieces[0] ?? '', whole)
    }
    for (const [divider, inRussian] of dividers) {
      const parts = divider === ': ' ? halves(text) : text.split(divider)
      if (parts.length < 2) continue
      const translated = parts.map((part) => read(part, depth + 1, left))
      if (translated.some((one) => one !== null))
        return parts.map((part, i) => translated[i] ?? kept(part)).join(inRussian)
    }
    return null
  }

  const kept = (part: string) => {
    listener?.missed(part)
    return part
  }
  const remembered = new Map<string, string>()
  return (text) => {
    const before = remembered.get(text)
    if (before !== undefined) return before
    const answer = read(text, 0, { lookups: MOST_LOOKUPS }) ?? kept(text)
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    if (text.length <= LONGEST) remembered.set(text, answer)
    return answer
  }
}

/** What stands before and after the first colon: `ip_list: …`, `node-7: …`. */
function halves(text: string): string[] {
  const at = text.indexOf(': ')
  return at < 1 ? [text] : [text.slice(0, at), text.slice(at + 2)]
}

const SENTENCE_END = '. '

/** Where the next sentence begins, when what fills the last hole goes on beyond the end of its own; else the text's end. */
function afterSentence(text: string, last: string): number {
  const end = /\. (?=\p{Lu})/u.exec(last)
  return end ? text.length - last.length + end.index + SENTENCE_END.length : text.length
}

/** As large or small at its start as the text is, where that differs from its sentence. */
function upperLike(text: string, first: string, whole: string): string {
  const start = text.charAt(0)
  if (first === '' || start === first.charAt(0)) return whole
  const isUpper = start === start.toUpperCase()
  return (isUpper ? whole.charAt(0).toUpperCase() : whole.charAt(0).toLowerCase()) + whole.slice(1)
}
