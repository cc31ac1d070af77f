import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { diskRow } from '../../../server/domain/disk/schema.ts'
import { imageRecord } from '../../../server/domain/image/schema.ts'
import { storageRecord } from '../../../server/domain/storage/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import { imagesMib, LivesOn } from './lives-on.tsx'

afterEach(clear)

const disk = sampleOf(diskRow, { host: null, size_mib: 1024 })
const sample = sampleOf(imageRecord)
const [node] = sample.nodes
const image = (size_bytes: number | null, is_local: boolean, copies: number) => ({
  ...sample,
  ...{ size_bytes, is_local, nodes: node ? Array.from({ length: copies }, () => node) : [] },
})
const storage = sampleOf(storageRecord, { disk_count: 12, host_count: 7 })
const answers = (loose: number) => ({
  'disk.list': { list: [disk, { ...disk, id: 2 }], size: loose, last_notify: 0 },
  'image.list': { list: [image(2 ** 30, true, 2)], size: 1, last_notify: 0 },
})
const row = (name: RegExp) => screen.getByRole('row', { name }).textContent

it('tells disks of VMs from those without one, and images, with sums', async () => {
  stage(() => <LivesOn storage={storage} />, answers(2))
  await settle()
  expect(row(/Disks of 7 VMs/)).toBe('Disks of 7 VMs10')
  expect(row(/Disks without a VM/)).toBe('Disks without a VM22 GiB')
  expect(row(/Images of VMs/)).toBe('Images of VMs12 GiB')
})

it('says of a sum that there is more', async () => {
  stage(() => <LivesOn storage={storage} />, answers(3))
  await settle()
  expect(row(/Disks without a VM/)).toContain('at least 2 GiB')
})

it('counts an image once where nodes share it, and nothing of one that is not made yet', () => {
  expect(imagesMib([image(2 ** 20, false, 3), image(2 ** 20, true, 3), image(null, true, 1)])).toBe(4)
})
