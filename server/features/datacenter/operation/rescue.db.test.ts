import { afterAll, beforeAll, expect, it } from 'vitest'
import { bootedFixture } from './booted-fixture.ts'
import { hashOf, newKey } from './tickets.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
beforeAll(async () => {
  t = await bootedFixture()
})
afterAll(() => t.close())

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOWm7QMGpXs1jLQe9rR7nX me@here'

/** What a rescue system is told of who may sign in. */
async function told(more: object) {
  const server_id = await t.server()
  const body = { os_template_id: t.rescue, password: 'let-me-in', ...more }
  const { status, body: answer } = await t.api.admin.post(`/dci/v3/server/${server_id}/rescue`, body)
  if (status !== 200) return answer.error
  const { prisma } = t.api.database
  const { id, secrets } = await prisma.operation.findFirstOrThrow({ where: { server_id } })
  expect(secrets).not.toContain('ssh-ed25519')
  const key = newKey()
  await prisma.operation.update({ where: { id }, data: { session_hash: hashOf(key) } })
  const given = await t.desk.hello(key, await t.reportOf(server_id), t.asking)
  const job = given !== 'unknown' && 'job' in given ? given.job : []
  return job.filter(([name]) => name === 'ssh_key' || name === 'password_hash')
}
const password = ['password_hash', expect.stringMatching(/^\$6\$/)]

it('a rescue system takes the keys that were given, and the password alone without any', async () => {
  expect(await told({ ssh_pub_keys: [KEY] })).toEqual([password, ['ssh_key', KEY]])
  expect(await told({})).toEqual([password])
  expect(await told({ ssh_pub_keys: [`${KEY}\nsecond`] })).toMatchObject({
    value: expect.stringMatching(/^ssh_pub_keys/),
  })
})
