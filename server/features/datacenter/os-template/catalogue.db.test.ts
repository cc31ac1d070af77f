import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumOf, templateFixture } from '../../../../e2e/support/os-templates.ts'
import { unseal } from '../../../db/secrets.ts'
import { answerFile, bootable, bootScriptFor } from './boot.ts'

let t: Awaited<ReturnType<typeof templateFixture>>
let site: Awaited<ReturnType<typeof t.site>>
beforeAll(async () => {
  t = await templateFixture()
  site = await t.site('Riga')
})
afterAll(() => t.close())

const preseed = `d-i netcfg/get_hostname string {{hostname}}
d-i mirror/http/hostname string {{mirror}}
d-i grub-installer/password password {{grub_password}}
{{#ssh_key}}
d-i preseed/late_command string echo {{ssh_key}} > /target/root/.ssh/authorized_keys
{{/ssh_key}}
`
const debian = (over: object = {}, text = preseed) => ({
  ...t.template('debian', '12.1'),
  type: 'isotemplate',
  answer: { ...t.repository.file('debian/preseed', text), kind: 'preseed' },
  kernel_args: 'auto url={{web}}/x mirror={{mirror}}',
  ram_mib: 512,
  disk_mib: 4096,
  macros: [
    { name: 'mirror', default: 'deb.debian.org', words: 'Mirror' },
    { name: 'grub_password', default: 'factory-5', secret: true },
  ],
  tags: ['linux'],
  ...over,
})
const unlike = { file: 'debian/preseed', sha256: 'a'.repeat(64), bytes: 5, kind: 'preseed' }
const job = {
  ...{
    operation: 7,
    hostname: 'web1',
    password_hash: '$6$x',
    ssh_key: ['ssh-ed25519 AAAA ann'],
    mac: '02:00:00:00:00:01',
  },
  ...{ address: ['2001:db8::5/64', '192.0.2.5/24'], gateway: '192.0.2.1', gateway6: '', nameserver: ['192.0.2.1'] },
  ...{ vlan: '', bond_mac: [], disk: ['S1'], raid: 'no_raid', web: 'http://192.0.2.9:8080' },
  ...{ disk_path: [], answer: '' },
}

describe('templates of a repository', () => {
  it.each([
    ['by a part of their names', 'DEB', ['debian']],
    ['by their versions', '12.1', ['debian']],
    ['by their tags', 'linux', ['debian']],
    ['by words of different fields', 'linux 12 deb', ['debian']],
    ['not by what they have not', 'linux 13', []],
  ])('are found %s', async (_, search, found) => {
    await t.read([debian(), t.template('diag')])
    for (const who of [t.api.admin, t.api.ann]) {
      const { body } = await who.get(`/dci/v3/os_template?search=${encodeURIComponent(search)}`)
      const names = body.list.map(({ name }: { name: string }) => name)
      // Users see what is in a location, which none of these is.
      expect(names).toEqual(who === t.api.admin ? found : [])
    }
  })

  it('are listed with what they are, what they need and where they are', async () => {
    expect((await t.read([debian(), t.template('diag')])).status).toBe('complete')
    const { body } = await t.api.admin.get('/dci/v3/os_template?orderby=name')
    expect(body).toMatchObject({ size: 2, list: [{ name: 'debian' }, { name: 'diag', type: 'diag', answer: null }] })
    expect(body.list[0]).toEqual({
      ...{
        id: expect.any(Number),
        name: 'debian',
        filename: 'debian/kernel-12.1',
        type: 'isotemplate',
        version: '12.1',
      },
      ...{
        arch: 'x86_64',
        firmware: ['bios', 'uefi'],
        ram_mib: 512,
        disk_mib: 4096,
        tags: ['linux'],
        ...{ kind: 'system', answer: 'preseed', image: null, sha256: sumOf('kernel 12.1 of debian') },
      },
      ...{ datetime: expect.stringMatching(/^\d{4}-.*Z$/), status: 'none', macro: {}, locations: [], revision: 1 },
      status_info: { offered: true, locations: 0, faults: 0 },
      macros: [
        { name: 'mirror', default: 'deb.debian.org', words: 'Mirror', secret: false },
        { name: 'grub_password', default: '', words: '', secret: true },
      ],
      size_bytes: Buffer.byteLength('kernel 12.1 of debian') + Buffer.byteLength('initrd that all have'),
      ...{ repository: 'templates', repository_id: t.repositoryId() },
    })
    const repository = await t.api.admin.get(`/vm/v3/repository/${t.repositoryId()}`)
    expect(repository.body).toMatchObject({ state: 'active', os_template_count: 2 })
  })

  it('are seen by users once a location has them, without macros and places', async () => {
    const id = await t.id('diag')
    expect((await t.api.ann.get('/dci/v3/os_template')).body.size).toBe(0)
    expect((await t.api.ann.get(`/dci/v3/os_template/${id}`)).status).toBe(404)
    await t.ended((await t.put(site.id, [id])).body.task[0])
    const { body } = await t.api.ann.get(`/dci/v3/os_template/${id}`)
    expect(body).toMatchObject({
      name: 'diag',
      status: 'installed',
      macro: {},
      macros: [],
      locations: [],
      repository: '',
    })
    for (const where of [`location EQ ${site.id}`, "location.name EQ 'Riga'", "repository EQ 'templates'"]) {
      expect((await t.api.admin.get(`/dci/v3/os_template?where=${encodeURIComponent(where)}`)).status).toBe(200)
      expect((await t.api.ann.get(`/dci/v3/os_template?where=${encodeURIComponent(where)}`)).status).toBe(400)
    }
    for (const call of [
      t.api.ann.post(`/dci/v3/os_template/${id}`, { macro: {} }),
      t.api.ann.post(`/dci/v3/location/${site.id}/os_template`, { os_templates: [id] }),
      t.api.ann.delete(`/dci/v3/location/${site.id}/os_template/${id}`),
    ])
      expect((await call).status).toBe(403)
  })

  it.each([
    ['a macro that is not known', () => debian({}, 'd-i a/b string {{mirrow}}'), /debian of .* macro mirrow is not/],
    ['a macro within quotes', () => debian({}, "d-i a/late_command string sh '{{mirror}}'"), /within quotes/],
    ['a secret for all to read', () => debian({ kernel_args: 'x={{grub_password}}' }), /grub_password is a secret/],
    ['a hash for all to read', () => debian({ kernel_args: 'x={{password_hash}}' }), /password_hash is a secret/],
    ['another answer file', () => debian({ answer: unlike }), /not the one that the index states/],
    ['no path of a file', () => debian({ kernel: { ...unlike, file: '../kernel' } }), /a path below/],
    ['a name that is there twice', () => t.template('diag'), /names diag twice/],
  ])('are refused with %s, and what was known stays', async (_, template, words) => {
    const task = await t.read([template(), t.template('diag')])
    expect(task).toMatchObject({ status: 'failed', error: expect.stringMatching(words) })
    expect((await t.api.admin.get('/dci/v3/os_template')).body.size).toBe(2)
  })

  it('leave when their repository has them no more, unless a location has them', async () => {
    await t.read([debian()])
    const diag = (await t.api.admin.get(`/dci/v3/os_template/${await t.id('diag')}`)).body
    expect(diag).toMatchObject({ status: 'installed', status_info: { offered: false, locations: 1 } })
    expect(await t.refused(t.put(site.id, [diag.id]), 400)).toContain('offers it no more')
    expect(await t.refused(t.api.admin.delete(`/vm/v3/repository/${t.repositoryId()}`), 409)).toBe(
      'Locations have 1 OS templates of this repository, of them diag: remove them there first',
    )
    await t.ended((await t.take(site.id, diag.id)).body.task)
    expect((await t.api.admin.get(`/dci/v3/os_template/${diag.id}`)).status).toBe(404)
    expect(site.names()).toEqual([])
    expect((await t.read([debian(), t.template('diag')])).status).toBe('complete')
  })
})

describe('macros', () => {
  const edit = (id: number, macro: object) => t.api.admin.post(`/dci/v3/os_template/${id}`, { macro })
  const macroOf = async (id: number) => (await t.api.admin.get(`/dci/v3/os_template/${id}`)).body.macro

  it('are redefined one by one, and secret ones are in no answer, record or change', async () => {
    const id = await t.id('debian')
    await t.made(edit(id, { mirror: 'mirror.example', grub_password: 'sesame-42' }))
    expect(await macroOf(id)).toEqual({ mirror: 'mirror.example', grub_password: '' })
    // As a form sends back what it was shown.
    await t.made(edit(id, { grub_password: '' }))
    const row = await t.api.database.prisma.os_template.findUniqueOrThrow({ where: { id } })
    expect(JSON.parse(unseal(row.macro_secrets ?? '', { table: 'os_template', id, column: 'macro_secrets' }))).toEqual({
      grub_password: 'sesame-42',
    })
    for (const table of ['os_template', 'os_template_location', 'audit', 'change', 'task', 'task_step']) {
      const { rows } = await t.api.database.pool.query(`select * from ${table}`)
      expect(JSON.stringify(rows), table).not.toContain('sesame-42')
    }
    await t.made(edit(id, { mirror: null }))
    expect(await macroOf(id)).toEqual({ grub_password: '' })
    await t.made(t.api.admin.post(`/dci/v3/os_template/${id}`, {}))
    expect(await macroOf(id)).toEqual({ grub_password: '' })
  })

  it('that the template does not have, or that no text can hold, are refused', async () => {
    const id = await t.id('debian')
    expect(await t.refused(edit(id, { mirrow: 'x' }), 400)).toBe('macro mirrow: the template has no such macro')
    expect(await t.refused(edit(id, { __proto__: null, toString: 'x' }), 400)).toContain('no such macro')
    expect(await t.refused(edit(id, { mirror: 'a\0b' }), 400)).toContain('must not contain the character NUL')
    expect(await t.refused(edit(id, { mirror: 'x'.repeat(4097) }), 400)).toContain('at most 4096 characters')
    expect(await t.refused(edit(999_999, {}), 404)).toContain('OS template 999999 does not exist')
    const stale = t.api.admin.post(`/dci/v3/os_template/${id}`, {}, { headers: { 'if-match': '"1"' } })
    expect(await t.refused(stale, 409)).toContain('changed meanwhile')
  })

  it('that cannot stand where the template has them are refused beside their field, and nothing is kept', async () => {
    const id = await t.id('debian')
    const answer = await edit(id, { grub_password: 'sesame-43', mirror: 'a && reboot' })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { value: 'macro.mirror', msg: expect.stringContaining('mirror cannot stand in the arguments') } },
    })
    expect(await t.refused(edit(id, { grub_password: 'two\nlines' }), 400)).toContain('must be one line')
    expect(await t.refused(edit(id, { mirror: 'x'.repeat(2000) }), 400)).toContain(
      'arguments of the kernel are too long',
    )
    expect(await macroOf(id)).toEqual({ grub_password: '' })
  })

  it('are seen filled in beforehand, without secrets, and nothing is kept', async () => {
    const id = await t.id('debian')
    const path = `/dci/v3/os_template/${id}/preview`
    const { body } = await t.api.admin.post(path, { macro: { mirror: 'mirror.example', grub_password: 'sesame-44' } })
    expect(body.kernel_args).toBe('auto url=http://192.0.2.2:8080/x mirror=mirror.example')
    expect(body.answer).toContain('string mirror.example')
    expect(body.answer).toContain('password ********')
    expect((await t.api.admin.post(path, {})).body.answer).not.toContain('sesame')
    expect((await t.api.admin.post(path, { macro: { mirror: 'a && b' } })).body.error.value).toBe('macro.mirror')
    expect(await t.refused(t.api.admin.post('/dci/v3/os_template/999999/preview', {}), 404)).toContain('does not exist')
    expect((await t.api.ann.post(path, {})).status).toBe(403)
    expect((await t.api.admin.post(`/dci/v3/os_template/${await t.id('diag')}/preview`, {})).body.answer).toBeNull()
    expect(await macroOf(id)).toEqual({ grub_password: '' })
  })

  it('fill in what a server boots and is told, as the location has it', async () => {
    const id = await t.id('debian')
    await expect(bootable(site.id, id)).rejects.toThrow('put it there first')
    await t.ended((await t.put(site.id, [id])).body.task[0])
    await t.made(edit(id, { mirror: 'mirror.example' }))
    const boot = await bootable(site.id, id)
    expect(answerFile(boot, job)).toBe(`d-i netcfg/get_hostname string web1
d-i mirror/http/hostname string mirror.example
d-i grub-installer/password password sesame-42

d-i preseed/late_command string echo 'ssh-ed25519 AAAA ann' > /target/root/.ssh/authorized_keys

`)
    const { kernel, initrd } = boot.content
    expect(bootScriptFor(boot, 'A'.repeat(43), job).split('\n')).toEqual([
      '#!ipxe',
      `kernel http://192.0.2.9:8080/a/${kernel?.sha256} initrd=session initrd=live console=ttyS0,115200 BOOTIF=01-$${'{mac:hexhyp}'} quiet auto url=http://192.0.2.9:8080/x mirror=mirror.example`,
      `initrd --name live http://192.0.2.9:8080/a/${initrd?.sha256}`,
      `initrd --name session http://192.0.2.9:8080/boot/${'A'.repeat(43)}/session`,
      'boot',
      '',
    ])
    expect(site.names()).toEqual([kernel?.sha256, initrd?.sha256].sort())
    // As it was before a template had the macro there.
    await t.api.database.prisma.os_template.update({
      where: { id },
      data: { macro: { mirror: 'a && reboot', grub_password: '' } },
    })
    const hostile = await bootable(site.id, id)
    expect(() => bootScriptFor(hostile, 'A'.repeat(43), job)).toThrow(/mirror cannot stand in the arguments/)
    expect(answerFile(hostile, job)).toContain('string a && reboot\n')
  })

  it('that become secret are shown no more, and stay so', async () => {
    const id = await t.id('debian')
    const macros = (secret: boolean) => [
      { name: 'mirror', secret },
      { name: 'grub_password', secret: true },
    ]
    await t.read([debian({ macros: macros(true), kernel_args: '' })])
    expect(await macroOf(id)).toEqual({ mirror: '', grub_password: '' })
    await t.read([debian({ macros: macros(false), kernel_args: '' })])
    expect(await macroOf(id)).toEqual({ mirror: '', grub_password: '' })
    expect((await bootable(site.id, id)).macros).toEqual({ mirror: 'a && reboot', grub_password: 'sesame-42' })
  })
})
