import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealSoon, startSealing } from '../../../audit/seal.ts'
import { transaction } from '../../../db/transaction.ts'
import type { OperationStatus } from '../../../domain/operation/kinds.ts'
import { bootedFixture } from '../operation/booted-fixture.ts'
import { endOperation } from '../operation/record.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
let stop: () => Promise<void>
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-certificates-'))
beforeAll(async () => {
  t = await bootedFixture()
  stop = startSealing(folder)
})
afterAll(async () => {
  await stop()
  await t.close()
  rmSync(folder, { recursive: true })
})

const drive = (serial: string, ok = true) => ({
  ...{ model: 'PM893', serial, method: 'ata_secure_erase', tried: ['ata_secure_erase'], samples: 256, ok },
  ...{ started: '2026-09-04T02:14:08Z', ended: '2026-09-04T02:15:56Z' },
})
const BOTH = [drive('S64GNN0T912244'), drive('S6BENA0T300190')]

/** A clearing from its job to its end. */
async function cleared(result: object | null, status: OperationStatus = 'ok', data: object = {}) {
  const server = await t.server({ owner_id: t.api.ann.id })
  await t.diagnosed(server, await t.reportOf(server))
  const { id, key } = await t.booted(server, { type: 'clear_hdd', clear_hdd: 'full', ...data })
  await t.desk.hello(key, await t.reportOf(server), t.asking)
  if (result) await t.desk.result(key, result)
  await transaction((work) => endOperation(work, id, status, status === 'ok' ? null : 'It went wrong'))
  await sealSoon()
  const { certificate } = (await t.api.admin.get(`/dci/v3/operation/${id}`)).body
  return { server, operation: id, certificate: certificate as number | null }
}
const get = async (id: number | null, more = '') =>
  (await t.api.admin.get(`/dci/v3/erasure_certificate/${id}${more}`)).body

describe('a certificate', () => {
  it('says what was cleared, where, by whom, and is sealed into the audit chain', async () => {
    const { certificate, operation, server } = await cleared({ ok: true, disks: BOTH })
    const one = await get(certificate)
    expect(one).toMatchObject({
      ...{ number: expect.stringMatching(/^20\d\d-\d{5}$/), operation, result: 'erased', server: { id: server } },
      serials: ['S64GNN0T912244', 'S6BENA0T300190'],
      content: {
        ...{
          result: 'erased',
          reason: null,
          owner: 'ann@example.com',
          started_by: 'admin@example.com',
          live_system: 'Live system 1',
        },
        operation: { id: operation, type: 'clear_hdd', clear_hdd: 'full' },
        server: { serial: '8TN4K23', product: 'PowerEdge R650', platform: 'P' },
        place: { location: 'site', rack: null, unit: null },
      },
    })
    expect(one.content.drives[0]).toMatchObject({
      result: 'erased',
      samples: 256,
      bytes: 3_840_755_982_336,
      method: 'ata_secure_erase',
    })
    const check = await get(certificate, '/check')
    expect(check).toMatchObject({ unchanged: true, faults: [], sealed: true, sha256: one.sha256 })
    const entry = await t.api.database.prisma.audit.findUniqueOrThrow({ where: { id: BigInt(check.entry) } })
    expect(entry.input).toEqual({ number: one.number, sha256: one.sha256 })
  })

  it('is downloaded as the text whose checksum is sealed', async () => {
    const { certificate } = await cleared({ ok: true, disks: BOTH })
    const { body, headers } = await t.api.admin.get(`/dci/v3/erasure_certificate/${certificate}/file`)
    const { sha256, number, content } = await get(certificate)
    expect(createHash('sha256').update(body).digest('hex')).toBe(sha256)
    expect(JSON.parse(body)).toEqual(content)
    expect(headers.get('content-disposition')).toContain(`certificate-${number}.json`)
  })

  it.each([
    [
      'a drive that failed',
      { ok: false, reason: 'not cleared', disks: [drive('S64GNN0T912244'), drive('S6BENA0T300190', false)] },
      'fail',
      'partly',
    ],
    ['a drive that is not named', { ok: true, disks: BOTH.slice(1) }, 'ok', 'partly'],
    ['an end that was not good', { ok: false, disks: BOTH }, 'fail', 'partly'],
    ['no word of drives', { ok: true }, 'ok', 'failed'],
    ['other drives', { ok: true, disks: [drive('OTHER')] }, 'ok', 'failed'],
    ['no result', null, 'cancelled', 'failed'],
  ] as const)('is none of success with %s', async (_, result, status, wanted) => {
    const { certificate } = await cleared(result, status)
    const one = await get(certificate)
    expect(one).toMatchObject({ result: wanted, content: { result: wanted } })
    expect(await get(certificate, '/check')).toMatchObject({ unchanged: true })
  })

  it('is made for diagnostics and installations that clear, and for nothing else', async () => {
    expect((await cleared({ ok: true, disks: BOTH }, 'ok', { type: 'diag' })).certificate).not.toBeNull()
    const some = { type: 'install', clear_hdd: 'simple', disks: ['S6BENA0T300190'] }
    const { certificate } = await cleared({ ok: true, disks: BOTH }, 'ok', some)
    expect((await get(certificate)).serials).toEqual(['S6BENA0T300190'])
    expect(
      (await cleared({ ok: true, disks: BOTH }, 'ok', { type: 'install', clear_hdd: 'none' })).certificate,
    ).toBeNull()
  })

  it('is not made where the work was never given to the machine', async () => {
    const server = await t.server()
    const { id } = await t.booted(server, { type: 'clear_hdd', clear_hdd: 'full' })
    await transaction((work) => endOperation(work, id, 'fail', 'No machine came'))
    expect((await t.api.admin.get(`/dci/v3/operation/${id}`)).body).toMatchObject({ status: 'fail', certificate: null })
  })

  it('is found by server and by drive, by administrators, also when the server is gone', async () => {
    const { certificate, server } = await cleared({ ok: true, disks: BOTH })
    const find = async (where: string) =>
      (await t.api.admin.get(`/dci/v3/erasure_certificate?where=${encodeURIComponent(where)}`)).body.list.map(
        (one: { id: number }) => one.id,
      )
    expect(await find(`server EQ ${server}`)).toEqual([certificate])
    expect(await find("serial EQ 'S6BENA0T300190'")).toContain(certificate)
    expect(await find("serial EQ 'NONE'")).toEqual([])
    expect(await find("serial IN ('NONE','S6BENA0T300190') AND serial CP '%912244'")).toContain(certificate)
    expect(await find("serial NE 'S6BENA0T300190'")).not.toContain(certificate)
    const search = async (words: string) =>
      (await t.api.admin.get(`/dci/v3/erasure_certificate?search=${encodeURIComponent(words)}`)).body.list.map(
        (one: { id: number }) => one.id,
      )
    expect(await search('6bena0t30')).toContain(certificate)
    expect(await search('admin@example.com 20')).toContain(certificate)
    expect(await search('no-such-drive')).toEqual([])
    const listed = (await t.api.admin.get(`/dci/v3/erasure_certificate?where=id EQ ${certificate}`)).body.list
    expect(listed).toMatchObject([
      { type: 'clear_hdd', clear_hdd: 'full', methods: ['ata_secure_erase'], started_by: 'admin@example.com' },
    ])
    expect(await t.api.ann.get('/dci/v3/erasure_certificate')).toMatchObject({ status: 403 })
    await t.api.database.prisma.server.delete({ where: { id: server } })
    expect(await get(certificate)).toMatchObject({ server: { id: server }, server_gone: true })
    expect(await get(certificate, '/check')).toMatchObject({ unchanged: true })
  })
})

describe('a certificate that was tampered with', () => {
  it('can be neither changed nor removed by ordinary means', async () => {
    const { certificate } = await cleared({ ok: false, disks: [] }, 'fail')
    const { pool } = t.api.database
    for (const text of [
      `update erasure_certificate set result = 'erased' where id = ${certificate}`,
      `delete from erasure_certificate where id = ${certificate}`,
      'truncate erasure_certificate',
    ])
      await expect(pool.query(text), text).rejects.toThrow('neither changed nor removed')
  })

  it.each([
    ['its content', `content = jsonb_set(content, '{drives,0,result}', '"erased"')`, ['content']],
    [
      'its content and its checksum',
      `content = jsonb_set(content, '{server,serial}', '"X"'), sha256 = encode(sha256('x'), 'hex')`,
      ['content'],
    ],
    ['what it is found by', `result = 'erased'`, ['columns']],
    ['its drives', `serials = array['OTHER']`, ['columns']],
    ['its checksum', `sha256 = 'x'`, ['columns']],
    ['its shape', `content = '{}'`, ['content']],
  ])('is found out by %s', async (_, change, faults) => {
    const { certificate } = await cleared({ ok: false, disks: [] }, 'fail')
    await behindItsBack('erasure_certificate', `update erasure_certificate set ${change} where id = ${certificate}`)
    expect(await get(certificate, '/check')).toMatchObject({ unchanged: false, faults })
  })

  it('is found out by the audit chain, when its record there was changed, rewritten with all after it, or removed', async () => {
    const { certificate } = await cleared({ ok: false, disks: [] }, 'fail')
    const { entry } = await get(certificate, '/check')
    const { pool } = t.api.database
    const client = await pool.connect()
    const forged = `update audit set input = jsonb_set(input, '{sha256}', '"x"') where id = ${entry}`
    const rehash = `update audit a set hash = audit_hash((select hash from audit where id = ${entry - 1}), a) where id = ${entry}`
    client.release()
    const { rows } = await pool.query('select * from audit where id = $1', [entry])
    await pool.query(forged)
    expect(await get(certificate, '/check')).toMatchObject({ unchanged: false, faults: ['content', 'chain'] })
    await pool.query(rehash)
    expect((await get(certificate, '/check')).faults).toContain('chain')
    await pool.query('update audit set input = $2, hash = $3 where id = $1', [entry, rows[0].input, rows[0].hash])
    expect(await get(certificate, '/check')).toMatchObject({ unchanged: true })
    await pool.query('delete from audit where id = $1', [entry])
    expect(await get(certificate, '/check')).toMatchObject({
      unchanged: false,
      faults: ['entry'],
      entry: null,
      sealed: false,
    })
  })
})

/** As somebody does who owns the database. */
async function behindItsBack(table: string, text: string) {
  const { pool } = t.api.database
  await pool.query(`alter table ${table} disable trigger user`)
  await pool.query(text)
  await pool.query(`alter table ${table} enable trigger user`)
}
