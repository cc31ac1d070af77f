import { describe, expect, it } from 'vitest'
import type { DomainSpec } from '../../drivers/hypervisor/domain-types.ts'
import { memoryKeeper } from './memory.ts'
import type { DummyDomain } from './state.ts'
import { NodeStore } from './store.ts'

/** Two stores of one node, as two processes have them. */
function twoStores() {
  const keeper = memoryKeeper()
  return [new NodeStore(keeper, 'n1'), new NodeStore(keeper, 'n1')] as const
}
const add = (store: NodeStore, name: string) => store.update((state) => void state.directories.push(name))

describe('node store', () => {
  it('loses nothing when two write at once', async () => {
    const [a, b] = twoStores()
    const names = Array.from({ length: 120 }, (_, i) => `/d${i}`)
    await Promise.all(names.map((name, i) => add(i % 2 ? a : b, name)))
    expect((await a.read()).directories.sort()).toEqual([...names].sort())
  })

  it('notifies others of a change, and sends nothing when nothing changed', async () => {
    const [a, b] = twoStores()
    await add(a, '/first')
    const heard: number[] = []
    const stop = b.onChange((state) => heard.push(state.directories.length))
    await add(a, '/second')
    await expect.poll(() => heard).toEqual([2])
    await a.update(() => {})
    expect(b.current.directories).toHaveLength(2)
    stop()
    await add(a, '/third')
    expect(heard).toEqual([2])
  })

  it('changes nothing when the change throws', async () => {
    const [store] = twoStores()
    await add(store, '/a')
    const broken = store.update((state) => {
      state.directories.push('/b')
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect((await store.read()).directories).toEqual(['/a'])
    await add(store, '/c')
    expect((await store.read()).directories).toEqual(['/a', '/c'])
  })
})

describe('what is due', () => {
  const spec = { disks: [], interfaces: [] } as unknown as DomainSpec
  const running = (due: DummyDomain['due']): DummyDomain => ({
    spec,
    state: 'running',
    started_at: 1_000,
    due,
    vnc_port: 5900,
    runs: ['on'],
    guest: { instance_id: '', hostname: 'a', passwords: {}, networks: {} },
  })
  const put = (store: NodeStore, due: DummyDomain['due']) =>
    store.update((state) => {
      state.domains.a = running(due)
    })

  it.each([
    ['stopped', { state: 'stopped', started_at: null, vnc_port: null, due: null, runs: ['down'] }],
    ['crashed', { state: 'crashed', started_at: null, vnc_port: null, due: null, runs: ['panic'] }],
    ['restarted', { state: 'running', started_at: 2_000, vnc_port: 5900, due: null, runs: ['down', 'on'] }],
  ] as const)('is found %s by whichever process reads, also when the one that was told has died', async (how, left) => {
    const [died, other] = twoStores()
    await put(died, { at: 2_000, how })
    expect((await other.read()).domains.a).toMatchObject(left)
  })

  it('happens in time while there is a listener, and not before', async () => {
    const [told, other] = twoStores()
    const at = Date.now() + 50
    await put(told, { at, how: 'stopped' })
    expect((await other.read()).domains.a?.state).toBe('running')
    await new Promise<void>((seen) => {
      other.onChange((state) => state.domains.a?.state === 'stopped' && seen())
    })
    expect(Date.now()).toBeGreaterThanOrEqual(at)
  })
})
