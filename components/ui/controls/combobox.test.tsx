import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import { Combobox } from './combobox.tsx'

afterEach(clear)

const field = (addAt?: string) => (
  <Combobox
    aria-label="Platform"
    value={null}
    onValueChange={() => {}}
    load={async () => ({ list: [], ...(addAt !== undefined && { addAt }) })}
  />
)

it('says where the first one is added when there is none at all, to those who may', async () => {
  stage(() => field('/hardware'), {})
  fireEvent.click(screen.getByRole('combobox', { name: 'Platform' }))
  expect((await screen.findByRole('link', { name: 'Add the first one' })).getAttribute('href')).toBe('/hardware')
  fireEvent.change(screen.getByRole('combobox', { name: 'Platform' }), { target: { value: 'dell' } })
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  clear()
  stage(() => field(), {})
  fireEvent.click(screen.getByRole('combobox', { name: 'Platform' }))
  expect(await screen.findByText('There are none yet.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  await settle()
})
