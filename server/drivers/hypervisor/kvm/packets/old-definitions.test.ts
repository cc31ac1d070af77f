import { expect, test } from 'vitest'
import { tapName } from '../../packets/names.ts'
import { liveDevices, renewedDefinition } from './old-definitions.ts'

const mac = '52:54:00:ab:00:01'
const card = (inside: string) => `    <interface type='bridge'>
      <mac address='${mac}'/>
      <source bridge='vmbr0'/>${inside}
      <model type='virtio'/>
    </interface>`
const domain = (inside: string) =>
  `<domain type='kvm'>\n  <devices>\n${card(inside)}\n    <console type='pty'><target type='serial' port='0'/></console>\n  </devices>\n</domain>`

test('the device of an interface is found by its MAC; names that taps never have are not taken', () => {
  expect(liveDevices(domain(`\n      <target dev='vnet7'/>`))).toEqual(new Map([[mac, 'vnet7']]))
  for (const odd of ['eth0', 'vmbr0', 'vnet7 }'])
    expect(liveDevices(domain(`<target dev='${odd}'/>`)), odd).toEqual(new Map())
})

test("an old definition gets names for its taps and loses libvirt's filters and limits, nothing else", () => {
  const old = domain(`
      <bandwidth>
        <inbound average='1125'/>
      </bandwidth>
      <filterref filter='vm_1-nic-525400ab0001'><parameter name='IP' value='192.0.2.1'/></filterref>`)
  const renewed = renewedDefinition('vm_1', old)
  expect(renewed).toContain(`<target dev='${tapName('vm_1', mac)}'/></interface>`)
  expect(renewed).not.toMatch(/filterref|bandwidth|inbound/)
  expect(renewed).toContain(`<target type='serial' port='0'/>`)
  expect(renewed).toContain(`<model type='virtio'/>`)
  expect(renewedDefinition('vm_1', renewed!)).toBeNull()
})
