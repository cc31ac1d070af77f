import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { DiskSpec, DomainSize, DomainSpec, InterfaceSpec } from '../domain-types.ts'
import { tapName } from '../packets/names.ts'
import { drives, startOrder } from './domain-drives.ts'
import { screens } from './domain-screens.ts'
import { cpuFeatures, cpuTune, diskTune, ioTune } from './domain-tuning.ts'
import { consoleLogPath } from './log.ts'
import { volumeSource } from './volume-source.ts'
import { buildXml, type XmlNode } from './xml.ts'

/** Modules that can be plugged in while a domain runs. */
const memorySlots = 16

const on = (enabled: boolean) => (enabled ? 'yes' : 'no')

/**
 * The processor a guest sees. Under emulation the host's cannot be passed on; Nehalem is what current distributions need
 * at least (x86-64-v2), emulates as fast as qemu64, and is the same on every node.
 */
function cpu(spec: DomainSpec): XmlNode {
  return { ...model(spec), ...numa(spec) }
}

/** Memory can only be plugged into a NUMA cell (formatdomain, Memory devices); one cell has it all. */
function numa({ room, ram_mib }: DomainSpec): XmlNode {
  if (!hasMemoryRoom(room, ram_mib)) return {}
  const last = room.cpu_number - 1
  const cell = { '@id': '0', '@cpus': last > 0 ? `0-${last}` : '0', '@memory': String(ram_mib), '@unit': 'MiB' }
  return { numa: { cell } }
}

const hasMemoryRoom = (room: DomainSize | null, ram_mib: number): room is DomainSize =>
  room !== null && room.ram_mib > ram_mib

function model(spec: DomainSpec): XmlNode {
  if (spec.accelerator === 'tcg')
    return named(spec.cpu_mode === 'custom' ? (spec.cpu_custom_model ?? '') : 'Nehalem', 'none')
  if (spec.cpu_mode === 'custom') return { ...named(spec.cpu_custom_model ?? '', 'partial'), ...cpuFeatures(spec) }
  if (spec.cpu_mode === 'host-model') return { '@mode': 'host-model', ...cpuFeatures(spec) }
  return { '@mode': 'host-passthrough', '@check': 'none', '@migratable': 'on', ...cpuFeatures(spec) }
}

function named(model: string, check: 'none' | 'partial'): XmlNode {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(model)) {
    throw invalidInput(msg`A custom CPU mode needs the name of a CPU model`, model.slice(0, 100))
  }
  return { '@mode': 'custom', '@match': 'exact', '@check': check, model: { '@fallback': 'allow', '#text': model } }
}

function disk(spec: DiskSpec, order: number | null, domain: DomainSpec): XmlNode {
  const { type, source, driver } = volumeSource(spec.path)
  return {
    '@type': type,
    '@device': 'disk',
    // The format is always given: detecting it from content written by a guest would let the guest read files of the
    // node.
    driver: {
      '@name': 'qemu',
      '@type': spec.format,
      ...(spec.served && { '@error_policy': 'stop', '@rerror_policy': 'stop' }),
      '@discard': 'unmap',
      ...driver,
    },
    source,
    target: { '@dev': spec.target_dev, '@bus': spec.bus },
    ...(order === null ? {} : { boot: { '@order': String(order) } }),
    ...diskTune(domain),
  }
}

function networkCard(item: InterfaceSpec, domain: string): XmlNode {
  return {
    '@type': 'bridge',
    mac: { '@address': item.mac },
    source: { '@bridge': item.bridge },
    model: { '@type': item.model },
    // Packet rules and traffic limits name it.
    target: { '@dev': tapName(domain, item.mac) },
  }
}

const consoleLog = (spec: DomainSpec): XmlNode => ({ '@file': consoleLogPath(spec.internal_name), '@append': 'on' })

/** Through it the panel speaks with the agent in the guest. */
const agentChannel: XmlNode = {
  '@type': 'unix',
  target: { '@type': 'virtio', '@name': 'org.qemu.guest_agent.0' },
}

/**
 * Chooses the firmware. Without Secure Boot where it is not asked for: images are seldom signed for it, and a guest that was not
 * installed with it would not start.
 */
const firmware = (secure: boolean): XmlNode => ({
  firmware: { feature: ['secure-boot', 'enrolled-keys'].map((name) => ({ '@enabled': on(secure), '@name': name })) },
  // Only the firmware itself may write what it stores, which takes the processor's system management mode.
  ...(secure ? { loader: { '@secure': 'yes' } } : {}),
})

/**
 * Slots that are free for devices to be plugged in while a UEFI guest runs: on its chipset (q35) each needs a port of its own, and ports
 * cannot be plugged in. What is defined takes ports first, so each start has as many free ones again.
 */
export const SPARE_PORTS = 4
/** Devices beside disks and interfaces that take a port each: USB, serial channels, balloon, random numbers, and one that disks share. */
const FIXED_DEVICES = 5

function rootPorts({ disks, interfaces }: DomainSpec): XmlNode[] {
  const count = FIXED_DEVICES + disks.length + interfaces.length + SPARE_PORTS
  const port = (_: unknown, n: number) => ({ '@type': 'pci', '@index': String(n + 1), '@model': 'pcie-root-port' })
  return [{ '@type': 'pci', '@index': '0', '@model': 'pcie-root' }, ...Array.from({ length: count }, port)]
}

const scsiController: XmlNode = { '@type': 'scsi', '@index': '0', '@model': 'virtio-scsi' }

function controllers(spec: DomainSpec): XmlNode[] {
  const scsi = spec.disks.some((item) => item.bus === 'scsi')
  return [...(spec.efi_boot ? rootPorts(spec) : []), ...(scsi ? [scsiController] : [])]
}

/** The definition of a domain (libvirt.org/formatdomain.html). @throws PanelError invalid_input */
export function domainXml(spec: DomainSpec): string {
  const order = startOrder(spec)
  const { channel, graphics, rest } = screens(spec)
  return buildXml({
    domain: {
      '@type': spec.accelerator === 'kvm' ? 'kvm' : 'qemu',
      name: spec.internal_name,
      uuid: spec.uuid,
      ...(hasMemoryRoom(spec.room, spec.ram_mib)
        ? { maxMemory: { '@slots': String(memorySlots), '@unit': 'MiB', '#text': String(spec.room.ram_mib) } }
        : {}),
      memory: { '@unit': 'MiB', '#text': String(spec.ram_mib) },
      currentMemory: { '@unit': 'MiB', '#text': String(spec.ram_mib) },
      vcpu: {
        '@placement': 'static',
        '@current': String(spec.cpu_number),
        '#text': String(Math.max(spec.cpu_number, spec.room?.cpu_number ?? 0)),
      },
      ...cpuTune(spec.limits),
      ...ioTune(spec.limits),
      os: {
        ...(spec.efi_boot ? { '@firmware': 'efi' } : {}),
        type: { '@arch': 'x86_64', '@machine': spec.efi_boot ? 'q35' : 'pc', '#text': 'hvm' },
        ...(spec.efi_boot ? firmware(spec.secure_boot) : {}),
        // Either orders on devices or this list; libvirt refuses both.
        ...(order.isGiven ? {} : { boot: { '@dev': 'hd' } }),
      },
      features: { acpi: '', apic: '', ...(spec.efi_boot && spec.secure_boot ? { smm: { '@state': 'on' } } : {}) },
      cpu: cpu(spec),
      clock: {
        '@offset': 'utc',
        timer: [
          { '@name': 'rtc', '@tickpolicy': 'catchup' },
          { '@name': 'pit', '@tickpolicy': 'delay' },
          { '@name': 'hpet', '@present': 'no' },
        ],
      },
      on_poweroff: 'destroy',
      on_reboot: 'restart',
      on_crash: 'destroy',
      pm: { 'suspend-to-mem': { '@enabled': on(false) }, 'suspend-to-disk': { '@enabled': on(false) } },
      devices: {
        disk: [...spec.disks.map((item) => disk(item, order.of(item), spec)), ...drives(spec)],
        controller: controllers(spec),
        interface: spec.interfaces.map((item) => networkCard(item, spec.internal_name)),
        serial: { '@type': 'pty', log: consoleLog(spec), target: { '@port': '0' } },
        console: { '@type': 'pty', log: consoleLog(spec), target: { '@type': 'serial', '@port': '0' } },
        channel: [agentChannel, ...channel],
        // An absolute pointer: the mouse in a browser has a place, not a movement.
        input: { '@type': 'tablet', '@bus': 'usb' },
        graphics,
        ...rest,
        memballoon: { '@model': 'virtio', stats: { '@period': '10' } },
        rng: { '@model': 'virtio', backend: { '@model': 'random', '#text': '/dev/urandom' } },
      },
    },
  })
}

/** The channel of the guest's agent, as `attachDevice` wants it. */
export const agentChannelXml = (): string => buildXml({ channel: agentChannel })

/** What disks on the bus `scsi` need, as `attachDevice` wants it. */
export const scsiControllerXml = (): string => buildXml({ controller: scsiController })

/** One disk, as `attachDevice` wants it: the order of booting is that of a start. */
export function diskXml(item: DiskSpec, domain: DomainSpec): string {
  return buildXml({ disk: disk(item, null, domain) })
}

/** One interface, as `attachDevice` wants it. */
export function interfaceXml(item: InterfaceSpec, domain: string): string {
  return buildXml({ interface: networkCard(item, domain) })
}

/** A module of memory, as `attachDevice` wants it. */
export function memoryXml(mib: number): string {
  return buildXml({
    memory: { '@model': 'dimm', target: { size: { '@unit': 'MiB', '#text': String(mib) }, node: '0' } },
  })
}
