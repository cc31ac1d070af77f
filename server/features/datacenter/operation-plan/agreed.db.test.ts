import { describe, expect, it } from 'vitest'
import { begun, diagnose, inState, install, made, onPlans, post, shown, t, wipe } from './plans-fixture.ts'

onPlans()

describe('what is shown beforehand', () => {
  it('is what happens: who is refused and why, and which disks are written', async () => {
    const { prisma } = t.api.database
    const set = (data: object) => async (id: number) => void (await prisma.server.update({ where: { id }, data }))
    const cases: ((id: number) => Promise<void>)[] = [
      async () => {},
      set({ is_protected: true }),
      set({ power_action: 'power_on' }),
      set({ location_id: t.location }),
      set({ settings: { efi: false } }),
      async (id) => void (await prisma.server_mac.deleteMany({ where: { server_id: id } })),
      async (id) => void (await prisma.hardware_report.deleteMany({ where: { server_id: id } })),
      async (id) =>
        void (await prisma.$executeRaw`update hardware_report set report = jsonb_set(report, '{disks,1,bytes}', '1') where server_id = ${id}`),
    ]
    const servers: number[] = []
    for (const change of cases) {
      const id = await t.known()
      await change(id)
      servers.push(id)
    }
    for (const body of [shown(install(servers, { hdd_raid: 'raid_1' })), wipe(servers)]) {
      const preview = await post('/preview', body)
      expect(preview.status).toBe(200)
      const foreseen = preview.body.servers.map(
        ({ refused, disks }: { refused: object | null; disks: { id: string }[] | null }) => ({
          refused,
          disks: disks?.map(({ id }) => id) ?? [],
        }),
      )
      expect(foreseen.filter(({ refused }: { refused: unknown }) => !refused)).toHaveLength(preview.body.go)
      const whole = body.type === 'install' ? { ...body, password: 'let-me-in' } : body
      const { id } = await made({ ...whole, seen: preview.body.seen, limit_per_location: 40 })
      await begun(id, preview.body.go)
      const rows = await t.rows(id)
      expect(rows.map(({ code, reason, disks }) => ({ refused: code && { code, reason }, disks }))).toEqual(foreseen)
      for (const { state, operation_id } of rows) expect(state).toBe(operation_id ? 'running' : 'refused')
      const operations = await prisma.operation.findMany({
        where: { id: { in: rows.flatMap((row) => row.operation_id ?? []) } },
      })
      for (const row of operations) expect(row.disks).toEqual(rows.find((one) => one.operation_id === row.id)?.disks)
      await t.end(id, 'finish')
      await inState(id, 'ended')
    }
  })

  it('says how long it takes by what it took lately, and in which order', async () => {
    const servers = await t.many(3)
    const { prisma } = t.api.database
    const at = new Date(0)
    const did = { server_id: servers[0] as number, location_id: t.site, auth_id: 'a', mac: '', deadline_at: at }
    const { id } = await prisma.operation.create({
      data: { ...did, type: 'clear_hdd', clear_hdd: 'full', status: 'ok' },
    })
    await prisma.operation_step.create({
      data: { operation_id: id, position: 1, name: 'wipe', started_at: at, ended_at: new Date(300_000) },
    })
    const { body } = await post(
      '/preview',
      wipe(servers, { clear_hdd: 'full', limit_per_location: 2, stagger_seconds: 10 }),
    )
    expect(body.servers.map(({ start, end }: { start: number; end: number }) => [start, end])).toEqual([
      [0, 300],
      [10, 310],
      [300, 600],
    ])
    expect(body).toMatchObject({
      seconds: 600,
      go: 3,
      servers: [{ seconds: 300, serial: expect.stringMatching(/^SN-/) }, {}, {}],
    })
    expect((await post('/preview', wipe(servers))).body).toMatchObject({
      seconds: null,
      servers: [{ seconds: null }, {}, {}],
    })
  })

  it('cannot be agreed to any more when other disks would be written', async () => {
    const [server = 0] = await t.many(1)
    const { seen } = (await post('/preview', wipe([server]))).body
    await t.api.database.prisma
      .$executeRaw`update hardware_report set report = jsonb_set(report, '{disks,0,serial}', '"OTHER"') where server_id = ${server}`
    expect(await post('', wipe([server], { seen }))).toMatchObject({ status: 409, body: { error: { value: 'seen' } } })
    expect(await t.api.database.prisma.operation_plan_server.count({ where: { server_id: server } })).toBe(0)
  })
})

describe('who may', () => {
  it('plan is decided by each server, as for one operation', async () => {
    const own = await t.known({ owner_id: t.api.ann.id })
    const other = await t.known()
    expect(await post('/preview', shown(install([own, other])), t.api.ann)).toMatchObject({ status: 400 })
    expect(await post('', install([own, other]), t.api.ann)).toMatchObject({ status: 400 })
    expect(await post('', wipe([own]), t.api.ann)).toMatchObject({ status: 403 })
    expect(await post('', diagnose([own]), t.api.ann)).toMatchObject({ status: 403 })
    const { body } = await post('', install([own]), t.api.ann)
    await begun(body.id, 1)
    for (const [who, status] of [
      [t.api.ann, 200],
      [t.api.bob, 404],
    ] as const) {
      expect((await who.get(`/dci/v3/operation_plan/${body.id}`)).status).toBe(status)
      expect((await who.get(`/dci/v3/operation_plan/${body.id}/server`)).status).toBe(status)
    }
    for (const what of ['stop', 'retry', 'resume'])
      expect((await post(`/${body.id}/${what}`, {}, t.api.bob)).status).toBe(404)
    await t.end(body.id, 'finish')
    await inState(body.id, 'ended')
  })

  it('go on is looked at again at each turn', async () => {
    const servers = await t.many(2, { owner_id: t.api.ann.id })
    const { body } = await post('', install(servers, { limit_per_location: 1 }), t.api.ann)
    await begun(body.id, 1)
    await t.api.database.prisma.server.update({ where: { id: servers[1] as number }, data: { owner_id: t.api.bob.id } })
    await t.end(body.id, 'finish')
    await inState(body.id, 'ended')
    expect(await t.states(body.id)).toEqual(['ok', 'refused'])
  })

  it.each<[string, object, number]>([
    ['a server that is not there', { servers: [2_000_000_000] }, 400],
    ['a number that is too large', { servers: [3_000_000_000] }, 400],
    ['a test under load for an installation', { load: ['cpu'] }, 400],
    ['text for a number', { servers: ["1' or 1=1"] }, 400],
    ['no server', { servers: [] }, 400],
    ['a template that is not there', { os_template_id: 2_000_000_000 }, 400],
    ['more at once than may be', { limit_per_location: 41 }, 400],
  ])('name %s is refused', async (_, more, status) => {
    const [server = 0] = await t.many(1)
    for (const to of ['', '/preview']) {
      const body = install([server], more)
      expect((await post(to, to === '' ? body : shown(body))).status).toBe(status)
    }
  })
})
