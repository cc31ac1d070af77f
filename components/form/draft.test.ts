import { beforeEach, describe, expect, it } from 'vitest'
import { type DraftStore, dropDraft, keepDraft, readDraft, withoutSecrets } from './draft.ts'

let held: Map<string, string>
let store: DraftStore

beforeEach(() => {
  held = new Map()
  store = {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, text) => void held.set(key, text),
    removeItem: (key) => void held.delete(key),
  }
})

describe('draft', () => {
  it('comes back', () => {
    keepDraft(store, 'host', { at: 1000, values: { name: 'web', ram_mib: 2048 } })
    expect(readDraft(store, 'host', 2000)).toEqual({ at: 1000, values: { name: 'web', ram_mib: 2048 } })
    expect(readDraft(store, 'node', 2000)).toBeNull()
  })
  it('is forgotten after a week', () => {
    keepDraft(store, 'host', { at: 0, values: {} })
    expect(readDraft(store, 'host', 8 * 86_400_000)).toBeNull()
  })
  it('survives rubbish', () => {
    for (const text of ['', 'x', '7', '[]', '{"at":"1","values":{}}', '{"at":1,"values":[]}']) {
      held.set('draft.host', text)
      expect(readDraft(store, 'host', 2)).toBeNull()
    }
  })
  it('never holds secrets', () =>
    expect(withoutSecrets({ name: 'a', password: 'b' }, ['password'])).toEqual({ name: 'a' }))
  it('refuses what is too large', () =>
    expect(keepDraft(store, 'host', { at: 1, values: { text: 'x'.repeat(300_000) } })).toBe(false))
  it('goes when it is sent', () => {
    keepDraft(store, 'host', { at: 1, values: {} })
    dropDraft(store, 'host')
    expect(held.size).toBe(0)
  })
  it('lives with a storage that is full', () => {
    store.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(keepDraft(store, 'host', { at: 1, values: {} })).toBe(false)
  })
})
