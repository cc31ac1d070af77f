import { expect, it } from 'vitest'
import { readCapabilities } from './capabilities.ts'

// Shortened from libvirt 9.0 with QEMU 7.2 on Debian 12.
const xml = (...firmware: string[]) => `<domainCapabilities>
  <os supported='yes'>
    <enum name='firmware'>${firmware.map((one) => `<value>${one}</value>`).join('')}</enum>
    <loader supported='yes'><enum name='type'><value>rom</value><value>pflash</value></enum></loader>
  </os>
  <devices>
    <graphics supported='yes'><enum name='type'><value>vnc</value></enum></graphics>
    <video supported='yes'><enum name='modelType'><value>vga</value></enum></video>
  </devices>
</domainCapabilities>`

const none = { nested: false, rejects: false, limits: false, counts: false }

it('reads the firmware as libvirt has it', () => {
  const own = ['host_cpu', 'cpu_model', 'nesting']
  expect(readCapabilities(xml('bios', 'efi'), 'kvm', { ...none, nested: true })).toEqual([...own, 'efi_boot'])
  expect(readCapabilities(xml('efi'), 'kvm', { ...none, nested: true })).toEqual([...own, 'efi_boot'])
  expect(readCapabilities(xml('bios'), 'kvm', { ...none, nested: true })).toEqual(own)
  expect(readCapabilities(xml(), 'kvm', { ...none, nested: true })).toEqual(own)
})

it('takes over whether the node rejects packets, limits traffic and counts connections', () => {
  const of = (has: Partial<typeof none>) => readCapabilities(xml(), 'tcg', { ...none, ...has })
  expect(of({ rejects: true })).toEqual(['cpu_model', 'reject'])
  expect(of({ limits: true })).toEqual(['cpu_model', 'traffic'])
  expect(of({ counts: true })).toEqual(['cpu_model', 'tcp_connections'])
})

it('reads Secure Boot and SPICE as libvirt has them', () => {
  const full = xml('efi')
    .replace('</loader>', `<enum name='secure'><value>yes</value><value>no</value></enum></loader>`)
    .replace('<value>vnc</value>', '<value>vnc</value><value>spice</value>')
    .replace('<value>vga</value>', '<value>vga</value><value>qxl</value>')
  expect(readCapabilities(full, 'tcg', none)).toEqual(['cpu_model', 'efi_boot', 'secure_boot', 'spice'])
  // The display is of no use without the card.
  expect(readCapabilities(full.replace('qxl', 'ramfb'), 'tcg', none)).not.toContain('spice')
  expect(readCapabilities(full.replaceAll('<value>yes</value>', ''), 'tcg', none)).not.toContain('secure_boot')
})

it('gives no processor of its own under emulation, and no nested VMs where the kernel does not', () => {
  expect(readCapabilities(xml('efi'), 'tcg', { ...none, nested: true })).toEqual(['cpu_model', 'efi_boot'])
  expect(readCapabilities(xml('efi'), 'kvm', none)).not.toContain('nesting')
})

it.each(['', '<nothing/>', '<domainCapabilities/>'])('takes %j for no capabilities of the firmware', (text) =>
  expect(readCapabilities(text, 'tcg', none)).toEqual(['cpu_model']),
)

it('refuses a document type', () =>
  expect(() =>
    readCapabilities('<!DOCTYPE a [<!ENTITY b "c">]><domainCapabilities/>', 'kvm', { ...none, nested: true }),
  ).toThrow(/unexpected/))
