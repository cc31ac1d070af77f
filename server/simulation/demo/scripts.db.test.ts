import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../e2e/support/dummy-cluster.ts'
import { soon } from '../../shared/testing/soon.ts'
import { frontDoor } from './front-door.ts'
import { demoLimited, demoScript, demoScripted, demoVariables } from './plan/scripts.ts'
import { limitOwner, makeScripts } from './scripts.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let host: number
let cluster: number
const make = async () => makeScripts(await frontDoor(t.admin.id), cluster, soon())
const listed = async (path: string) => (await t.admin.get(`/vm/v3/${path}`)).body.list

beforeAll(async () => {
  t = await testCluster()
  const { id } = await t.done(await t.create({ name: demoScripted }))
  host = id
  cluster = (await t.host(id)).cluster.id
  await make()
})
afterAll(() => t.close())

it('has a script and variables of an owner, and runs with their output, once', async () => {
  await make()
  const [script, ...others] = await listed(`recipe?where=account.email EQ '${t.ann.email}'`)
  expect([script.name, script.params_count, others]).toEqual([demoScript.name, 2, []])
  const variables = await listed('script_variable?orderby=name')
  expect(variables.map((one: { name: string; value: string }) => [one.name, one.value])).toEqual([
    [demoVariables[0]?.name, demoVariables[0]?.value],
    [demoVariables[1]?.name, ''],
  ])
  const runs = await listed(`host/${host}/history?where=name EQ 'host_recipe'&orderby=id`)
  expect(runs.map((run: { state: string; params: object }) => [run.state, run.params])).toEqual([
    ['failed', {}],
    ['complete', { recipe: script.id, recipe_name: demoScript.name }],
  ])
  const { log } = (await t.admin.get(`/vm/v3/task/${runs[1].task}`)).body
  expect(log.text).toContain('Fetching shop 2.4.1 (stable) from mirror.shop.example')
})

it('leaves no problem behind', async () => {
  expect(await t.host(host)).toMatchObject({ state: 'active', fault: null })
})

it('goes with its owner and its VM', async () => {
  await limitOwner(await frontDoor(t.admin.id), t.ann.id, demoLimited.limits)
  const { body } = await t.admin.get(`/vm/v3/user_limits/account/${t.ann.id}`)
  expect(JSON.stringify(body)).toContain('"host_count":60')
  await t.done(await t.admin.delete(`/vm/v3/host/${host}`))
  await t.database.pool.query('delete from account where id = $1', [t.ann.id])
  const { rows } = await t.database.pool.query(
    `select (select count(*) from recipe where name = $1)::int as recipes, (select count(*) from script_variable)::int as variables,
            (select count(*) from script_run)::int as runs, (select count(*) from user_limit where account_id = $2)::int as limits`,
    [demoScript.name, t.ann.id],
  )
  expect(rows).toEqual([{ recipes: 0, variables: 0, runs: 0, limits: 0 }])
})
