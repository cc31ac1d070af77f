import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { openMasterKey, seal, unseal } from './secrets.ts'

const here = { table: 'node', id: 7, column: 'attach_password' }

beforeAll(() => openMasterKey('/nowhere', randomBytes(32).toString('hex')))

it('opens what it sealed, and never seals alike twice', () => {
  const one = seal('sécret', here)
  expect(unseal(one, here)).toBe('sécret')
  expect(seal('sécret', here)).not.toBe(one)
  expect(one).not.toContain('cret')
})

it.each([
  ['another row', { ...here, id: 8 }],
  ['another column', { ...here, column: 'note' }],
  ['another table', { ...here, table: 'host' }],
])('does not open in %s', (_, elsewhere) => {
  expect(() => unseal(seal('x', here), elsewhere)).toThrow()
})

it('does not open when changed, or under another master key', () => {
  const sealed = seal('x', here)
  const other = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(() => unseal(sealed.slice(0, -2) + other + sealed.at(-1), here)).toThrow()
  openMasterKey('/nowhere', randomBytes(32).toString('hex'))
  expect(() => unseal(sealed, here)).toThrow()
})
