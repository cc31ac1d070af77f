import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { diskRow } from '../../server/domain/disk/schema.ts'
import { hostRecord } from '../../server/domain/host/record.ts'
import { sampleOf } from '../checks/forms/sample.ts'
import { clear, settle, stage } from '../checks/forms/stage.tsx'
import DeleteDisk from '../disks/delete-disk.tsx'
import { DeleteHost } from '../hosts/dialogs/delete-host.tsx'
import { useHostCalls } from '../hosts/use-host-calls.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, replace() {}, refresh() {}, back() {} }),
  usePathname: () => '/',
}))

afterEach(clear)

const info = {
  backups: { count: 2, stored_mib: 3072, newest: '2026-11-20T02:14:00.000Z' },
  schedules: [{ id: 4, name: 'Nightly' }],
}
const disk = sampleOf(diskRow, { name: 'attic', host: null })
const close = () => {}
const press = async (name: string, typed: string) => {
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: typed } })
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
it('a disk is deleted without its backups unless it is chosen so', async () => {
  const { sent } = stage(() => <DeleteDisk disk={disk} onClose={close} />, { 'disk.deletion': info })
  expect(await screen.findByText(/There are 2 backups of it, 3 GiB/)).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Nightly' })).getAttribute('href')).toBe('/schedules/4')
  await press('Delete disk', 'attic')
  expect(sent).toMatchObject([
    { path: 'vm.disk.delete', input: { params: { disk_id: disk.id }, query: { backups: 'keep' } } },
  ])
})

it('and with them where it is', async () => {
  const { sent } = stage(() => <DeleteDisk disk={disk} onClose={close} />, { 'disk.deletion': info })
  fireEvent.click(await screen.findByRole('radio', { name: /Delete them too/ }))
  await press('Delete disk', 'attic')
  expect(sent).toMatchObject([{ path: 'vm.disk.delete', input: { query: { backups: 'delete' } } }])
})

function HostQuestion() {
  const host = sampleOf(hostRecord, { name: 'web-1', state: 'stopped' })
  return <DeleteHost host={host} calls={useHostCalls()} onClose={close} />
}

it('the same is asked of a VM, and nothing where there is no backup', async () => {
  const { sent } = stage(() => <HostQuestion />, { 'host.deletion': info })
  fireEvent.click(await screen.findByRole('radio', { name: /Delete them too/ }))
  await press('Delete VM', 'web-1')
  expect(sent).toMatchObject([{ path: 'vm.host.delete', input: { query: { backups: 'delete' } } }])
  clear()
  const none = { backups: { count: 0, stored_mib: 0, newest: null }, schedules: [] }
  stage(() => <HostQuestion />, { 'host.deletion': none })
  expect(await screen.findByText('There is no backup of it.')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})
