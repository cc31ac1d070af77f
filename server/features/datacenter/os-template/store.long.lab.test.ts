import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab } from '../../../../e2e/lab/api.ts'
import { killedWhen } from '../../../../e2e/support/host-worker.ts'
import { SERVES, templateFixture } from '../../../../e2e/support/os-templates.ts'
import { ARTEFACTS } from '../../../drivers/control-host/boot/places.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { soon } from '../../../shared/testing/soon.ts'

// A node of the lab is the control host of a location: OpenSSH, a disk, and the host's own sha256sum.

const lab = currentLab()
const host = lab.nodes[0] as (typeof lab.nodes)[number]
let t: Awaited<ReturnType<typeof templateFixture>>
let ssh: SshConnection
let location: number
beforeAll(async () => {
  t = await templateFixture()
  const way = { ssh_address: host.address, ssh_port: 22, ssh_user: 'root', password: host.password }
  const { body } = await t.api.admin.post('/dci/v3/location', { name: 'Lab', ...way })
  expect((await t.ended(body.task)).status).toBe('complete')
  location = body.id
  // Only its files matter here.
  await t.api.database.prisma.location.update({ where: { id: location }, data: SERVES })
  const auth = { password: host.password }
  ssh = await connectSsh({ address: host.address, port: 22, username: 'root', auth, hostKey: null }, soon())
  await remove()
})
afterAll(async () => {
  await remove()
  ssh.close()
  await t.close()
})

const remove = () => ssh.exec(['rm', '-rf', '/var/lib/datahall'], { signal: soon() })
const printed = async (...argv: string[]) => (await ssh.exec(argv, { signal: soon() })).stdout
/** Name, size and rights of each file. */
const files = async () =>
  (await printed('find', ARTEFACTS, '-type', 'f', '-printf', '%f %s %m\n')).split('\n').filter(Boolean).sort()

it('files come whole to a real control host, go on after a killed worker, and leave it', async () => {
  const content = randomBytes(96 << 20)
  const image = t.repository.file('large/image', content)
  const small = t.template('small')
  const live = t.template('large')
  const large = { ...live, type: 'ostemplate', image: { ...image, format: 'raw', image_bytes: image.bytes } }
  expect((await t.read([small, large])).status).toBe('complete')
  const id = await t.id('large')
  await t.stopWorker()
  const { body } = await t.put(location, [id])
  const task = await t.api.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task[0] } })
  const part = `${ARTEFACTS}/${image.sha256}.part`
  const written = async () => Number((await printed('stat', '-c', '%s', part)).trim())
  const { url, masterKey } = t.api.database
  await killedWhen({ url, masterKey, leaseMs: 6000, holds: { [task.id]: 'before end put_2' } }, async () => {
    while ((await written()) < 4 << 20) await new Promise((go) => setTimeout(go, 5))
  })
  const there = await written()
  expect(there).toBeLessThan(image.bytes)
  // What is there already is not read again: it would be wrong now.
  t.repository.file('large/image', Buffer.concat([Buffer.alloc(there), content.subarray(there)]))
  t.startWorker()
  expect((await t.ended(body.task[0])).status).toBe('complete')
  const sums = await printed('sha256sum', `${ARTEFACTS}/${image.sha256}`)
  expect(sums.slice(0, 64)).toBe(image.sha256)
  const kernels = [live, small].map(({ kernel }) => kernel as { sha256: string; bytes: number })
  const initrd = live.initrd as { sha256: string; bytes: number }
  const line = ({ sha256, bytes }: { sha256: string; bytes: number }) => `${sha256} ${bytes} 644`
  expect(await files()).toEqual([kernels[0]!, initrd, image].map(line).sort())

  const smallId = await t.id('small')
  await t.ended((await t.put(location, [smallId])).body.task[0])
  expect((await t.ended((await t.take(location, id)).body.task)).status).toBe('complete')
  expect(await files()).toEqual([kernels[1]!, initrd].map(line).sort())
  await ssh.exec(['truncate', '-s', '3', `${ARTEFACTS}/${initrd.sha256}`], { signal: soon() })
  expect((await t.ended((await t.put(location, [smallId])).body.task[0])).status).toBe('complete')
  expect(await files()).toEqual([kernels[1]!, initrd].map(line).sort())
  expect((await t.ended((await t.take(location, smallId)).body.task)).status).toBe('complete')
  expect(await files()).toEqual([])
})
