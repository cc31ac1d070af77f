/** What was shown at one moment, in milliseconds from the beginning. */
export type Frame = { ms: number; bytes: Uint8Array }

const HEAD = 8

/** Frames of a part, as the API gives them: millisecond, length (32 bits each, big-endian), bytes. */
export function framesOf(part: Uint8Array): Frame[] {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength)
  const frames: Frame[] = []
  for (let at = 0; at + HEAD <= part.length; ) {
    const length = view.getUint32(at + 4)
    frames.push({ ms: view.getUint32(at), bytes: part.subarray(at + HEAD, at + HEAD + length) })
    at += HEAD + length
  }
  return frames
}

export function fromBase64(text: string): Uint8Array {
  const raw = atob(text)
  const bytes = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at)
  return bytes
}

/** How many frames were shown until a moment. */
export function framesUntil(frames: readonly Frame[], ms: number): number {
  let low = 0
  let high = frames.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((frames[middle] as Frame).ms <= ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Bytes from which on a screen or a terminal shows something worth a look; a black screen packs into less. */
const WORTH_A_LOOK = 2048

/** How many frames make the first picture, which is shown before the recording is played. */
export function framesOfPoster(frames: readonly Frame[]): number {
  let bytes = 0
  for (const frame of frames) {
    bytes += frame.bytes.length
    if (bytes >= WORTH_A_LOOK) return framesUntil(frames, frame.ms)
  }
  // A short recording: all of it.
  return frames.length
}

/** Lines as people read them, and when each sign was there. */
export type Transcript = { text: string; frameAt: (place: number) => number }

// Sequences of a terminal (ECMA-48): what moves and colours is no text. A title ends with BEL or ST.
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-~])|[\x00-\x08\x0b-\x1f\x7f]/g

/** The words of a terminal's recording, across frames: an echo comes sign by sign. */
export function transcriptOf(frames: readonly Frame[]): Transcript {
  const decoder = new TextDecoder()
  let raw = ''
  const starts: number[] = []
  for (const { bytes } of frames) {
    starts.push(raw.length)
    raw += decoder.decode(bytes, { stream: true })
  }
  // Places in the text after which so many signs were left out.
  const cuts: { at: number; before: number }[] = []
  let text = ''
  let last = 0
  for (const found of raw.matchAll(escapes)) {
    text += raw.slice(last, found.index)
    last = found.index + found[0].length
    cuts.push({ at: text.length, before: last - text.length })
  }
  text += raw.slice(last)
  const inRaw = (place: number) => {
    let low = 0
    let high = cuts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cuts[middle] as { at: number }).at <= place) low = middle + 1
      else high = middle
    }
    return place + (cuts[low - 1]?.before ?? 0)
  }
  return {
    text,
    frameAt: (place) => {
      const sought = inRaw(place)
      let low = 0
      let high = starts.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((starts[middle] as number) <= sought) low = middle + 1
        else high = middle
      }
      return Math.max(0, low - 1)
    },
  }
}

const MOST_FOUND = 1_000

/** The moments at which the words were there, whatever their case. */
export function findIn({ text, frameAt }: Transcript, words: string, frames: readonly Frame[]): number[] {
  if (words === '') return []
  const sought = words.toLowerCase()
  const all = text.toLowerCase()
  const found: number[] = []
  for (let at = all.indexOf(sought); at >= 0 && found.length < MOST_FOUND; at = all.indexOf(sought, at + sought.length))
    found.push(frames[frameAt(at + sought.length - 1)]?.ms ?? 0)
  return found
}
