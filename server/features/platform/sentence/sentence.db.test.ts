import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { db } from '../../../db/pool.ts'
import { digestOf, forgetOldSentences, noteSentences, stored } from '../../../db/sentences.ts'
import { msg, quote } from '../../../shared/text.ts'

let api: Awaited<ReturnType<typeof testApi>>
const ask = async (words: unknown) => api.admin.post('/vm/v3/sentence', { words })

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

it('tells what is filled in in words that were stored', async () => {
  const text = msg`Step ${'boot'} could not be undone: ${msg`Port ${5} is taken by ${'web-1'}`}`
  const words = stored(text)
  expect(words).toBe('Step boot could not be undone: Port 5 is taken by web-1')
  await noteSentences()
  const { body } = await ask([words, 'Nobody said this'])
  expect(body.list).toEqual([
    { words, text: JSON.parse(JSON.stringify(text)) },
    { words: 'Nobody said this', text: null },
  ])
})

it('knows words that were bounded by what they were made of', async () => {
  const text = msg`The controller at ${'10.0.0.5'} said: ${quote('a'.repeat(300))}`
  const cut = `${text.toString().slice(0, 60)}…`
  expect(stored(text, cut)).toBe(cut)
  await noteSentences()
  expect((await ask([cut])).body.list[0].text.template).toBe('The controller at {0} said: {1}')
})

it('notes nothing of words without values and of quotes, which pages find by themselves', async () => {
  const said = [stored(msg`The VM is being deleted`), stored(quote('Lp0 on fire'))]
  await noteSentences()
  const { rows } = await db().pool.query('select from sentence where digest = any ($1)', [said.map(digestOf)])
  expect(rows).toEqual([])
})

it('forgets what was not used for half a year, and stores it again', async () => {
  const words = stored(msg`The range ${'10.0.0.0/28'} is not free`)
  await noteSentences()
  const age = "update sentence set told_at = now() - interval '181 days' where digest = $1"
  await db().pool.query(age, [digestOf(words)])
  await forgetOldSentences()
  expect((await ask([words])).body.list[0].text).toBeNull()
})

it('is bounded, and asks who is asking', async () => {
  expect((await ask([])).status).toBe(400)
  expect((await ask(Array.from({ length: 101 }, () => 'x'))).status).toBe(400)
  expect((await ask(['x'.repeat(4_001)])).status).toBe(400)
  expect((await api.request('POST', '/vm/v3/sentence', { body: { words: ['x'] } })).status).toBe(401)
})
