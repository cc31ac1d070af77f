import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clear, settle, stage } from '../checks/forms/stage.tsx'
import { Moving, useStopMove } from './moving.tsx'

afterEach(clear)

const disk = { name: 'web-1-data', move_task: 12 }
const task = { id: 12, name: 'disk_move', status: 'running', percent: 40, step: null, steps: [] }

function Menu({ move_task }: { move_task: number | null }) {
  return useStopMove()({ move_task }).map((entry) =>
    'label' in entry ? (
      <button key={String(entry.label)} type="button" onClick={() => 'onSelect' in entry && entry.onSelect?.()}>
        {entry.label}
      </button>
    ) : null,
  )
}

it('shows how much of a disk is copied', async () => {
  stage(() => <Moving disk={disk} />, { 'task.get': task })
  await settle()
  expect(screen.getByRole('progressbar', { name: 'Copying of web-1-data' }).getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText('40%')).toBeTruthy()
})

it('says that it is copied before the task is known', async () => {
  stage(() => <Moving disk={{ ...disk, move_task: null }} />)
  await settle()
  expect(screen.getByText('Being copied')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('calls the task off by the menu, which has nothing to call off otherwise', async () => {
  const { sent } = stage(() => (
    <>
      <Menu move_task={null} />
      <Menu move_task={12} />
    </>
  ))
  fireEvent.click(screen.getByRole('button', { name: 'Call off the copying' }))
  await settle()
  expect(sent).toEqual([{ path: 'vm.task.abort', input: { params: { task_id: 12 } } }])
})
