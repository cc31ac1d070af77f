import { describe, expect, it, vi } from 'vitest'
import { Playback } from './playback.ts'

const frame = (ms: number, text: string) => ({ ms, bytes: new TextEncoder().encode(text) })
const frames = [frame(0, 'a'), frame(300, 'picture'), frame(9000, 'end')]

function open() {
  const shown: string[] = []
  const screen = {
    reset: () => void shown.splice(0),
    show: (bytes: Uint8Array) => void shown.push(new TextDecoder().decode(bytes)),
    dispose() {},
  }
  return { shown, playback: new Playback(screen, () => {}) }
}

describe('a recording that is opened', () => {
  it('shows its first picture at the beginning of the bar, and plays from there', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 1)
    vi.stubGlobal('cancelAnimationFrame', () => {})
    const { shown, playback } = open()
    playback.load(frames.slice(0, 1), 9000)
    playback.load(frames, 9000)
    await playback.settled()
    expect(shown.join('')).toBe('apictureend')
    playback.seek(500)
    await playback.settled()
    expect(shown.join('')).toBe('apicture')
    playback.seek(0)
    // More of it comes, and what was chosen stays.
    playback.load(frames, 9000)
    await playback.settled()
    expect(shown.join('')).toBe('a')
    playback.dispose()
    vi.unstubAllGlobals()
  })
})
