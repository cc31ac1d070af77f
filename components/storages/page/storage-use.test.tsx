import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { nodeStorageRecord, storageRecord, storageUse } from '../../../server/domain/storage/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, SECOND, settle, stage } from '../../checks/forms/stage.tsx'
import { StorageNodes } from './storage-nodes.tsx'
import { StorageUse } from './storage-use.tsx'

afterEach(clear)

const storage = sampleOf(storageRecord, { kind: 'file', node_total: 2, total_mib: 2000, promised_mib: 100 })
const use = (growth_mib_per_day: number | null, full_in_days: number | null) => ({
  'storage.use': { ...sampleOf(storageUse, {}), list: [], growth_mib_per_day, full_in_days },
})

it('warns of a storage that is full soon, on all nodes or on the one that is chosen', async () => {
  stage(() => <StorageUse storage={storage} />, use(1024, 9))
  await settle()
  expect(screen.getByText('It is full soon')).toBeTruthy()
  expect(document.body.textContent).toContain('Grows by 1 GiB a day: full in 9 days.')
  fireEvent.click(screen.getByRole('combobox', { name: 'Node' }))
  fireEvent.click(await screen.findByRole('option', { name: SECOND.name }))
  await settle()
  expect(screen.getByText('It is full soon on Second')).toBeTruthy()
})

it('has no nodes to choose from where all of them share it, and warns of nothing that is far away', async () => {
  stage(() => <StorageUse storage={{ ...storage, kind: 'nas' }} />, use(1024, 14))
  await settle()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.body.textContent).toContain('full in 14 days')
  expect(screen.queryByText('It is full soon')).toBeNull()
})

it('says that too little is known, or that it hardly grows', async () => {
  stage(() => <StorageUse storage={storage} />, use(null, null))
  await settle()
  expect(screen.getByText('A trend is shown after three days.')).toBeTruthy()
  clear()
  stage(() => <StorageUse storage={storage} />, use(-5, null))
  await settle()
  expect(document.body.textContent).toContain('it will not be full within five years')
})

it('says of each node when it is full', async () => {
  const node = (id: number, name: string, full_in_days: number | null) =>
    sampleOf(nodeStorageRecord, { id, name, full_in_days, error: null })
  const list = [node(1, 'first', 3), node(2, 'second', 60), node(3, 'third', null)]
  stage(() => <StorageNodes storage={storage} />, { 'storage.nodes': { list, size: 3, last_notify: 0 } })
  await settle()
  const cells = (name: string) => screen.getByRole('row', { name: new RegExp(name) }).textContent
  expect(cells('first')).toContain('3 days')
  expect(cells('second')).toContain('60 days')
  expect(cells('third')).not.toContain('day')
})
