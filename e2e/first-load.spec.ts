import { expect, test } from './support/panel.ts'

/** Bytes of packed script that a page may need before it works. */
const MOST = 250 * 1024

const pages = [
  ...[
    '/',
    '/problems',
    '/hosts',
    '/hosts/1',
    '/hosts/new',
    '/clusters',
    '/clusters/1',
    '/nodes',
    '/nodes/1',
    '/nodes/new',
    '/busy',
    '/disks',
    '/address-groups',
    '/hosts/1?tab=figures',
    '/hosts/1?tab=snapshots',
    '/hosts/1?tab=backups',
    '/hosts/1?tab=system',
    '/images',
    '/images?tab=vm',
    '/images?tab=isos',
    '/presets',
    '/recipes',
    '/recipes/new',
  ],
  ...[
    '/racks',
    '/racks?view=table',
    '/racks/1',
    '/servers',
    '/servers/1',
    '/servers/1/install',
    '/servers/new',
    '/switches',
    '/switches/1',
  ],
  ...[
    '/pdus',
    '/pdus/1',
    '/chassis',
    '/locations',
    '/locations/1',
    '/vlans',
    '/hardware',
    '/warehouse',
    '/remote',
    '/recordings',
    '/recording-policy',
    '/problem-rules',
    '/servers/unaccepted',
    '/vlans/matrix',
    '/import',
  ],
  ...[
    '/addresses',
    '/addresses/networks',
    '/addresses/used',
    '/storages',
    '/storages/1',
    '/storages/tags',
    '/addresses/name-servers',
    '/backups',
    '/backups/1/files',
    '/backup-locations',
    '/backup-locations/1',
    '/schedules',
    '/schedules/calendar',
    '/schedules/coverage',
    '/os-templates',
    '/operations',
    '/operations/plans',
    '/operations/plans/new?type=install&servers=1',
    '/servers/1/operations/1',
    '/servers/1/reports/1',
    '/certificates',
    '/certificates/1',
    '/rehearsals',
    '/tasks',
    '/users',
    '/users/1',
    '/users/rules',
    '/access-lists',
    '/tokens',
  ],
  ...['/account', '/first-run', '/controllers', '/servers/1?tab=controller', '/servers/1?tab=power'],
  ...['/servers/1?tab=console', '/servers/1/console', '/servers/1/web', '/console-wall', '/impact/node/1'],
]

test('no page needs more script than its budget before it works', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('admin')
  const sizes = new Map<string, number>()
  const sizeOf = async (script: string) => {
    const answer = await page.request.fetch(script, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    expect(answer.headers()['content-encoding'], script).toBe('br')
    return Number(answer.headers()['content-length'])
  }
  for (const path of pages) {
    const html = await (await page.request.get(path)).text()
    // What is marked so is for browsers of long ago; others leave it.
    const tags = [...html.matchAll(/<script[^>]+>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag))
    const scripts = new Set(tags.flatMap((tag) => /src="(\/_next\/static\/[^"]+\.js)"/.exec(tag)?.[1] ?? []))
    expect(scripts.size, `scripts of ${path}`).toBeGreaterThan(5)
    let sum = 0
    for (const script of scripts) {
      if (!sizes.has(script)) sizes.set(script, await sizeOf(script))
      sum += sizes.get(script) ?? 0
    }
    expect.soft(Math.round(sum / 1024), `KiB of script of ${path}`).toBeLessThanOrEqual(MOST / 1024)
  }
})
