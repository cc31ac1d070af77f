import { describe, expect, it } from 'vitest'
import { currentEntry, type NavGroup } from './nav.ts'

const entry = (href: string) => ({ href, label: href, icon: () => null })
const groups: NavGroup[] = [
  { entries: [entry('/')] },
  { label: 'VMs', entries: [entry('/hosts'), entry('/hosts/archive')] },
]

describe('currentEntry', () => {
  it.each([
    ['/', '/'],
    ['/hosts', '/hosts'],
    ['/hosts/41', '/hosts'],
    ['/hosts/archive/2', '/hosts/archive'],
    ['/hostsoup', undefined],
  ])('%s', (pathname, wanted) => expect(currentEntry(groups, pathname)?.entry.href).toBe(wanted))
})
