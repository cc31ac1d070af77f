import { describe, expect, it } from 'vitest'
import { onNode } from '../../../../e2e/support/backed-up.ts'
import {
  asContainers,
  backedUpContainers,
  backUp,
  container,
  filesNow,
  filesOf,
  fill,
  restore,
  rowOf,
  t,
} from './containers-fixture.ts'

backedUpContainers()

describe('a container', () => {
  let id: number
  let backup: number

  it('is backed up as a whole, and of the next backup only what has changed is stored', async () => {
    id = await container('first')
    backup = await backUp(id)
    const content = filesOf('then')
    expect(await rowOf(backup)).toMatchObject({
      ...{ state: 'active', metadata: { content: 'archive' }, consistency: 'crash', parent_id: null },
      ...{ full_because: null, read_bytes: BigInt(content.length) },
    })
    await fill(id, filesOf('now, and longer than a block'.repeat(40)))
    const second = await backUp(id)
    const stored = async (backup_id: number) =>
      Number((await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id } })).stored_bytes)
    expect(await stored(second)).toBeLessThan((await stored(backup)) * 0.8)
    expect(await t.database.prisma.disk_tracking.count()).toBe(0)
    expect((await onNode(t, id)).domain?.reading).toBeUndefined()
  })

  it('comes back in place, in a new volume, and the former one is gone', async () => {
    const { domain } = await onNode(t, id)
    await t.done(await restore(id, backup))
    expect((await filesNow(id)).equals(filesOf('then'))).toBe(true)
    const { row, own, domain: now } = await onNode(t, id)
    expect(now).toMatchObject({ state: 'running' })
    expect(now?.spec.disks[0]?.path).not.toBe(domain?.spec.disks[0]?.path)
    expect(own.filter((path) => path.endsWith('.qcow2'))).toEqual([now?.spec.disks[0]?.path])
    expect(row).toMatchObject({ unused_files: [], queue: [], fault: null, state: 'active' })
  })

  it('comes back as another one', async () => {
    const made = await t.done(
      await asContainers(() => t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'other' })),
    )
    expect((await filesNow(made.id)).equals(filesOf('then'))).toBe(true)
    expect(await t.host(made.id)).toMatchObject({ state: 'active', fault: null, name: 'other' })
  })

  it('is refused what is done with disks alone, and a cluster of the other kind', async () => {
    const whole = { status: 400, body: { error: { msg: expect.stringMatching(/as a whole/) } } }
    expect(await t.ann.post(`/vm/v3/backup/${backup}/restore_as_disk`, {})).toMatchObject(whole)
    expect(await t.ann.get(`/vm/v3/backup/${backup}/volume`)).toMatchObject(whole)
    const atOnce = { name: 'soon', at_once: true }
    expect(await asContainers(() => t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, atOnce))).toMatchObject(whole)
    const rehearse = await t.admin.post(`/vm/v3/backup/${backup}/rehearse`, {})
    expect(rehearse).toMatchObject(whole)
    const other = { body: { error: { msg: expect.stringMatching(/is of a container/) } } }
    expect(await t.ann.post(`/vm/v3/host/${id}/restore`, { backup })).toMatchObject(other)
    expect(await t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'vm' })).toMatchObject(other)
  })

  it('keeps its files when the backup cannot be read', async () => {
    const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: backup } })
    await fill(id, filesOf('now'))
    await t.database.prisma.backup_copy.update({ where: { id: copy.id }, data: { digest: Buffer.alloc(32) } })
    const asked = await restore(id, backup)
    expect(await t.ended(asked.body.task)).toMatchObject({ status: 'failed' })
    await t.database.prisma.backup_copy.update({ where: { id: copy.id }, data: { digest: copy.digest } })
    expect((await filesNow(id)).equals(filesOf('now'))).toBe(true)
  })
})
