import { describe, expect, it, vi } from 'vitest'
import { chordGroups, ctrlAltDel, stepsOfChord } from './chords.ts'
import { layoutIds, strokeOf } from './layouts.ts'
import { planPaste, previewParts, stepsOf, typeStrokes } from './paste.ts'

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

/** Modifiers and dead keys make no sign. */
const signOf = (keysym: number) => {
  if (keysym >= 0xfe00 && keysym <= 0xffff) return ''
  return String.fromCodePoint(keysym < 0x100 ? keysym : keysym - 0x01000000)
}

describe('layouts', () => {
  it('have all of ASCII, except the Russian one, which has no Latin letters', () => {
    expect(planPaste(ascii, 'us', false).missing).toEqual([])
    expect(planPaste(ascii, 'de', false).missing).toEqual([])
    const { missing, better } = planPaste(ascii, 'ru', false)
    expect(missing.join('')).toMatch(/[a-z]/i)
    expect(better).toEqual(['us', 'de'])
  })

  it('have the letters of their language', () => {
    expect(
      planPaste('Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: 5 € @ §1 µ', 'de', false).missing,
    ).toEqual([])
    expect(planPaste('Съешь ещё этих мягких французских булок, да выпей же чаю. № 5', 'ru', false).missing).toEqual([])
  })

  it('type no two signs with the same keys', () => {
    for (const layout of layoutIds) {
      const seen = new Map<string, string>()
      for (const sign of `${ascii}äöüÄÖÜß§€²³µ°´ёйцукенгшщзхъфывапролджэячсмитьбюЁЙ№`) {
        const stroke = strokeOf(layout, sign)
        if (!stroke) continue
        const keys = `${stroke.code} ${stroke.shift} ${stroke.altGr}`
        expect(seen.get(keys), `${sign} on ${layout}`).toBeUndefined()
        seen.set(keys, sign)
      }
    }
  })

  it.each([
    ['us', 'y', 'KeyY', {}],
    ['de', 'y', 'KeyZ', {}],
    ['de', '{', 'Digit7', { altGr: true }],
    ['de', '|', 'IntlBackslash', { altGr: true }],
    ['de', '@', 'KeyQ', { altGr: true }],
    ['ru', 'ф', 'KeyA', {}],
    ['ru', ',', 'Slash', { shift: true }],
    ['us', '"', 'Quote', { shift: true }],
  ] as const)('%s: %s lies on %s', (layout, sign, code, held) => {
    expect(strokeOf(layout, sign)).toMatchObject({ code, ...held })
  })
})

describe('plan', () => {
  it('counts what is typed, names what is left out and who has it', () => {
    const plan = planPaste('echo "café"', 'us', true)
    expect(plan.strokes).toHaveLength(11)
    expect(plan.missing).toEqual(['é'])
    expect(plan.better).toEqual([])
    expect(planPaste('größe', 'us', true).better).toEqual(['de'])
    expect(previewParts('caféé!', 'us')).toEqual([
      { text: 'caf', typed: true },
      { text: 'éé', typed: false },
      { text: '!', typed: true },
    ])
  })

  it('presses Enter after each line, or never', () => {
    const codes = (text: string, enter: boolean) => planPaste(text, 'us', enter).strokes.map(({ code }) => code)
    expect(codes('a\r\nb\n', true)).toEqual(['KeyA', 'Enter', 'KeyB', 'Enter'])
    expect(codes('a\nb', false)).toEqual(['KeyA', 'KeyB'])
    expect(codes('', true)).toEqual([])
  })

  it('puts composed signs together first', () => {
    expect(planPaste('u\u0308', 'de', false)).toMatchObject({ missing: [], strokes: [{ code: 'BracketLeft' }] })
  })

  it('is understood by a guest that goes by the character', () => {
    const text = 'aA"{^ß€ф`'
    for (const layout of layoutIds) {
      const typed = planPaste(text, layout, false)
        .strokes.flatMap(stepsOf)
        .filter(({ down }) => down)
      const expected = [...text].filter((sign) => strokeOf(layout, sign)).join('')
      expect(typed.map(({ keysym }) => signOf(keysym)).join('')).toBe(expected)
    }
  })
})

describe('typing', () => {
  it('holds shift around the key and lets go of it', () => {
    const stroke = strokeOf('us', 'A')
    expect(stroke && stepsOf(stroke).map(({ code, down }) => `${code} ${down}`)).toEqual([
      ...['ShiftLeft true', 'KeyA true', 'KeyA false', 'ShiftLeft false'],
    ])
  })

  it('keeps the rate, tells the progress, and stops at once', async () => {
    const { strokes } = planPaste('abcdefghij', 'us', false)
    const sent: string[] = []
    const stop = new AbortController()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const start = performance.now()
    const typing = typeStrokes(strokes, {
      perSecond: 200,
      send: ({ code, down }) => down && sent.push(code),
      onProgress: (n) => n === 5 && stop.abort(),
      signal: stop.signal,
    })
    await vi.runAllTimersAsync()
    expect(await typing).toBe(5)
    expect(sent).toHaveLength(5)
    // The first at once, the others 5 ms after each other.
    expect(performance.now() - start).toBe(20)
    vi.useRealTimers()
  })
})

describe('chords', () => {
  it('go down in order and up in reverse', () => {
    expect(stepsOfChord(ctrlAltDel).map(({ keysym, down }) => [keysym, down])).toEqual([
      ...[
        [0xffe3, true],
        [0xffe9, true],
        [0xffff, true],
      ],
      ...[
        [0xffff, false],
        [0xffe9, false],
        [0xffe3, false],
      ],
    ])
  })
  it('are all different', () => {
    const ids = chordGroups.flatMap(({ chords }) => chords.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(chordGroups.at(-1)?.chords.at(-1)?.keys).toEqual([{ code: 'F12', keysym: 0xffc9 }])
  })
})
