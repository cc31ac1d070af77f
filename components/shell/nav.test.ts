import { describe, expect, it } from 'vitest'
import { type Ability, may } from '../../server/domain/shared/abilities.ts'
import { tabsOf } from '../frame/nav.ts'
import { panelNav } from './nav.ts'

const words = { entry: (name: string) => name, group: (name: string) => name }
const nav = (role: '@admin' | '@advanced_user', work = {}) =>
  panelNav((ability: Ability) => may([role], ability), words, { problems: 0, work })
const entries = (role: '@admin' | '@advanced_user') => nav(role).flatMap((group) => group.entries)

describe('the navigation of an administrator', () => {
  it('has groups in the order of the work', () =>
    expect(nav('@admin').map((group) => [group.label, group.entries.length])).toEqual([
      [undefined, 3],
      ['dataCentre', 6],
      ['network', 2],
      ['compute', 6],
      ['library', 4],
      ['access', 3],
      ['settings', 1],
    ]))

  it('has at most four tabs for the telephone', () =>
    expect(entries('@admin').flatMap(({ tab, label }) => (tab ? [label] : []))).toEqual([
      'overview',
      'problems',
      'racks',
      'hosts',
    ]))

  it('goes to one page by a letter', () => {
    const letters = entries('@admin').flatMap(({ letter }) => letter ?? [])
    expect(new Set(letters).size).toBe(letters.length)
  })

  it('begins the tabs of an entry with its own address', () => {
    for (const entry of entries('@admin')) expect(tabsOf(entry)[0]?.href).toBe(entry.href)
  })

  it('shows what waits to be done, and nothing else', () => {
    const found = nav('@admin', { servers: '5 new' }).flatMap((group) => group.entries)
    expect(found.flatMap(({ label, work }) => (work ? [[label, work]] : []))).toEqual([['servers', '5 new']])
  })
})

it('leaves out for tenants what would be refused to them, and groups', () => {
  expect(nav('@advanced_user')).toHaveLength(1)
  expect(entries('@advanced_user').map(({ label }) => label)).toEqual([
    'overview',
    'problems',
    'tasks',
    'servers',
    'hosts',
    'backups',
    'consoleWall',
    'images',
    'recipes',
    'tokens',
  ])
  const tabbed = entries('@advanced_user').filter((entry) => tabsOf(entry).length > 1)
  expect(tabbed.map(({ label }) => label)).toEqual(['servers', 'hosts', 'backups'])
})
