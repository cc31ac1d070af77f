import { describe, expect, it } from 'vitest'
import { type Frame, findIn, framesOf, framesOfPoster, framesUntil, transcriptOf } from './tape.ts'

const frame = (ms: number, text: string): Frame => ({ ms, bytes: new TextEncoder().encode(text) })

describe('a tape', () => {
  it('reads the frames of a part', () => {
    const part = new Uint8Array([0, 0, 0, 7, 0, 0, 0, 2, 65, 66, 0, 0, 1, 0, 0, 0, 0, 1, 67])
    expect(framesOf(part).map(({ ms, bytes }) => [ms, String.fromCharCode(...bytes)])).toEqual([
      [7, 'AB'],
      [256, 'C'],
    ])
  })

  it('has a first picture once something was drawn, or all of it when that is little', () => {
    const drawn = frame(40, 'x'.repeat(4000))
    expect(framesOfPoster([frame(0, 'a'), frame(9, 'b'), drawn, frame(40, 'c'), frame(60, 'd')])).toBe(4)
    expect(framesOfPoster([frame(0, 'a'), frame(9, 'b')])).toBe(2)
    expect(framesOfPoster([])).toBe(0)
  })

  it('knows what was shown until a moment', () => {
    const frames = [frame(0, 'a'), frame(10, 'b'), frame(10, 'c'), frame(20, 'd')]
    expect([-1, 0, 9, 10, 19, 20, 99].map((ms) => framesUntil(frames, ms))).toEqual([0, 1, 1, 3, 3, 4, 4])
  })

  it('finds words across frames, colours and moves, and when they were whole', () => {
    const frames = [
      frame(0, '\x1b[2J\x1b[1;1Hlog'),
      frame(5, '\x1b[32min\x1b[0m: '),
      frame(9, 'r'),
      frame(12, '\x1b]0;a title with login\x07oot\r\n'),
      frame(20, 'Login incorrect\r\n'),
    ]
    const transcript = transcriptOf(frames)
    expect(transcript.text).toBe('login: root\nLogin incorrect\n')
    expect(findIn(transcript, 'LOGIN', frames)).toEqual([5, 20])
    expect(findIn(transcript, 'root', frames)).toEqual([12])
    expect(findIn(transcript, 'password', frames)).toEqual([])
    expect(findIn(transcript, '', frames)).toEqual([])
  })

  it('puts letters together whose bytes came apart', () => {
    const [first, second] = new TextEncoder().encode('ж')
    const frames = [
      { ms: 0, bytes: new Uint8Array([first as number]) },
      { ms: 3, bytes: new Uint8Array([second as number]) },
    ]
    expect(findIn(transcriptOf(frames), 'ж', frames)).toEqual([3])
  })
})
