import { XMLParser } from 'fast-xml-parser'
import { type Capability, ownCapabilities } from '../../../domain/node/capabilities.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import type { Accelerator } from '../domain-types.ts'
import { canCount, canLimit, canReject } from '../packets/check.ts'
import type { LibvirtLink } from './libvirt-link.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => name === 'enum' || name === 'value',
})

type Enum = { '@name': string; value?: string[] }
type DomainCapabilities = {
  domainCapabilities?: {
    os?: { enum?: Enum[]; loader?: { enum?: Enum[] } }
    devices?: { graphics?: { enum?: Enum[] }; video?: { enum?: Enum[] } }
  }
}

const offers = (list: Enum[] | undefined, name: string, value: string) =>
  list?.some((one) => one['@name'] === name && one.value?.includes(value)) ?? false

/** What libvirt's description of possible domains (libvirt.org/formatdomaincaps.html) and the kernel's modules say. */
export function readCapabilities(
  xml: string,
  accelerator: Accelerator,
  { nested, rejects, limits, counts }: { nested: boolean; rejects: boolean; limits: boolean; counts: boolean },
): Capability[] {
  if (xml.length > 4 << 20 || /<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw deviceRejected(msg`libvirt returned an unexpected description of what VMs can have`)
  const { os, devices } = (parser.parse(xml) as DomainCapabilities).domainCapabilities ?? {}
  const has: Partial<Record<Capability, boolean>> = {
    host_cpu: accelerator === 'kvm',
    cpu_model: true,
    nesting: accelerator === 'kvm' && nested,
    efi_boot: offers(os?.enum, 'firmware', 'efi'),
    secure_boot: offers(os?.enum, 'firmware', 'efi') && offers(os?.loader?.enum, 'secure', 'yes'),
    // The card that SPICE programs work best with comes in the same package.
    spice: offers(devices?.graphics?.enum, 'type', 'spice') && offers(devices?.video?.enum, 'modelType', 'qxl'),
    traffic: limits,
    tcp_connections: counts,
    reject: rejects,
  }
  return ownCapabilities('kvm').filter((one) => has[one])
}

/** Asks libvirt, and the kernel whether guests may run guests, packets can be rejected, traffic limited and connections counted. @throws PanelError device_rejected */
export async function capabilitiesOf(
  ssh: SshConnection,
  link: LibvirtLink,
  accelerator: Accelerator,
  signal: AbortSignal,
): Promise<Capability[]> {
  const type = accelerator === 'kvm' ? 'kvm' : 'qemu'
  const [xml, nested, rejects, limits, counts] = await Promise.all([
    link.call(procedures.domainCapabilities, { arch: 'x86_64', machine: 'q35', type }, signal),
    // One of them is absent, and `cat` shows the other all the same.
    ssh.exec(['cat', '/sys/module/kvm_intel/parameters/nested', '/sys/module/kvm_amd/parameters/nested'], { signal }),
    canReject(ssh, signal),
    canLimit(ssh, signal),
    canCount(ssh, signal),
  ])
  return readCapabilities(xml, accelerator, { nested: /^[Y1]/m.test(nested.stdout), rejects, limits, counts })
}
