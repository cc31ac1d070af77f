import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

it('pages ask again and again for readings alone', () => {
  const components = path.resolve(import.meta.dirname, '..')
  const files = readdirSync(components, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const intervals = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(components, file), 'utf8')
      return [...text.matchAll(/(?:refetchInterval:?\s*|every=\{)([\w.]+)/g)].map(([, value]) => `${file} ${value}`)
    })
  expect(intervals.sort()).toEqual([
    'busy/busy-page.tsx readEvery.load',
    'controllers/use-sensors.ts readEvery.sensors',
    'hosts/hosts-of.tsx readEvery.load',
    'hosts/hosts-page.tsx readEvery.load',
    'hosts/network/use-traffic.ts readEvery.load',
    'hosts/page/host-page.tsx readEvery.load',
    'locations/services/use-services-inside.ts readEvery.leases',
    // When a machine was last heard of.
    'machines/machine-panel.tsx readEvery.load',
    'machines/machines-page.tsx readEvery.load',
    // What a list of the kit was given.
    'resource/use-list.ts every',
    'switches/use-switch-ports.ts readEvery.traffic',
    'tasks/task-panel.tsx isFollowed',
  ])
})
