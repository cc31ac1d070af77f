import { expect, it } from 'vitest'
import { fileSystemsOf } from './file-systems.ts'

const one = (name: string, mountpoint: string, more: object = {}) => ({
  name,
  mountpoint,
  type: 'ext4',
  disk: [],
  'total-bytes': 1000,
  'used-bytes': 900,
  ...more,
})

it('each device once, where it is nearest to the root, the largest first', () => {
  const found = fileSystemsOf([
    one('vda1', '/var/lib/docker'),
    one('vda1', '/'),
    one('vdb', '/srv', { 'total-bytes': 5000 }),
    one('C:', 'C:\\', { type: 'NTFS', 'total-bytes': 10, 'used-bytes': 11 }),
  ])
  expect(found).toEqual([
    { mount: '/srv', total_bytes: 5000, used_bytes: 900 },
    { mount: '/', total_bytes: 1000, used_bytes: 900 },
    { mount: 'C:\\', total_bytes: 10, used_bytes: 10 },
  ])
})

it('leaves out what is full by nature, and what has no size', () => {
  const noSize = { name: 'vda1', mountpoint: '/', type: 'ext4', disk: [] }
  expect(
    fileSystemsOf([
      one('sr0', '/media', { type: 'iso9660' }),
      one('sr1', 'D:\\', { type: 'CDFS' }),
      one('loop0', '/snap/core', { type: 'squashfs' }),
      noSize,
      one('proc', '/proc', { 'total-bytes': 0 }),
    ]),
  ).toEqual([])
})

it('bounds what a hostile guest answers, and takes nothing that makes no sense', () => {
  const many = Array.from({ length: 5000 }, (_, i) => one(`d${i}`, `/mnt/${i}`))
  expect(fileSystemsOf(many)).toHaveLength(32)
  const [long] = fileSystemsOf([one('a', `/${'x'.repeat(9000)}\u001b[31m\u0000`)])
  expect(long?.mount).toMatch(/^\/x{99}$/)
  const nonsense = [
    null,
    7,
    'x',
    one('a', '/', { 'used-bytes': -1 }),
    one('b', '/b', { 'total-bytes': 1e300 }),
    one('c', ''),
  ]
  expect(fileSystemsOf(nonsense)).toEqual([])
  for (const answer of [null, {}, 'x', 5]) expect(() => fileSystemsOf(answer)).toThrow()
})
