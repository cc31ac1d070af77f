import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { guestSays } from '../../../../../e2e/support/guest-command.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// The worker is killed at a real node, right after it has done a step and before that is written down.
const { lab, node1, api, until, ended, done, host, attach, create, worker, close } = await hostLab()
afterAll(() => close())

const NEW_PASSWORD = 'Another-pass-2'
let id = 0
let address = ''

const says = (password: string, command: string) =>
  until('the guest answers', async () => {
    const said = await guestSays(address, password, `${command}; echo .`).catch(() => '')
    // The change log is the clock of `until`.
    if (!said) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return said.slice(0, -1).trim() || (said ? ' ' : false)
  })

/** Has the worker killed at a place of the task that is asked for, and another one finish it. */
async function killed(place: string, ask: () => Promise<{ body: { task: number } }>) {
  await worker.stop()
  const { task } = (await ask()).body
  const row = await api.database.prisma.task.findFirstOrThrow({ where: { consul_id: task } })
  const { url, masterKey } = api.database
  await killedAt({ url, masterKey, leaseMs: 3_000, holds: { [row.id]: place } })
  worker.start()
  expect(await ended(task), place).toMatchObject({ status: 'complete' })
  expect(await host(id), place).toMatchObject({ state: 'active', fault: null, disabled: false })
}

/** One disk and one seed: nothing of another installation. */
async function filesOnNode() {
  const { stdout } = await inNode(lab, node1.index, ['ls', '/vm'])
  return stdout.split('\n').filter((name) => name.startsWith('dh-'))
}

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'struck' }))).id
  address = (await host(id)).ip4[0].ip
  await says(GUEST_PASSWORD, 'hostname')
})

it('the growth of a disk goes on', async () => {
  const { disk } = await host(id)
  await killed('before end grow', () => api.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 320 }))
  expect((await host(id)).disk).toMatchObject({ disk_mib: 320, disk_mib_new: null })
  expect(Number(await says(GUEST_PASSWORD, 'cat /sys/block/vda/size')) / 2048).toBe(320)
})

it.each(['before end stop', 'before end define', 'before end start'])('a reinstallation goes on: %s', async (place) => {
  await killed(place, () => api.ann.post(`/vm/v3/host/${id}/reinstall`, { password: NEW_PASSWORD }))
  expect(await filesOnNode()).toHaveLength(2)
  expect(await says(NEW_PASSWORD, 'hostname')).toBe('struck')
})
