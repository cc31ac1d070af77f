import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

/** Who is notified of a change of a system: true for all users, false for administrators. */
async function heard(id: number, act: () => Promise<{ status: number }>) {
  const { rows } = await t.database.pool.query('select coalesce(max(id), 0) as last from change')
  expect((await act()).status).toBe(200)
  const news = await t.database.prisma.change.findMany({
    where: { id: { gt: rows[0].last }, entity: 'os', entity_id: id },
    orderBy: { id: 'asc' },
  })
  return news.map(({ event, everyone }) => [event, everyone])
}

it('a system that only administrators see changes for administrators only', async () => {
  const edit = (body: object) => () => t.admin.post(`/vm/v3/os/${t.os}`, body)
  expect(await heard(t.os, edit({ comment: 'one' }))).toEqual([['update', true]])
  // Those who saw it until now have to hear of this.
  expect(await heard(t.os, edit({ adminonly: true }))).toEqual([['update', true]])
  expect(await heard(t.os, edit({ comment: 'two' }))).toEqual([['update', false]])
  expect(await heard(t.os, edit({ adminonly: true }))).toEqual([['update', false]])
  const { repository_id } = await t.database.prisma.os.findUniqueOrThrow({ where: { id: t.os } })
  const { url } = await t.database.prisma.repository.findUniqueOrThrow({ where: { id: repository_id } })
  const readAgain = async () => {
    const answer = await t.admin.post(`/vm/v3/repository/${repository_id}`, { name: 'test', url })
    await t.ended(answer.body.task)
    return answer
  }
  expect(await heard(t.os, readAgain)).toEqual([['update', false]])
  expect(await heard(t.os, edit({ adminonly: false }))).toEqual([['update', true]])
  expect(await heard(t.os, edit({ adminonly: true }))).toEqual([['update', true]])
  expect(await heard(t.os, () => t.admin.delete(`/vm/v3/os/${t.os}`))).toEqual([['delete', false]])
})
