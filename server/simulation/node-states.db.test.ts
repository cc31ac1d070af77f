import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../e2e/support/api.ts'
import { NodeStore } from './hypervisor/store.ts'
import { databaseKeeper } from './node-states.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** The store of a node in another process: what it has seen is its own. */
const store = (node: string) => new NodeStore(databaseKeeper(), node)
const add = (to: NodeStore, name: string) => to.update((state) => void state.directories.push(name))

it('keeps what several processes write at once', async () => {
  const stores = [store('n1'), store('n1'), store('n1')]
  const names = Array.from({ length: 60 }, (_, i) => `/d${i}`)
  await Promise.all(names.map((name, i) => add(stores[i % 3]!, name)))
  expect((await store('n1').read()).directories.sort()).toEqual([...names].sort())
  expect((await store('n2').read()).directories).toEqual([])
})

it('notifies the other processes', async () => {
  const [a, b] = [store('n3'), store('n3')]
  const heard: string[][] = []
  b.onChange((state) => heard.push(state.directories))
  await add(a, '/one')
  await expect.poll(() => heard).toEqual([['/one']])
})

it('keeps no state in clear', async () => {
  await add(store('n4'), '/secret')
  const { rows } = await api.database.pool.query(`select state from simulated_node where name = 'n4'`)
  expect(rows[0].state).toMatch(/^sealed:/)
})
