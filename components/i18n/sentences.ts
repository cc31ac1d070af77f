import type { TextRecord } from '../../server/shared/text.ts'

/** What asks the panel for the sentences of English words that records have; null for words that it does not know. */
export type Finder = (words: string[]) => Promise<readonly { words: string; text: TextRecord | null }[]>

/** Words of one question, and words that are remembered. */
const MOST_ASKED = 100
const MOST_KNOWN = 2_000
/** Words without a letter, or too long for a sentence, are not asked for. */
const isAskable = (words: string) => words.length <= 4_000 && /[a-z]{2}/i.test(words)

/** Words are shown as soon as they are stored, and their sentence is noted a moment later: unknown ones are asked for again after so long. */
const AGAIN_MS = [500, 5_000, 60_000]

const known = new Map<string, TextRecord | null>()
const attempts = new Map<string, number>()
const wanted = new Set<string>()
const listeners = new Set<() => void>()
let finder: Finder | null = null
let isAsking = false

/** Who asks the panel, as long as a page with a session is open. */
export function setFinder(next: Finder): () => void {
  finder = next
  if (wanted.size > 0) soon()
  return () => {
    if (finder === next) finder = null
  }
}

export function subscribeSentences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The sentence of a text; undefined while it is fetched, null when it is unknown. */
export function sentenceOf(words: string): TextRecord | null | undefined {
  const text = known.get(words)
  if (text === undefined && isAskable(words) && !wanted.has(words)) {
    wanted.add(words)
    soon()
  }
  return text
}

/** All that one drawing of a page wants is asked for together. */
function soon() {
  if (!finder || isAsking) return
  isAsking = true
  setTimeout(() => void ask(), 20)
}

async function ask() {
  const words = [...wanted].slice(0, MOST_ASKED)
  const asked = finder?.(words)
  if (asked) {
    // English is better than nothing.
    const found = await asked.catch(() => words.map((one) => ({ words: one, text: null })))
    if (known.size > MOST_KNOWN) known.clear()
    for (const one of found) {
      known.set(one.words, one.text)
      if (one.text === null) askAgain(one.words)
    }
    for (const one of words) wanted.delete(one)
    for (const listener of listeners) listener()
  }
  isAsking = false
  if (wanted.size > 0) soon()
}

function askAgain(words: string) {
  if (attempts.size > MOST_KNOWN) attempts.clear()
  const before = attempts.get(words) ?? 0
  const pause = AGAIN_MS[before]
  if (pause === undefined) return
  attempts.set(words, before + 1)
  setTimeout(() => {
    wanted.add(words)
    soon()
  }, pause)
}
