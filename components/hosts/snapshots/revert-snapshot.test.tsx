import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { hostRecord } from '../../../server/domain/host/record.ts'
import { type Snapshot, snapshotRow } from '../../../server/domain/snapshot/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, FIRST, settle, stage } from '../../checks/forms/stage.tsx'
import type { HostActions } from '../use-host-actions.tsx'
import { RevertSnapshot } from './revert-snapshot.tsx'
import { SnapshotTree } from './snapshot-tree.tsx'
import { TreeLegend } from './tree-legend.tsx'

afterEach(clear)

const host = sampleOf(hostRecord, {
  ...{ id: 3, name: 'db-1', state: 'stopped', snapshots_allowed: true, snapshot_limit: null, snapshot_count: 1 },
})
const snapshot = sampleOf(snapshotRow, { id: 9, ext_name: 'clean', state: 'ok', parent: null, fault: null, disks: [] })
const kept = (state: Snapshot['state'], fault: string | null = null) => ({
  'host.get': { ...host, queue: [] },
  'disk.ofHost': { list: [], size: 0, last_notify: 0 },
  'snapshot.ofHost': { list: [{ ...snapshot, id: FIRST.id, state, fault }], size: 1, last_notify: 0 },
})
const open = (answers: object, of = host) => {
  const closed = vi.fn()
  const dialog = () => <RevertSnapshot host={of} snapshot={snapshot} snapshots={[snapshot]} onClose={closed} />
  return { ...stage(dialog, answers as never), closed }
}
const keep = () => screen.findByRole('checkbox', { name: /Keep the state of now/ }) as Promise<HTMLInputElement>
async function revert() {
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'db-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Revert VM' }))
  await settle()
}
const pathsOf = (sent: readonly { path: string }[]) => sent.map(({ path }) => path)

it('keeps the present state, and goes back when that is there', async () => {
  const { sent, closed } = open(kept('ok'))
  expect((await keep()).checked).toBe(true)
  await revert()
  expect(sent).toMatchObject([
    {
      path: 'vm.snapshot.create',
      input: { params: { host_id: 3 }, body: { name: 'before clean', with_ram: false, quiesce: true } },
    },
    { path: 'vm.snapshot.revert', input: { params: { snapshot_id: 9 } } },
  ])
  expect(closed).toHaveBeenCalled()
})

it('does not go back when it could not be kept, and says why', async () => {
  const { sent, closed } = open(kept('fail', 'The storage is full'))
  await keep()
  await revert()
  expect(pathsOf(sent)).toEqual(['vm.snapshot.create'])
  expect(document.body.textContent).toContain('Not reverted: the present state could not be kept. The storage is full')
  expect(closed).not.toHaveBeenCalled()
})

it('waits for a snapshot that is still being taken, and forgets to go back when the dialog is closed', async () => {
  const { sent } = open(kept('creation'))
  await keep()
  await revert()
  expect(screen.getByRole('status').textContent).toContain('Taking a snapshot')
  expect(pathsOf(sent)).toEqual(['vm.snapshot.create'])
  clear()
  await new Promise((go) => setTimeout(go, 1500))
  expect(pathsOf(sent)).toEqual(['vm.snapshot.create'])
})

it('waits until nothing is under way, since a revert has to be alone', async () => {
  let looked = 0
  const busy = () => ({ ...host, queue: looked++ === 0 ? [{ action: 'snapshot', leaves: 'stopped' }] : [] })
  const { sent } = open({ ...kept('ok'), 'host.get': busy })
  await keep()
  await revert()
  expect(pathsOf(sent)).toEqual(['vm.snapshot.create'])
  await vi.waitFor(() => expect(pathsOf(sent)).toEqual(['vm.snapshot.create', 'vm.snapshot.revert']), 10_000)
})

it('goes back at once where nothing is to be kept', async () => {
  const { sent } = open(kept('ok'))
  fireEvent.click(await keep())
  await revert()
  expect(pathsOf(sent)).toEqual(['vm.snapshot.revert'])
})

it('keeps nothing of a VM that may have no more snapshots, and says so', async () => {
  const { sent } = open(kept('ok'), { ...host, snapshot_limit: 1 })
  const box = await keep()
  expect([box.checked, box.disabled]).toEqual([false, true])
  expect(document.body.textContent).toContain('The VM may have 1 snapshot: delete one first')
  await revert()
  expect(pathsOf(sent)).toEqual(['vm.snapshot.revert'])
})

it('the tree says who made each, and what its lines mean', () => {
  const actions = { refused: () => undefined } as unknown as HostActions
  const list = [
    { ...snapshot, is_curr: true, made_by: 'ann@example.com' },
    { ...snapshot, id: 10, ext_name: 'older', is_curr: false, made_by: null },
  ]
  stage(() => (
    <>
      <SnapshotTree host={host} snapshots={list} actions={actions} ask={() => {}} />
      <TreeLegend />
    </>
  ))
  expect(screen.getByRole('columnheader', { name: 'By' })).toBeTruthy()
  expect(screen.getByRole('row', { name: /clean.*ann@example.com/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /older/ }).textContent).not.toContain('ann@')
  for (const words of ['the way to now', 'branch that was left', 'disks only: boots'])
    expect(screen.getByText(words)).toBeTruthy()
})
