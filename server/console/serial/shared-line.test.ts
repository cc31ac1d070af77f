import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { expect, it } from 'vitest'
import { SharedLines } from './shared-line.ts'

/** A line whose far ends the test holds, one per opening. */
function device() {
  const far: Duplex[] = []
  const open = async () => {
    const [near, other] = duplexPair()
    near.once('close', () => other.destroy())
    other.once('close', () => near.destroy())
    far.push(other.on('error', () => {}))
    return near
  }
  return { far, open }
}
const never = new AbortController().signal
const hear = async (stream: Duplex) => String((await once(stream, 'data'))[0])

it('is opened once for all viewers, who read the same and may all type', async () => {
  const lines = new SharedLines()
  const { far, open } = device()
  const [ann, bob] = await Promise.all([lines.join('a', open, never), lines.join('a', open, never)])
  expect(far).toHaveLength(1)
  const heard = Promise.all([hear(ann), hear(bob)])
  far[0]!.write('login: ')
  expect(await heard).toEqual(['login: ', 'login: '])
  ann.write('ro')
  expect(await hear(far[0]!)).toBe('ro')
  bob.write('ot')
  expect(await hear(far[0]!)).toBe('ot')
  await lines.join('b', open, never)
  expect(far).toHaveLength(2)
})

it('stays open while a viewer is there, closes with the last, and is opened again', async () => {
  const lines = new SharedLines()
  const { far, open } = device()
  const [ann, bob] = await Promise.all([lines.join('a', open, never), lines.join('a', open, never)])
  ann.destroy()
  await once(ann, 'close')
  const heard = hear(bob)
  far[0]!.write('still here')
  expect(await heard).toBe('still here')
  bob.destroy()
  await once(far[0]!, 'close')
  const heardAgain = hear(await lines.join('a', open, never))
  far[1]!.write('again')
  expect(await heardAgain).toBe('again')
})

it('ends for all viewers when the device closes, after its last output', async () => {
  const lines = new SharedLines()
  const { far, open } = device()
  const both = await Promise.all([lines.join('a', open, never), lines.join('a', open, never)])
  const texts = both.map(async (end) => {
    let text = ''
    for await (const chunk of end) text += chunk
    return text
  })
  far[0]!.end('power down')
  expect(await Promise.all(texts)).toEqual(['power down', 'power down'])
})

it('drops a viewer that does not read, and keeps the others', async () => {
  const lines = new SharedLines()
  const { far, open } = device()
  const asleep = await lines.join('a', open, never)
  const awake = await lines.join('a', open, never)
  let got = 0
  awake.on('data', (chunk: Buffer) => {
    got += chunk.length
  })
  const dropped = once(asleep, 'close')
  const chunk = Buffer.alloc(64 * 1024)
  let sent = 0
  while (!asleep.destroyed) {
    sent += chunk.length
    if (!far[0]!.write(chunk)) await once(far[0]!, 'drain')
    expect(sent).toBeLessThan(4 << 20)
  }
  await dropped
  await expect.poll(() => got).toBe(sent)
})

it('applies back-pressure for a single slow reader, and resumes with it', async () => {
  const lines = new SharedLines()
  const { far, open } = device()
  const reader = await lines.join('a', open, never)
  const chunk = Buffer.alloc(64 * 1024)
  let sent = 0
  do sent += chunk.length
  while (far[0]!.write(chunk) || far[0]!.writableLength < 4 * chunk.length)
  await new Promise(setImmediate)
  expect(reader.readableLength).toBeLessThan(sent)
  expect(reader.destroyed).toBe(false)
  let got = 0
  reader.on('data', (bytes: Buffer) => {
    got += bytes.length
  })
  await expect.poll(() => got).toBe(sent)
})

it('rejects each join with the reason when it cannot be opened, and retries for the next', async () => {
  const lines = new SharedLines()
  const { open } = device()
  let times = 0
  const broken = async () => {
    times++
    throw new Error('the node is away')
  }
  const both = await Promise.allSettled([lines.join('a', broken, never), lines.join('a', broken, never)])
  expect(both.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
    'the node is away',
    'the node is away',
  ])
  expect(times).toBe(1)
  await lines.join('a', open, never)
})

it('stays for viewers that still wait when one gives up, and closes when all do', async () => {
  const lines = new SharedLines()
  const { far, open } = device()
  let answer = () => {}
  let aborted = false
  const slow = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      aborted = true
    })
    await new Promise<void>((go) => {
      answer = go
    })
    return open()
  }
  const first = new AbortController()
  const second = new AbortController()
  const given = [lines.join('a', slow, first.signal), lines.join('a', slow, second.signal)] as const
  first.abort(new Error('left'))
  await expect(given[0]).rejects.toThrow('left')
  expect(aborted).toBe(false)
  answer()
  await given[1]
  expect(far).toHaveLength(1)

  const alone = new AbortController()
  const waiting = lines.join('b', slow, alone.signal)
  alone.abort(new Error('left too'))
  await expect(waiting).rejects.toThrow('left too')
  expect(aborted).toBe(true)
  answer()
  await expect.poll(() => far[1]?.destroyed).toBe(true)
})
