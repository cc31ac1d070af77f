import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../e2e/support/database.ts'
import { passwordMatches } from '../../../auth/password.ts'
import { firstAdministrator } from './first.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const given = { email: 'Root@Example.com', password: undefined }

it('leaves a made-up password to the process that shows it, and then makes one administrator of many starts', async () => {
  expect(await firstAdministrator(given, { shown: false })).toBeNull()
  expect(await database.prisma.account.count()).toBe(0)
  const made = await Promise.all([1, 2, 3, 4].map(() => firstAdministrator(given, { shown: true })))
  expect(made.filter((one) => one !== null)).toEqual([
    { email: 'root@example.com', password: expect.stringMatching(/^[a-zA-Z2-9]{16}$/) },
  ])
  const [admin] = await database.prisma.account.findMany()
  const password = made.find((one) => one !== null)?.password as string
  expect(await passwordMatches(admin?.password_hash ?? null, password)).toBe(true)
  expect(await firstAdministrator(given, { shown: true })).toBeNull()
})

it('takes a given password wherever it is given', async () => {
  await database.prisma.account.deleteMany()
  expect(await firstAdministrator({ ...given, password: 'Given-pass-1' }, { shown: false })).toEqual({
    email: 'root@example.com',
    password: null,
  })
})
