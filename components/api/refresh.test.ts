import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdReading } from './read-anew.ts'
import { makeRefresh } from './refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const soon = 10

/** A page that shows these queries; `asked` counts how often each has been read since. */
async function page(shown: Record<string, { params?: Record<string, unknown>; answer?: unknown }>) {
  const queries = new QueryClient()
  const asked: Record<string, number> = {}
  for (const [name, { params, answer = {} }] of Object.entries(shown)) {
    const queryKey = [name.split(' ')[0]?.split('.'), { input: { params }, type: 'query' }]
    const queryFn = async () => {
      asked[name] = (asked[name] ?? 0) + 1
      return answer
    }
    new QueryObserver(queries, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})
  }
  await vi.advanceTimersByTimeAsync(0)
  for (const name of Object.keys(asked)) delete asked[name]
  return { queries, asked, ...makeRefresh(queries) }
}

const hosts = {
  'vm.host.get 7': { params: { host_id: 7 } },
  'vm.host.get 8': { params: { host_id: 8 } },
  'vm.host.list': {},
  'vm.node.get 1': { params: { node_id: 1 } },
  'vm.problem.list': {},
  'dci.rack.list': {},
}

it('reads the object at once, its lists a little later, then what else shows it, and nothing besides', async () => {
  const { asked, heard } = await page(hosts)
  heard({ id: 1, entity: 'host', entity_id: 7 })
  await vi.advanceTimersByTimeAsync(soon)
  expect(asked).toEqual({ 'vm.host.get 7': 1 })
  await vi.advanceTimersByTimeAsync(150)
  expect(asked).toEqual({ 'vm.host.get 7': 1, 'vm.host.list': 1 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual({ 'vm.host.get 7': 1, 'vm.host.list': 1, 'vm.node.get 1': 1, 'vm.problem.list': 1 })
})

it('reads the diagram of a rack whose neighbour has come or gone', async () => {
  const { asked, heard } = await page({
    'dci.rack.devices 7': { params: { rack_id: 7 } },
    'dci.rack.get 7': { params: { rack_id: 7 } },
  })
  heard({ id: 1, entity: 'rack', entity_id: 8 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual({ 'dci.rack.devices 7': 1 })
})

it('asks each list once or twice when a thousand changes come in a second', async () => {
  const { asked, heard } = await page(hosts)
  for (let n = 0; n < 1000; n++) {
    heard({ id: n, entity: 'host', entity_id: 100 + n })
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.runAllTimersAsync()
  expect(asked).toEqual({ 'vm.host.list': 2, 'vm.node.get 1': 1, 'vm.problem.list': 1 })
})

it('reads of a part the one whole that the change names, or each where it names none', async () => {
  const switches = {
    'dci.switch.get 3': { params: { switch_id: 3 } },
    'dci.switch.get 4': { params: { switch_id: 4 } },
  }
  const { asked, heard } = await page(switches)
  heard({ id: 1, entity: 'switch_port', entity_id: 30, relations: { switch: 3 } })
  await vi.runAllTimersAsync()
  expect(asked).toEqual({ 'dci.switch.get 3': 1 })
  heard({ id: 2, entity: 'switch_port', entity_id: 30 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual({ 'dci.switch.get 3': 2, 'dci.switch.get 4': 1 })
})

it('does not read a list again that shows the change already', async () => {
  const { asked, heard } = await page({ 'vm.host.list': { answer: { list: [], last_notify: 5 } } })
  heard({ id: 5, entity: 'host', entity_id: 7 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual({})
  heard({ id: 6, entity: 'host', entity_id: 7 })
  heard({ id: 4, entity: 'host', entity_id: 7 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual({ 'vm.host.list': 1 })
})

it('passes over a kind that it does not know', async () => {
  const { asked, heard, called, settled } = await page(hosts)
  heard({ id: 1, entity: 'comet', entity_id: 7 })
  called(new Map([['comet', null]]))
  await settled()
  await vi.runAllTimersAsync()
  expect(asked).toEqual({})
})

it('shows what a call has changed at once, everywhere', async () => {
  const { asked, called, settled } = await page(hosts)
  called(new Map([['host', new Set([7])]]))
  await settled()
  expect(asked).toEqual({ 'vm.host.get 7': 1, 'vm.host.list': 1, 'vm.node.get 1': 1, 'vm.problem.list': 1 })
  called(new Map([['host', null]]))
  await settled()
  expect(asked).toMatchObject({ 'vm.host.get 7': 2, 'vm.host.get 8': 1, 'vm.host.list': 2 })
})

it('reads once more after many calls in a row, at the latest when a caller waits for it', async () => {
  const { asked, called, settled } = await page(hosts)
  for (let n = 0; n < 100; n++) {
    called(new Map([['host', new Set([n])]]))
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(asked['vm.host.list']).toBe(1)
  await settled()
  expect(asked).toMatchObject({ 'vm.host.list': 2, 'vm.host.get 7': 1, 'vm.host.get 8': 1 })
})

it('is settled only with the last answer when an event begins the reading anew', async () => {
  const queries = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const queryKey = [['vm', 'host', 'get'], { input: { params: { host_id: 7 } } }]
  const queryFn = () => new Promise<string>((answer) => answers.push(answer))
  new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {})
  const { called, heard, settled } = makeRefresh(queries)
  answers[0]?.('old')
  await vi.advanceTimersByTimeAsync(0)
  called(new Map([['host', new Set([7])]]))
  const seen = settled().then(() => queries.getQueryData(queryKey))
  heard({ id: 1, entity: 'host', entity_id: 7 })
  await vi.advanceTimersByTimeAsync(soon)
  expect(answers).toHaveLength(3)
  answers[1]?.('called off')
  await vi.advanceTimersByTimeAsync(0)
  answers[2]?.('new')
  expect(await seen).toBe('new')
})

it('reads nothing of a page that is about to be left', async () => {
  const { queries, asked, called, settled } = await page(hosts)
  holdReading(queries)
  called(new Map([['host', new Set([7])]]))
  await settled()
  expect(asked).toEqual({})
})
