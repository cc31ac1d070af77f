import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clear, FIRST, settle, stage } from '../checks/forms/stage.tsx'
import { Combobox } from '../ui/controls/combobox.tsx'
import { useLoaders } from './loaders.ts'

afterEach(clear)

function Picker({ of }: { of: 'platforms' | 'accounts' }) {
  const loaders = useLoaders()
  return <Combobox aria-label="Pick" value={null} onValueChange={() => {}} load={loaders[of].load} />
}
const none = { list: [], size: 0, last_notify: 0 }
const empty = { 'platform.list': none, 'account.list': none }
const field = () => screen.getByRole('combobox', { name: 'Pick' })

it('a picker of what does not exist yet leads to the page where the first one is added', async () => {
  stage(() => <Picker of="platforms" />, empty)
  fireEvent.click(field())
  expect((await screen.findByRole('link', { name: 'Add the first one' })).getAttribute('href')).toBe('/hardware?new=1')
  fireEvent.change(field(), { target: { value: 'dell' } })
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  clear()
  stage(() => <Picker of="accounts" />, empty)
  fireEvent.click(field())
  expect(await screen.findByText('There are none yet.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  await settle()
})

it('it shows what there is, with what tells those of one name apart', async () => {
  stage(() => <Picker of="platforms" />)
  fireEvent.click(field())
  expect((await screen.findByRole('option', { name: new RegExp(FIRST.name) })).textContent).toBe(`${FIRST.name}LGA`)
})
