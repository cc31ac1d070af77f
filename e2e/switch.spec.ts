import type { PortSeed, SwitchSeed } from '../server/drivers/switch/simulated/model.ts'
import { simulatedSwitch } from '../server/drivers/switch/simulated/model.ts'
import { switchAt } from './support/agents.ts'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

const stopping: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

/** A location with a rack, and in it a simulated switch that has been read once. */
async function addSwitch(admin: RestClient, address: string, seed: Omit<SwitchSeed, 'kind'>) {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const model = simulatedSwitch({ kind: 'snmp_common', ...seed })
  stopping.push(await switchAt(address, model))
  const hall = `hall-${address}`
  const location = await made('/dci/v3/location', {
    ...{ name: hall, ssh_address: '127.0.0.1', ssh_port: 9, ssh_user: 'root' },
  })
  const rack = await made(`/dci/v3/location/${location}/rack`, { name: `${hall}-r1`, size: 10 })
  const snmp_params = { version: 'snmp_v2c', community: 'private' }
  const id = await made('/dci/v3/switch', {
    ...{ name: `sw-${address}`, ip: address, device: 'snmp_common', rack, unit: 9, size: 1, snmp_params },
  })
  const { body } = await admin.post(`/dci/v3/switch/${id}/poll`)
  await admin.ended(body.task)
  const ports = (await admin.get(`/dci/v3/switch/${id}/port?orderby=if_index`)).body.list as { id: number }[]
  return { id, location, rack, model, made, ports: ports.map((port) => port.id) }
}

const plain = (n: number): PortSeed => ({
  name: `ge-0/0/${n}`,
  vlan_id: n % 3 === 0 ? 20 : 10,
  linked: n % 5 !== 4,
  ...(n === 7 && { trunk_members: [10, 20] }),
})

test('the face of a switch: colours, keys, the panel of a port, a change that shows', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const uplinks = [0, 1].map((n): PortSeed => ({ name: `xe-0/1/${n}`, mbps: 10_000, vlan_id: 10 }))
  const ports = [...Array.from({ length: 24 }, (_, n) => plain(n)), ...uplinks]
  const gear = await addSwitch(admin, '127.77.0.1', { name: 'edge', ports, vlans: [{ vlan_id: 10, name: 'office' }] })
  await gear.made(`/dci/v3/switch/${gear.id}/port/${gear.ports[24]}/uplink`, { is_uplink: true })
  await signIn('admin')
  await page.goto(`/switches/${gear.id}`)
  const face = page.getByRole('group', { name: /^Ports of sw-/ })
  await expect(face.getByRole('button')).toHaveCount(26)
  const first = face.getByRole('button', { name: 'Port ge-0/0/0, Link, 1G, free, VLAN 20' })
  await expect(first).toHaveAttribute('data-look', 'filled')
  await expect(face.getByRole('button', { name: 'Port ge-0/0/4, No link' })).toHaveAttribute('data-look', 'none')
  await axe()
  await shoot('switch-face')

  // Two ports share a colour under VLANs when they share the VLAN.
  await page.getByRole('group', { name: 'Colour ports by' }).getByRole('button', { name: 'VLAN' }).click()
  const ground = (n: number) => face.getByRole('button', { name: `Port ge-0/0/${n},` }).getAttribute('data-ground')
  expect(await ground(0)).toBe(await ground(3))
  expect(await ground(0)).not.toBe(await ground(1))
  expect(await ground(7)).toBe('cat-3')
  await expect(page.getByRole('list', { name: 'What the colours mean' })).toContainText('Trunk')
  await axe()
  await shoot('switch-face-vlan')

  // By keyboard: right is the next column, down the lower row; Enter opens the port, Esc closes it.
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(face.getByRole('button', { name: 'Port ge-0/0/3,' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('ge-0/0/3')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Picked port' })
  await expect(panel.getByRole('heading', { name: 'ge-0/0/3' })).toBeFocused()
  await expect(page).toHaveURL(/port=\d+/)
  await axe()
  await shoot('switch-port')

  // What is changed in the panel is brought to the device, read back, and shown without a reload.
  await panel.getByRole('button', { name: 'VLANs and note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('VLAN', { exact: true }).fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(face.getByRole('button', { name: 'Port ge-0/0/3, Link, 1G, free, VLAN 10' })).toBeVisible()
  expect(gear.model.ports[3]?.pvid).toBe(10)
  await panel.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(face.getByRole('button', { name: 'Port ge-0/0/3, Shut' })).toHaveAttribute('data-look', 'shut')
  expect(gear.model.ports[3]?.admin).toBe(2)
  await page.getByRole('button', { name: 'Close the port' }).click()
  await expect(panel).toBeHidden()
})
