import { expect, it } from 'vitest'
import { navNames, panelNav } from './nav.ts'

const words = { entry: (name: string) => name, dataCentre: 'dc', virtualMachines: 'vms', administration: 'admin' }
const names = (isAdmin: boolean) =>
  panelNav(isAdmin, words, {}).flatMap((group) => group.entries.map((entry) => entry.label))

it('shows administrators everything', () => expect(names(true)).toHaveLength(navNames.length))

it('leaves out for users what would be refused to them', () =>
  expect(names(false)).toEqual(['overview', 'servers', 'hosts', 'consoleWall', 'tasks', 'tokens']))

it('has at most four tabs for the telephone', () => {
  const tabs = panelNav(true, words, {}).flatMap((group) => group.entries.filter((entry) => entry.tab))
  expect(tabs.map((tab) => tab.label)).toEqual(['overview', 'racks', 'hosts', 'tasks'])
})

it('shows a count where it is known', () => {
  const [, , machines] = panelNav(true, words, { hosts: 12 })
  expect(machines?.entries.map((entry) => entry.count)).toEqual([12, undefined, undefined, undefined])
})
