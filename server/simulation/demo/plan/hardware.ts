import { createHash } from 'node:crypto'
import type { ServerHardware } from '../../devices/server/types.ts'
import { macText } from '../../devices/switch/mac-text.ts'
import { simulatedPortMac, simulatedPortName } from '../../devices/switch/model.ts'
import type { RoomController } from './controllers.ts'
import { atItsPort, type DemoRoom } from './room.ts'
import { lostModule, type PlatformKey } from './room-plan.ts'

type Parts = {
  sockets: number
  cores: number
  cpu: string
  mhz: number
  modules: number
  module_mib: number
  disks: number
  bytes: number
  disk: 'nvme' | 'sata' | 'sas'
  model: string
}

const nvme = (disks: number, bytes: number, model: string) => ({ disks, bytes, disk: 'nvme' as const, model })
const silver = { cpu: 'Intel(R) Xeon(R) Silver 4314 CPU @ 2.40GHz', mhz: 3400 }
const gold = { cpu: 'Intel(R) Xeon(R) Gold 6338N CPU @ 2.20GHz', mhz: 3500 }

/** What the platforms of the demo are made of; their `configuration` says it in short. */
const parts: Record<PlatformKey, Parts> = {
  a: {
    ...silver,
    sockets: 2,
    cores: 16,
    modules: 8,
    module_mib: 32_768,
    ...nvme(4, 1_920_383_410_176, 'KCD6XLUL1T92'),
  },
  b: {
    ...gold,
    sockets: 2,
    cores: 24,
    modules: 12,
    module_mib: 65_536,
    ...nvme(12, 3_840_755_982_336, 'KCD6XLUL3T84'),
  },
  s: {
    ...{ ...silver, sockets: 2, cores: 16, modules: 8, module_mib: 16_384 },
    ...{ disks: 12, bytes: 16_000_900_661_248, disk: 'sata', model: 'ST16000NM001G-2K' },
  },
  S: {
    ...{ ...silver, sockets: 2, cores: 12, modules: 8, module_mib: 32_768 },
    ...{ disks: 36, bytes: 20_000_588_955_648, disk: 'sas', model: 'ST20000NM002D' },
  },
  g: { ...gold, sockets: 2, cores: 32, modules: 16, module_mib: 65_536, ...nvme(8, 3_840_755_982_336, 'KCD6XLUL3T84') },
  h: {
    ...{ ...silver, sockets: 1, cores: 16, modules: 4, module_mib: 16_384 },
    ...{ disks: 2, bytes: 960_197_124_096, disk: 'sata', model: 'MZ7L3960HCJR-00A' },
  },
  B: { ...gold, sockets: 2, cores: 20, modules: 8, module_mib: 65_536, ...nvme(2, 960_197_124_096, 'KCD6XLUL960G') },
}

/** Letters and digits that stay the same for the same words. */
const code = (length: number, ...words: (string | number)[]) =>
  createHash('sha256').update(words.join('/')).digest('hex').slice(0, length).toUpperCase()

/** Serial number of a server, as its controller tells it as well. */
export const serialOf = ({ number }: Pick<RoomController, 'number'>) => `CV${40_000 + number * 37}`

/** Hardware of a server of the demo as a live system reports it; `whole`: as it was before a module was lost. */
export function demoHardware(
  room: DemoRoom,
  controller: RoomController,
  suffix: string,
  whole = false,
): ServerHardware {
  const { server, manufacturer, model } = controller
  const made = parts[server.platform]
  const digest = createHash('md5').update(server.name).digest('hex')
  const lost = !whole && server.name === lostModule + suffix
  return {
    version: 1,
    ...{ vendor: manufacturer, product: model, serial: serialOf(controller) },
    uuid: digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    bios: { vendor: manufacturer, version: `2.${10 + (controller.number % 3)}.1`, date: '03/14/2026' },
    ...{ firmware: 'bios', arch: 'x86_64' },
    cpus: Array.from({ length: made.sockets }, () => ({
      ...{ model: made.cpu, cores: made.cores, threads: made.cores * 2, mhz: made.mhz },
    })),
    memory_mib: (made.modules - (lost ? 1 : 0)) * made.module_mib,
    memory_modules: modulesOf(server.name, made).slice(0, made.modules - (lost ? 1 : 0)),
    disks: disksOf(server.name, controller.number, made),
    nics: nicsOf(room, controller),
    controller: { address: controller.address, mac: server.macs[1], firmware: '3.42' },
  }
}

const modulesOf = (name: string, { modules, module_mib }: Parts) =>
  Array.from({ length: modules }, (_, n) => ({
    slot: `${n % 2 === 0 ? 'A' : 'B'}${(n >> 1) + 1}`,
    mib: module_mib,
    ...{ type: 'DDR4', speed: '3200 MT/s', vendor: 'Samsung', part: `M393A${module_mib / 8192}K43DB3-CWE` },
    serial: code(8, name, 'module', n),
  }))

const disksOf = (name: string, number: number, { disks, bytes, disk, model }: Parts): ServerHardware['disks'] =>
  Array.from({ length: disks }, (_, n) => {
    const flash = disk === 'nvme' || model.startsWith('MZ')
    return {
      name: deviceName(disk, n),
      ...{
        model,
        bytes,
        rotational: !flash,
        transport: disk,
        firmware: disk === 'nvme' ? '0107' : flash ? 'HXT7904Q' : 'SN03',
      },
      serial: code(12, name, 'disk', n),
      wwn:
        disk === 'nvme'
          ? `eui.${code(16, name, 'wwn', n).toLowerCase()}`
          : `0x5000c5${code(10, name, 'wwn', n).toLowerCase()}`,
      smart: {
        ...{ passed: true, hours: 4000 + ((number * 331 + n * 7) % 21_000), temperature: 27 + ((number + n) % 9) },
        ...{ used_percent: flash ? (number + n) % 12 : null, media_errors: disk === 'nvme' ? 0 : null },
        ...{ reallocated: flash ? null : 0, pending: flash ? null : 0 },
      },
      holds: heldBy(deviceName(disk, n), n, bytes, disks),
      erase: disk === 'nvme' ? ['nvme_format'] : disk === 'sata' ? ['ata_secure_erase'] : [],
    }
  })

/** The first has the system; of many the others are one volume group, or hold Ceph. */
function heldBy(disk: string, n: number, bytes: number, disks: number): ServerHardware['disks'][number]['holds'] {
  const part = (at: number) => (disk.startsWith('nvme') ? `${disk}p${at}` : `${disk}${at}`)
  if (n === 0)
    return [
      { part: part(1), type: 'vfat', label: 'EFI', bytes: 512 << 20 },
      { part: part(2), type: 'ext4', label: 'root', bytes: bytes - (512 << 20) },
    ]
  if (n === 1 || n === disks - 1) return []
  return [{ part: '', type: disks > 12 ? 'ceph_bluestore' : 'LVM2_member', label: '', bytes }]
}

const letter = (n: number) => String.fromCharCode(97 + n)
/** As Linux names them; of 26 and more the second letter counts on. */
const deviceName = (disk: Parts['disk'], n: number) =>
  disk === 'nvme' ? `nvme${n}n1` : n < 26 ? `sd${letter(n)}` : `sda${letter(n - 26)}`

/** Its card for data, with the switch at the other end of its cable. */
function nicsOf(room: DemoRoom, { server }: RoomController): ServerHardware['nics'] {
  const cable = cableOf(room, server.name)
  const link = cable?.port.linked ?? false
  return [
    {
      name: 'eth0',
      ...{
        mac: server.macs[0],
        driver: 'i40e',
        firmware: '9.20 0x8000d95e 22.0.9',
        speed: link ? (cable?.port.mbps ?? null) : null,
        link,
      },
      lldp:
        cable && link && !cable.at.dead
          ? {
              chassis: macText(simulatedPortMac(cable.at.name, 0)),
              port: simulatedPortName(cable.at.device, cable.number),
              system: cable.at.name,
            }
          : null,
    },
  ]
}

/** Where its data port really leads. */
function cableOf(room: DemoRoom, name: string) {
  for (const at of room.switches)
    for (const [n, port] of at.ports.entries())
      if (port.server !== undefined && !port.ipmi && atItsPort(port.server) === name) return { at, port, number: n + 1 }
  return null
}
