import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unseal } from '../../../db/secrets.ts'
import { datacenterFixture } from '../fixture.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
beforeAll(async () => {
  dc = await datacenterFixture()
})
afterAll(() => dc.close())

const riga = { name: 'Riga', ssh_address: '192.0.2.7', ssh_port: 22, ssh_user: 'root' }

describe('locations', () => {
  it('keep the password of their control host to themselves', async () => {
    const id = await dc.made(
      dc.api.admin.post('/dci/v3/location', { ...riga, geolocation: 'Riga 1', password: 'sesame-7' }),
    )
    const answer = await dc.api.admin.get(`/dci/v3/location/${id}`)
    expect(answer.body).toMatchObject({ ...riga, geolocation: 'Riga 1', status: 'created', userspace: 1 })
    expect(JSON.stringify(answer.body)).not.toContain('sesame')
    const row = await dc.api.database.prisma.location.findUniqueOrThrow({ where: { id } })
    expect(row.ssh_password).not.toContain('sesame')
    expect(unseal(row.ssh_password ?? '', { table: 'location', id, column: 'ssh_password' })).toBe('sesame-7')
    const audit = await dc.api.database.pool.query('select * from audit where entity_id = $1', [id])
    expect(JSON.stringify(audit.rows)).not.toContain('sesame')
  })

  it('go back to the check, and forget the host key, when another host is named', async () => {
    const id = await dc.addLocation('Oslo')
    const { prisma } = dc.api.database
    await prisma.location.update({ where: { id }, data: { status: 'ok', host_key: 'SHA256:x' } })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { name: 'Oslo 2' }))
    expect(await prisma.location.findUnique({ where: { id } })).toMatchObject({ status: 'ok', host_key: 'SHA256:x' })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { ssh_address: '192.0.2.8' }))
    expect(await prisma.location.findUnique({ where: { id } })).toMatchObject({ status: 'created', host_key: null })
  })

  it('stay while racks belong to them', async () => {
    const id = await dc.addLocation('Bergen')
    const rack = await dc.made(dc.api.admin.post(`/dci/v3/location/${id}/rack`, { name: 'B1', size: 42 }))
    expect(await dc.refused(dc.api.admin.delete(`/dci/v3/location/${id}`), 409)).toBe(
      'Location Bergen is in use by 1 rack (B1)',
    )
    await dc.made(dc.api.admin.delete(`/dci/v3/rack/${rack}`))
    await dc.made(dc.api.admin.delete(`/dci/v3/location/${id}`))
    expect((await dc.api.admin.get(`/dci/v3/location/${id}`)).status).toBe(404)
  })
})
