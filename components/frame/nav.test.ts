import { describe, expect, it } from 'vitest'
import { currentEntry, type NavGroup } from './nav.ts'

const tab = (href: string) => ({ href, label: href })
const entry = (href: string, ...tabs: string[]) => ({ ...tab(href), icon: () => null, tabs: tabs.map(tab) })
const groups: NavGroup[] = [
  { entries: [entry('/')] },
  { label: 'VMs', entries: [entry('/hosts', '/hosts', '/hosts/archive', '/templates'), entry('/hostnames')] },
]

describe('currentEntry', () => {
  it.each([
    ['/', '/', '/'],
    ['/hosts', '/hosts', '/hosts'],
    ['/hosts/41', '/hosts', '/hosts'],
    ['/hosts/archive/2', '/hosts', '/hosts/archive'],
    ['/templates/7', '/hosts', '/templates'],
    ['/hostsoup', undefined, undefined],
  ])('%s', (pathname, href, within) => {
    const found = currentEntry(groups, pathname)
    expect([found?.entry.href, found?.tab.href]).toEqual([href, within])
  })
})
