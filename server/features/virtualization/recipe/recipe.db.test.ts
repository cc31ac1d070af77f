import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { installationRoot } from '../../../root.ts'
import { shipRecipes } from './ship.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const GREET = {
  name: 'Greet',
  script: '#!/bin/sh\nset -eu\necho "hello $WHO"\n',
  params: [{ name: 'WHO', required: true }],
}
const make = async (body: object, who = t.ann): Promise<number> => {
  const answer = await who.post('/vm/v3/recipe', body)
  expect(answer.body).toEqual({ id: expect.any(Number) })
  return answer.body.id
}

describe('a script', () => {
  it('is added, read, changed and deleted by its owner', async () => {
    const id = await make(GREET)
    expect((await t.ann.get(`/vm/v3/recipe/${id}`)).body).toMatchObject({
      ...GREET,
      type: 'shell',
      state: 'active',
      access: 'owner',
      params_count: 1,
      from_repository: false,
      repository: null,
      params: [{ name: 'WHO', description: '', required: true, type: 'input', select_values: [] }],
    })
    expect((await t.ann.post(`/vm/v3/recipe/${id}`, { description: 'says hello' })).status).toBe(200)
    expect((await t.ann.get(`/vm/v3/recipe/${id}/params`)).body).toMatchObject({ size: 1, list: [{ name: 'WHO' }] })
    expect((await t.ann.delete(`/vm/v3/recipe/${id}`)).body).toEqual({ id, deleted: [{ id }] })
    expect((await t.ann.get(`/vm/v3/recipe/${id}`)).status).toBe(404)
  })

  it('of another account does not exist, unless it is for all', async () => {
    const own = await make(GREET)
    const common = await make({ ...GREET, name: 'Common', for_all: true }, t.admin)
    const hidden = await make({ ...GREET, name: 'Hidden', for_all: true, user_visible: false }, t.admin)
    const seen = (await t.bob.get('/vm/v3/recipe')).body.list.map((row: { id: number }) => row.id)
    expect([own, common, hidden].map((id) => seen.includes(id))).toEqual([false, true, false])
    expect((await t.bob.get(`/vm/v3/recipe/${own}`)).status).toBe(404)
    expect((await t.bob.post(`/vm/v3/recipe/${own}`, { name: 'x' })).status).toBe(404)
    expect((await t.bob.get(`/vm/v3/recipe/${hidden}`)).status).toBe(404)
    expect((await t.bob.post(`/vm/v3/recipe/${common}`, { name: 'x' })).status).toBe(403)
    expect(await t.bob.post('/vm/v3/recipe', { ...GREET, for_all: true })).toMatchObject({
      status: 403,
      body: { error: { value: 'for_all' } },
    })
  })

  it.each([
    ['an empty text', { script: ' ' }],
    ['a name that the shell uses', { params: [{ name: 'LD_PRELOAD' }] }],
    ['a choice without values', { params: [{ name: 'A', type: 'select' }] }],
    ['two parameters of one name', { params: [{ name: 'A' }, { name: 'A' }] }],
    ['a filter by something else', { script_filter: [{ entity: 'colour', expression: 'red' }] }],
    ['a mark of repositories', { from_repository: true }],
  ])('is refused with %s', async (_, body) => {
    expect((await t.ann.post('/vm/v3/recipe', { ...GREET, ...body })).status).toBe(400)
  })

  it('of a repository is stored, renewed and removed with it, and is not edited', async () => {
    const { id: repository_id } = await t.database.prisma.repository.create({
      data: { name: 'own', url: 'file:///own' },
    })
    const save = (recipes: object[]) => t.admin.post('/vm/v3/recipe/save', { repository_id, recipes })
    const listed = async () =>
      (await t.ann.get(`/vm/v3/recipe?where=repository EQ 'own'`)).body.list as { id: number; name: string }[]
    expect((await save([GREET, { ...GREET, name: 'Other' }])).body).toEqual({ id: repository_id })
    expect((await listed()).map(({ name }) => name)).toEqual(['Greet', 'Other'])
    const { id } = (await listed())[0]!
    expect((await t.admin.post(`/vm/v3/recipe/${id}`, { script: 'echo other' })).status).toBe(400)
    expect((await t.admin.post(`/vm/v3/recipe/${id}`, { state: 'disabled' })).status).toBe(200)
    await save([{ ...GREET, script: 'echo new' }])
    expect(await listed()).toMatchObject([{ id, name: 'Greet', from_repository: true, state: 'disabled' }])
    expect((await t.ann.get(`/vm/v3/recipe/${id}`)).body.script).toBe('echo new')
  })

  it('comes from a repository with an index, follows it when it is read again, and goes with it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'scripts-'))
    const offer = (recipes: object[]) =>
      writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, recipes }))
    writeFileSync(path.join(folder, 'greet.sh'), GREET.script)
    const { script: _, ...rest } = GREET
    offer([
      { ...rest, file: 'greet.sh' },
      { ...GREET, name: 'Other' },
    ])
    const added = await t.admin.post('/vm/v3/repository', { name: 'indexed', url: folder })
    const { id } = added.body
    expect(await t.ended(added.body.tasks[0])).toMatchObject({ status: 'complete' })
    const listed = async () => (await t.ann.get(`/vm/v3/recipe?where=repository EQ 'indexed'&orderby=name`)).body.list
    const [greet, other] = await listed()
    expect([greet.name, other.name]).toEqual(['Greet', 'Other'])
    expect((await t.ann.get(`/vm/v3/recipe/${greet.id}`)).body).toMatchObject({ script: GREET.script, params_count: 1 })
    expect((await t.admin.get(`/vm/v3/repository/${id}`)).body).toMatchObject({ os_count: 0, recipe_count: 2 })
    const again = async () => {
      const { body } = await t.admin.post(`/vm/v3/repository/${id}`, { name: 'indexed', url: folder })
      return t.ended(body.task)
    }
    writeFileSync(path.join(folder, 'greet.sh'), 'echo newer\n')
    offer([{ ...rest, file: 'greet.sh' }])
    expect(await again()).toMatchObject({ status: 'complete' })
    expect(await listed()).toMatchObject([{ id: greet.id, version: greet.version + 1 }])
    expect((await t.ann.get(`/vm/v3/recipe/${greet.id}`)).body.script).toBe('echo newer\n')
    // What cannot be read changes nothing.
    offer([{ ...rest, file: 'absent.sh' }])
    expect(await again()).toMatchObject({ status: 'failed' })
    expect((await t.admin.get(`/vm/v3/repository/${id}`)).body).toMatchObject({
      state: 'unavailable',
      fault: expect.stringMatching(/absent.sh/),
    })
    expect(await listed()).toHaveLength(1)
    expect((await t.admin.delete(`/vm/v3/repository/${id}`)).status).toBe(200)
    expect((await t.ann.get(`/vm/v3/recipe/${greet.id}`)).status).toBe(404)
    rmSync(folder, { recursive: true })
  })

  it('is shipped ten times with the panel, and stays as it is at the next start', async () => {
    await shipRecipes(installationRoot())
    const shipped = async () => (await t.ann.get(`/vm/v3/recipe?where=repository EQ 'Datahall'`)).body
    const before = await shipped()
    expect(before).toMatchObject({ size: 10 })
    await shipRecipes(installationRoot())
    expect((await shipped()).list).toEqual(before.list)
    expect((await t.admin.delete(`/vm/v3/recipe/${before.list[0].id}`)).status).toBe(400)
  })
})
