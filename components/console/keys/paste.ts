import { type LayoutId, layoutIds, type Stroke, strokeOf } from './layouts.ts'

/** What a guest's keyboard does: a key goes down or up. */
export type KeyStep = { code: string; keysym: number; down: boolean }

export type PastePlan = {
  strokes: Stroke[]
  /** Signs that are not on the layout, each once, in order. */
  missing: string[]
  /** Layouts that have all of them. */
  better: LayoutId[]
}

const enter: Stroke = { code: 'Enter', keysym: 0xff0d }
const shift = { code: 'ShiftLeft', keysym: 0xffe1 }
const altGr = { code: 'AltRight', keysym: 0xfe03 }
const space = { code: 'Space', keysym: 0x20 }

/** More would take minutes and be noticed too late. */
export const MAX_PASTE = 10_000

/** Turns text into strokes on the keyboard layout of the guest. */
export function planPaste(text: string, layout: LayoutId, enterAfterLines: boolean): PastePlan {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const strokes: Stroke[] = []
  const missing = new Set<string>()
  for (const line of lines) {
    for (const sign of line.normalize('NFC')) {
      const stroke = strokeOf(layout, sign)
      if (stroke) strokes.push(stroke)
      else missing.add(sign)
    }
    if (enterAfterLines && text !== '') strokes.push(enter)
  }
  const has = (id: LayoutId) => planMisses(text, id) === 0
  return { strokes, missing: [...missing], better: missing.size > 0 ? layoutIds.filter(has) : [] }
}

function planMisses(text: string, layout: LayoutId): number {
  let misses = 0
  for (const sign of text.normalize('NFC')) if (sign !== '\n' && sign !== '\r' && !strokeOf(layout, sign)) misses++
  return misses
}

/** Splits text for a preview into pieces that will be typed and pieces that will be left out. */
export function previewParts(text: string, layout: LayoutId): { text: string; typed: boolean }[] {
  const parts: { text: string; typed: boolean }[] = []
  for (const sign of text.normalize('NFC')) {
    const typed = sign === '\n' || sign === '\r' || strokeOf(layout, sign) !== undefined
    const last = parts.at(-1)
    if (last?.typed === typed) last.text += sign
    else parts.push({ text: sign, typed })
  }
  return parts
}

/** The downs and ups of one stroke, with what is held around it. */
export function stepsOf(stroke: Stroke): KeyStep[] {
  const held = stroke.shift ? [shift] : stroke.altGr ? [altGr] : []
  const { code, keysym } = stroke
  const press = (key: { code: string; keysym: number }) => [
    { ...key, down: true },
    { ...key, down: false },
  ]
  return [
    ...held.map((key) => ({ ...key, down: true })),
    ...press({ code, keysym: stroke.dead ? 0xfe52 : keysym }),
    ...held.map((key) => ({ ...key, down: false })),
    // Guests that go by the key see dead key and space, those that go by the character see the character.
    ...(stroke.dead ? press({ ...space, keysym }) : []),
  ]
}

/**
 * Types strokes at a bounded rate, because a guest's keyboard buffer is small.
 * @returns how many were typed before the signal
 */
export async function typeStrokes(
  strokes: readonly Stroke[],
  options: {
    perSecond: number
    send: (step: KeyStep) => void
    onProgress?: (done: number) => void
    signal: AbortSignal
  },
): Promise<number> {
  const { perSecond, send, onProgress, signal } = options
  const start = performance.now()
  let done = 0
  for (const stroke of strokes) {
    const due = start + (done * 1000) / perSecond
    if (due > performance.now()) await waitUntil(due, signal)
    if (signal.aborted) return done
    for (const step of stepsOf(stroke)) send(step)
    done++
    onProgress?.(done)
  }
  return done
}

function waitUntil(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, signal.aborted ? 0 : due - performance.now())
    signal.addEventListener('abort', finish, { once: true })
  })
}
