import { expect, it } from 'vitest'
import { readCapabilities } from './capabilities.ts'

// Shortened from libvirt 9.0 with QEMU 7.2 on Debian 12.
const xml = (firmware: string, secure: string, graphics: string) => `<domainCapabilities>
  <os supported='yes'>
    <enum name='firmware'>${firmware}</enum>
    <loader supported='yes'>
      <enum name='type'><value>rom</value><value>pflash</value></enum>
      <enum name='secure'>${secure}</enum>
    </loader>
  </os>
  <devices>
    <graphics supported='yes'><enum name='type'>${graphics}</enum></graphics>
  </devices>
</domainCapabilities>`
const all = xml(
  '<value>bios</value><value>efi</value>',
  '<value>yes</value><value>no</value>',
  '<value>vnc</value><value>spice</value>',
)
const value = (text: string) => `<value>${text}</value>`

it('reads firmware, Secure Boot and SPICE, each as libvirt has it', () => {
  const own = ['host_cpu', 'cpu_model', 'nesting']
  expect(readCapabilities(all, 'kvm', true)).toEqual([...own, 'efi_boot', 'secure_boot', 'spice'])
  expect(readCapabilities(xml(value('efi'), value('no'), value('vnc')), 'kvm', true)).toEqual([...own, 'efi_boot'])
  expect(readCapabilities(xml('', value('yes'), ''), 'kvm', true)).toEqual(own)
})

it('gives no processor of its own under emulation, and no nested VMs where the kernel does not', () => {
  expect(readCapabilities(all, 'tcg', true)).toEqual(['cpu_model', 'efi_boot', 'secure_boot', 'spice'])
  expect(readCapabilities(all, 'kvm', false)).not.toContain('nesting')
})

it.each(['', '<nothing/>', '<domainCapabilities/>'])('takes %j for no capabilities of the firmware', (text) =>
  expect(readCapabilities(text, 'tcg', false)).toEqual(['cpu_model']),
)

it('refuses a document type', () =>
  expect(() => readCapabilities('<!DOCTYPE a [<!ENTITY b "c">]><domainCapabilities/>', 'kvm', true)).toThrow(
    /unexpected/,
  ))
