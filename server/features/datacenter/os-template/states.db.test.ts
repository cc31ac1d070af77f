import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumOf, templateFixture } from '../../../../e2e/support/os-templates.ts'
import { ARTEFACTS } from '../../../drivers/control-host/boot/places.ts'

let t: Awaited<ReturnType<typeof templateFixture>>
let site: Awaited<ReturnType<typeof t.site>>
beforeAll(async () => {
  t = await templateFixture()
  site = await t.site('Oslo')
  await t.read([t.template('a'), t.template('b')])
})
afterAll(() => t.close())

const initrd = sumOf('initrd that all have')
const kernel = (name: string, version = '1') => sumOf(`kernel ${version} of ${name}`)
const done = async (answer: Promise<{ status: number; body: { task: number[] } }>) => {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: 200 })
  return Promise.all([body.task].flat().map((task) => t.ended(task)))
}

describe('templates in a location', () => {
  it('are brought there, and their files are there', async () => {
    const [a, b] = [await t.id('a'), await t.id('b')]
    const tasks = await done(t.put(site.id, [b, a, b]))
    expect(tasks.map(({ name, registry_id, status }) => [name, registry_id, status])).toEqual([
      ['os_template_install', b, 'complete'],
      ['os_template_install', a, 'complete'],
    ])
    expect(site.names()).toEqual([initrd, kernel('a'), kernel('b')].sort())
    expect(await t.at(a, site.id)).toEqual({
      ...{ location: site.id, name: 'Oslo', status: 'ok', datetime: expect.stringMatching(/Z$/) },
      status_info: { version: '1', fault: null, last_task: tasks[1]?.consul_id },
    })
    const { body } = await t.api.admin.get(`/dci/v3/os_template?where=location.status EQ ok and status EQ installed`)
    expect(body.size).toBe(2)
  })

  it('need an update when their repository has a newer one, and lose the files of the older', async () => {
    const a = await t.id('a')
    await t.read([t.template('a', '2'), t.template('b')])
    expect(await t.at(a, site.id)).toMatchObject({ status: 'need_update', status_info: { version: '1' } })
    expect(await t.at(await t.id('b'), site.id)).toMatchObject({ status: 'ok' })
    await t.read([t.template('a', '1'), t.template('b')])
    expect(await t.at(a, site.id)).toMatchObject({ status: 'ok' })
    await t.read([t.template('a', '2'), t.template('b')])
    await done(t.put(site.id, [a]))
    expect(await t.at(a, site.id)).toMatchObject({ status: 'ok', status_info: { version: '2' } })
    expect(site.names()).toEqual([initrd, kernel('a', '2'), kernel('b')].sort())
  })

  it('need one as well when it came while they were brought', async () => {
    const a = await t.id('a')
    await t.stopWorker()
    const { body } = await t.put(site.id, [a])
    const { prisma } = t.api.database
    const row = await prisma.os_template.findUniqueOrThrow({ where: { id: a } })
    const content = { ...(row.content as object), version: '3' }
    await prisma.os_template.update({ where: { id: a }, data: { version: '3', content } })
    t.startWorker()
    expect((await t.ended(body.task[0])).status).toBe('complete')
    expect(await t.at(a, site.id)).toMatchObject({ status: 'need_update', status_info: { version: '2' } })
    await t.read([t.template('a', '2'), t.template('b')])
    expect(await t.at(a, site.id)).toMatchObject({ status: 'ok' })
  })

  it('are mended by bringing them again', async () => {
    const path = `${ARTEFACTS}/${kernel('b')}`
    site.tree.files.set(path, { data: Buffer.from('changed by hand'), modified: 0 })
    await done(t.put(site.id, [await t.id('b')]))
    expect(site.tree.files.get(path)?.data.toString()).toBe('kernel 1 of b')
  })

  it('fail in words, keep what is there, and are brought once the cause is gone', async () => {
    const a = await t.id('a')
    const next = t.template('a', '4')
    await t.read([next, t.template('b')])
    t.repository.file('a/kernel-4', 'something else!!')
    expect((await done(t.put(site.id, [a])))[0]?.status).toBe('failed')
    expect(await t.at(a, site.id)).toMatchObject({
      status: 'fail',
      status_info: {
        version: '2',
        fault: expect.stringMatching(/ended after 16 of 15 bytes|larger than|sum of a file/),
      },
    })
    expect(site.names()).toContain(kernel('a', '2'))
    expect((await t.api.admin.get(`/dci/v3/os_template/${a}`)).body).toMatchObject({
      status: 'installed',
      status_info: { faults: 1 },
    })
    t.template('a', '4')
    await done(t.put(site.id, [a]))
    expect(await t.at(a, site.id)).toMatchObject({ status: 'ok', status_info: { version: '4', fault: null } })
    expect(site.names()).toEqual([initrd, kernel('a', '4'), kernel('b')].sort())
  })

  it('are removed with the files that no other has', async () => {
    const [a, b] = [await t.id('a'), await t.id('b')]
    await done(t.take(site.id, a) as never)
    expect(await t.at(a, site.id)).toBeUndefined()
    expect(site.names()).toEqual([initrd, kernel('b')].sort())
    expect(await t.refused(t.take(site.id, a), 409)).toBe('The OS template a is not in Oslo')
    await done(t.take(site.id, b) as never)
    expect(site.names()).toEqual([])
  })

  it('that could not be removed say why, and can be again', async () => {
    const b = await t.id('b')
    await done(t.put(site.id, [b]))
    site.tree.readOnly = true
    expect((await done(t.take(site.id, b) as never))[0]?.status).toBe('failed')
    expect(await t.at(b, site.id)).toMatchObject({
      status: 'fail',
      status_info: { version: null, fault: expect.stringContaining('control host does not take files') },
    })
    expect((await t.api.admin.get(`/dci/v3/os_template/${b}`)).body.status).toBe('none')
    site.tree.readOnly = false
    await done(t.take(site.id, b) as never)
    expect(site.names()).toEqual([])
  })

  it('that are none, or places that are none, are refused', async () => {
    const a = await t.id('a')
    expect(await t.refused(t.put(999_999, [a]), 404)).toBe('Location 999999 does not exist')
    expect(await t.refused(t.put(site.id, [a, 999_999]), 400)).toBe('OS template 999999 does not exist')
    expect((await t.put(site.id, [])).body).toEqual({ task: [] })
    const many = Array.from({ length: 201 }, () => a)
    expect(await t.refused(t.put(site.id, many), 400)).toContain('at most 200 templates')
    expect(await t.refused(t.take(site.id, 999_999), 404)).toBe('OS template 999999 does not exist')
    expect(await t.refused(t.take(999_999, a), 404)).toBe('Location 999999 does not exist')
    // All or none.
    expect(await t.at(a, site.id)).toBeUndefined()
  })

  it('are forgotten with a location that is removed, also while they are brought there', async () => {
    const other = await t.site('Bergen')
    const a = await t.id('a')
    await t.stopWorker()
    const { body } = await t.put(other.id, [a])
    await t.made(t.api.admin.delete(`/dci/v3/location/${other.id}?force=true`))
    t.startWorker()
    expect(await t.ended(body.task[0])).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('removed meanwhile'),
    })
    expect((await t.api.admin.get(`/dci/v3/os_template/${a}`)).body.locations).toEqual([])
  })
})

describe('who asks at the same moment', () => {
  it('to bring a template has one task for it', async () => {
    const b = await t.id('b')
    const answers = await Promise.all(Array.from({ length: 6 }, () => t.put(site.id, [b])))
    expect(new Set(answers.map(({ body }) => body.task[0])).size).toBe(1)
    await t.ended(answers[0]?.body.task[0])
    expect(await t.api.database.prisma.task.count({ where: { name: 'os_template_install', status: 'running' } })).toBe(
      0,
    )
  })

  it('to remove it has one task as well, and either one goes first', async () => {
    const b = await t.id('b')
    for (let n = 0; n < 6; n++) {
      const answers = await Promise.all([
        t.take(site.id, b),
        t.put(site.id, [b]),
        t.take(site.id, b),
        t.put(site.id, [b]),
      ])
      for (const { status, body } of answers) {
        expect([200, 409]).toContain(status)
        for (const task of [body.task ?? []].flat()) expect((await t.ended(task)).status).toBe('complete')
      }
      const at = await t.at(b, site.id)
      expect(site.names()).toEqual(at ? [initrd, kernel('b')].sort() : [])
      expect(at?.status ?? 'ok').toBe('ok')
      if (!at) await done(t.put(site.id, [b]))
    }
  })

  it('for templates that have files in common leaves each of them whole', async () => {
    const [a, b] = [await t.id('a'), await t.id('b')]
    for (let n = 0; n < 6; n++) {
      const [taken, brought] = await Promise.all([t.take(site.id, n % 2 ? a : b), t.put(site.id, [n % 2 ? b : a])])
      expect([taken.status, brought.status]).toEqual([200, 200])
      for (const task of [taken.body.task, ...brought.body.task]) expect((await t.ended(task)).status).toBe('complete')
      expect(site.names()).toEqual([initrd, n % 2 ? kernel('b') : kernel('a', '4')].sort())
    }
  })
})
