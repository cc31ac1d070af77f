import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { goOnReading, holdReading, readAnew } from './read-anew.ts'

/** A query whose answers are given by hand, one after the other. */
function watched() {
  const queries = new QueryClient()
  const open: ((value: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: [['vm', 'task', 'list']],
    queryFn: () => new Promise<string>((answer) => open.push(answer)),
  })
  const off = observer.subscribe(() => {})
  const shown = () => queries.getQueryData([['vm', 'task', 'list']])
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise((resolve) => setImmediate(resolve))
  }
  return { queries, open, shown, until, off }
}

it('asks once more when the change came while the first answer was on its way', async () => {
  const { queries, open, shown, until, off } = watched()
  await until(() => open.length === 1)
  readAnew(queries, () => true)
  open[0]?.('before the change')
  await until(() => open.length === 2)
  open[1]?.('after it')
  await until(() => shown() === 'after it')
  off()
})

it('drops an answer under way that came too early, where something is shown already', async () => {
  const { queries, open, shown, until, off } = watched()
  await until(() => open.length === 1)
  open[0]?.('first')
  await until(() => shown() === 'first')
  readAnew(queries, () => true)
  await until(() => open.length === 2)
  readAnew(queries, () => true)
  await until(() => open.length === 3)
  open[1]?.('too early')
  open[2]?.('last')
  await until(() => shown() === 'last')
  expect(open).toHaveLength(3)
  off()
})

it('reads nothing of a page that is being left, and what the next one shows when it is there', async () => {
  const { queries, open, shown, until, off } = watched()
  await until(() => open.length === 1)
  open[0]?.('first')
  await until(() => shown() === 'first')
  holdReading(queries)
  readAnew(queries, () => true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(open).toHaveLength(1)
  goOnReading(queries)
  await until(() => open.length === 2)
  open[1]?.('second')
  await until(() => shown() === 'second')
  holdReading(queries)() // refused: the page stays
  readAnew(queries, () => true)
  await until(() => open.length === 3)
  off()
})
