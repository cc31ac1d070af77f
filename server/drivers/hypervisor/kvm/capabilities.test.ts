import { expect, it } from 'vitest'
import { readCapabilities } from './capabilities.ts'

// Shortened from libvirt 9.0 with QEMU 7.2 on Debian 12.
const xml = (...firmware: string[]) => `<domainCapabilities>
  <os supported='yes'>
    <enum name='firmware'>${firmware.map((one) => `<value>${one}</value>`).join('')}</enum>
    <loader supported='yes'><enum name='type'><value>rom</value><value>pflash</value></enum></loader>
  </os>
</domainCapabilities>`

it('reads the firmware as libvirt has it', () => {
  const own = ['host_cpu', 'cpu_model', 'nesting']
  expect(readCapabilities(xml('bios', 'efi'), 'kvm', true)).toEqual([...own, 'efi_boot'])
  expect(readCapabilities(xml('efi'), 'kvm', true)).toEqual([...own, 'efi_boot'])
  expect(readCapabilities(xml('bios'), 'kvm', true)).toEqual(own)
  expect(readCapabilities(xml(), 'kvm', true)).toEqual(own)
})

it('gives no processor of its own under emulation, and no nested VMs where the kernel does not', () => {
  expect(readCapabilities(xml('efi'), 'tcg', true)).toEqual(['cpu_model', 'efi_boot'])
  expect(readCapabilities(xml('efi'), 'kvm', false)).not.toContain('nesting')
})

it.each(['', '<nothing/>', '<domainCapabilities/>'])('takes %j for no capabilities of the firmware', (text) =>
  expect(readCapabilities(text, 'tcg', false)).toEqual(['cpu_model']),
)

it('refuses a document type', () =>
  expect(() => readCapabilities('<!DOCTYPE a [<!ENTITY b "c">]><domainCapabilities/>', 'kvm', true)).toThrow(
    /unexpected/,
  ))
