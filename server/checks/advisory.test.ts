import fs from 'node:fs'
import { expect, it } from 'vitest'
import { advisoryLocks } from '../db/advisory.ts'

const files = (folder: string, ends: RegExp) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name))
    .map((name) => ({ name, text: fs.readFileSync(`${folder}/${name}`, 'utf8') }))

it('gives every advisory lock numbers of its own, which no function of the database has', () => {
  const ours = Object.values(advisoryLocks).map(String)
  const inMigrations = files('prisma/migrations', /\.sql$/).flatMap(({ text }) =>
    [...text.matchAll(/pg_(?:try_)?advisory_xact_lock\(([^)]*)\)/g)].map(([, numbers = '']) =>
      numbers.replaceAll(' ', ''),
    ),
  )
  expect(inMigrations).not.toEqual([])
  expect(ours.filter((one, n) => ours.indexOf(one) !== n || inMigrations.includes(one))).toEqual([])
})

it('takes locks of transactions by their names', () => {
  const elsewhere = files('server', /\.ts$/).filter(
    ({ name, text }) => !/\.test\.ts$|^db\/advisory\.ts$/.test(name) && /advisory_xact_lock/.test(text),
  )
  expect(elsewhere.map(({ name }) => name)).toEqual([])
})
