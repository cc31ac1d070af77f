import { describe, expect, it } from 'vitest'
import { type ImportKind, importKinds } from '../../../domain/import/kinds.ts'
import { parseInThread } from './parse-thread.ts'

const known = Object.fromEntries(importKinds.map((kind) => [kind, new Set()])) as unknown as Record<
  ImportKind,
  ReadonlySet<string>
>
const csv = (text: string) => ({
  format: 'csv' as const,
  kind: 'rack' as const,
  bytes: new TextEncoder().encode(text),
  known,
})
const many = () => csv(`name,location,size\n${'A,Oslo,42\n'.repeat(50_000)}`)

describe('a file in a thread of its own', () => {
  it('comes back as rows that are read, or say why not', async () => {
    const rows = await parseInThread(
      csv(`name,location,size,colour\nA,Oslo,42,\nB,Oslo,big,red\n${'C,,,\n'.repeat(600)}`),
    )
    expect(rows).toHaveLength(602)
    expect(rows[0]).toEqual({
      kind: 'rack',
      line: 2,
      name: 'A',
      given: { name: 'A', 'location.name': 'Oslo', size: 42 },
    })
    expect(rows[1]).toMatchObject({ line: 3, name: 'B', errors: [{ field: 'size' }, { field: 'colour' }] })
    expect(rows[601]).toMatchObject({ line: 603, errors: [{ field: 'location.name' }] })
  })

  it('is refused in the words of the parser', async () => {
    await expect(parseInThread(csv('name,name\n'))).rejects.toMatchObject({ code: 'invalid_input', value: 'file' })
    const latin = { ...csv(''), bytes: new Uint8Array([0x6e, 0xe9]) }
    await expect(parseInThread(latin)).rejects.toThrow('not encoded as UTF-8')
  })

  it('leaves the loop of the server free', async () => {
    let beats = 0
    const beat = setInterval(() => beats++, 1)
    await parseInThread(many())
    clearInterval(beat)
    // 200 messages of rows, and the loop goes round between them.
    expect(beats).toBeGreaterThan(50)
  })

  it('ends with its time, its memory, or its caller', async () => {
    await expect(parseInThread(many(), { timeMs: 1 })).rejects.toThrow('takes over')
    await expect(parseInThread(many(), { memoryMb: 8 })).rejects.toThrow('too much memory')
    const caller = new AbortController()
    const reading = parseInThread(many(), { signal: caller.signal })
    caller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
    await expect(parseInThread(many(), { signal: caller.signal })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('waits for no third one', async () => {
    const two = [parseInThread(many()), parseInThread(many())]
    await expect(parseInThread(csv('name\nA\n'))).rejects.toMatchObject({ code: 'wrong_state' })
    expect((await Promise.all(two)).map((rows) => rows.length)).toEqual([50_000, 50_000])
  })
})
