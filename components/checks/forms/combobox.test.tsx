import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Combobox } from '../../ui/controls/combobox.tsx'
import type { FoundOptions } from '../../ui/controls/use-options.ts'
import { clear, stage } from './stage.tsx'

afterEach(() => {
  clear()
  vi.restoreAllMocks()
})

const picker = (load: () => Promise<FoundOptions>) => {
  stage(() => <Combobox aria-label="Rack" value={null} onValueChange={() => {}} load={load} />)
  const field = screen.getByRole('combobox', { name: 'Rack' })
  fireEvent.click(field)
  return () => fireEvent.keyDown(field, { key: 'Enter' })
}

it('asks again with Enter where the options could not be read', async () => {
  const load = vi.fn<() => Promise<FoundOptions>>()
  load.mockRejectedValueOnce(new Error('No answer')).mockResolvedValue({ list: [{ value: '1', label: 'A01' }] })
  const enter = picker(load)
  await screen.findByText('No answer')
  enter()
  await screen.findByRole('option', { name: 'A01' })
})

it('opens with Enter the form of the first one where there is none, and nothing where it has no page', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const enter = picker(async () => ({ list: [], addAt: '/racks?new=1' }))
  await screen.findByRole('link', { name: 'Add the first one' })
  enter()
  expect(open).toHaveBeenCalledExactlyOnceWith('/racks?new=1', '_blank', 'noopener')
  clear()
  const other = picker(async () => ({ list: [] }))
  await screen.findByText('There are none yet.')
  other()
  expect(open).toHaveBeenCalledOnce()
})
