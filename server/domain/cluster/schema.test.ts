import { describe, expect, it } from 'vitest'
import { clusterCreate } from './schema.ts'

const base = { name: 'cl', virtualization_type: 'dummy', os_storage_path: '/share', image_storage_path: '/images' }
const takes = (part: object) => clusterCreate.safeParse({ ...base, ...part }).success

describe('a cluster', () => {
  it.each([
    { os_storage_path: '/srv/os.images/' },
    { domain_template: '{name}.example.com' },
    { domain_template: '' },
    { interfaces: [{ interface: 1, ippool: [1] }] },
  ])('takes %j', (part) => expect(takes(part)).toBe(true))

  it.each([
    { os_storage_path: 'share' },
    { os_storage_path: '/../etc' },
    { image_storage_path: '/srv/../etc' },
    { image_storage_path: '/srv/.' },
    { image_storage_path: '/srv\n' },
    { os_storage_path: `/${'x'.repeat(255)}` },
    { domain_template: 'a b' },
    { domain_template: 'x'.repeat(201) },
    { interfaces: [{ interface: 2, ippool: [1] }] },
  ])('refuses %j', (part) => expect(takes(part)).toBe(false))
})
