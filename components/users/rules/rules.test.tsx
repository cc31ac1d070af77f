import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { limitFields } from '../../../server/domain/user-limit/fields.ts'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import { AccountLimits } from '../../limits/account-limits.tsx'
import { LocationMessages } from '../../locations/page/location-messages.tsx'
import { RoleLimits } from './role-limits.tsx'
import { SessionRules } from './session-rules.tsx'

afterEach(clear)

const none = Object.fromEntries(limitFields.map((field) => [field, null]))

it('limits of roles stand side by side, and each is edited on its own', async () => {
  const { sent } = stage(() => <RoleLimits />, { 'userLimit.ofRole': { ...none, host_count: 25, ram_mib_total: 2048 } })
  await settle()
  const cells = within(screen.getByRole('row', { name: /^VMs/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['VMs', '25', '25', '25'])
  expect(screen.getByRole('row', { name: /^RAM 2/ }).textContent).toContain('2 GiB')
  fireEvent.click(screen.getByRole('button', { name: 'Edit limits of role Advanced user' }))
  await settle()
  fireEvent.submit(await screen.findByRole('dialog').then((dialog) => dialog.querySelector('form') as HTMLFormElement))
  await settle()
  expect(sent).toMatchObject([
    { path: 'vm.userLimit.setRole', input: { params: { role_id: 3 }, body: { host_count: 25, ram_mib_total: 2048 } } },
  ])
})

it('the ends of sessions are shown in minutes and hours', async () => {
  const { sent } = stage(() => <SessionRules />, { 'setting.get': { name: 'x', value: 7200 } })
  await settle()
  expect(screen.getByText('after 120 minutes')).toBeTruthy()
  expect(screen.getByText('after 2 hours')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Edit session limits' }))
  await settle()
  const field = await screen.findByRole('spinbutton', { name: /End after inactivity/ })
  fireEvent.change(field, { target: { value: '0.5' } })
  fireEvent.blur(field)
  await settle()
  expect(screen.getByText('From 1 to 1,440')).toBeTruthy()
  fireEvent.change(field, { target: { value: '90' } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await settle()
  expect(sent).toEqual([{ path: 'auth.setting.edit', input: { params: { name: 'token_ttl' }, body: { value: 5400 } } }])
})

it('a limit that an account has from its role is shown as such', async () => {
  const answer = {
    ...none,
    cpu_number: 4,
    in_force: { ...none, host_count: 25, cpu_number: 4 },
    used: { host_count: 5 },
  }
  stage(() => <AccountLimits accountId={7} />, { 'userLimit.ofAccount': answer })
  await settle()
  expect(screen.getByText('VMs').nextElementSibling?.textContent).toContain('5 of 25')
  expect(screen.getByText('VMs').nextElementSibling?.textContent).toContain('from the role')
  expect(screen.getByText('CPU cores of one VM').nextElementSibling?.textContent).toBe('up to 4')
})

it('messages of a location are shown with their stream and what they say', async () => {
  const one = { id: 1, location: 5, stream: 'dhcp', message: { lease: 1 }, created_at: '2026-01-01 00:00:00' }
  stage(() => <LocationMessages id={5} />, { 'location.messages': { list: [one], size: 1, last_notify: 0 } })
  await settle()
  const item = within(screen.getByRole('listitem'))
  expect(item.getByText('dhcp')).toBeTruthy()
  expect(item.getByText('{"lease":1}')).toBeTruthy()
})
