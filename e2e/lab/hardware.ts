import { copyFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of a server, as the operating system on it and the file on this host show it. */
export type LabDisk = {
  serial: string
  /** As `lsblk` says it; null for disks that have none. */
  wwn: string | null
  bytes: number
  /** Its content, raw, in the server's folder: see `devicePath`. Write to it only while the server is off. */
  file: string
}

/** What a server of the lab is made of, as its firmware says it. */
export type LabHardware = {
  /** Name of the location whose provisioning network its only card is plugged into. */
  location: string
  firmware: 'bios' | 'uefi'
  vendor: string
  product: string
  serial: string
  uuid: string
  memory_mib: number
  mac: string
  disks: LabDisk[]
}

const hex = (number: number) => number.toString(16).padStart(2, '0')
const GIB = 2 ** 30
const code = '/usr/share/OVMF/OVMF_CODE_4M.fd'
const variables = '/usr/share/OVMF/OVMF_VARS_4M.fd'

/**
 * Server `index` of `count` (from 1): the last one has UEFI and virtio-blk disks, which have no WWN, the others BIOS and SCSI disks.
 */
export function labHardware(index: number, count: number, location: string): LabHardware {
  const uefi = index === count
  const digits = String(index).padStart(4, '0')
  return {
    location,
    firmware: uefi ? 'uefi' : 'bios',
    vendor: 'Datahall Lab',
    product: uefi ? 'Server U1' : 'Server B1',
    serial: `LABSRV${digits}`,
    uuid: `da7aba11-0000-4000-8000-00000000${digits}`,
    memory_mib: 768,
    mac: `02:da:7a:91:00:${hex(index)}`,
    disks: [1, 2].map((disk) => ({
      serial: `LABDISK${digits}-${disk}`,
      wwn: uefi ? null : `0x5000c5009100${hex(index)}${hex(disk)}`,
      bytes: 3 * GIB,
      file: `disk${disk}.raw`,
    })),
  }
}

/** Makes the disks (sparse), the firmware's variables and the list of arguments for `shell/machine.sh` in a server's folder. */
export function buildMachine(dir: string, hardware: LabHardware): void {
  for (const { file, bytes } of hardware.disks) {
    writeFileSync(join(dir, file), '')
    truncateSync(join(dir, file), bytes)
  }
  if (hardware.firmware === 'uefi') copyFileSync(variables, join(dir, 'variables.fd'))
  writeFileSync(join(dir, 'machine'), `${machineArguments(dir, hardware).join('\n')}\n`)
}

/**
 * Arguments of QEMU for a server whose files are in `dir`, but for what differs from start to start. Its firmware speaks on the serial port,
 * and tries only what has a place in its boot order: the disks. Emulated, for KVM is not to be had everywhere.
 */
export function machineArguments(dir: string, hardware: LabHardware): string[] {
  const { firmware, vendor, product, serial, uuid, mac, disks } = hardware
  const uefi = firmware === 'uefi'
  const flash = (path: string, more: string) => ['-drive', `if=pflash,format=raw,file=${path}${more}`]
  const bus = uefi ? [] : ['-device', 'virtio-scsi-pci,id=scsi0']
  const drives = disks.flatMap((disk, at) => {
    const place = `drive=disk${at},serial=${disk.serial},bootindex=${at + 1}`
    return [
      '-drive',
      `if=none,id=disk${at},format=raw,cache=unsafe,discard=unmap,file=${join(dir, disk.file)}`,
      '-device',
      uefi ? `virtio-blk-pci,${place}` : `scsi-hd,bus=scsi0.0,${place},wwn=${disk.wwn},rotation_rate=1`,
    ]
  })
  // Without its option ROM a card is driven by the firmware, whose client is none of iPXE; the ROM for BIOS is one.
  const card = `virtio-net-pci,id=nic0,netdev=net0,mac=${mac}${uefi ? ',romfile=' : ''}`
  return [
    // With more room for translated code QEMU keeps that of the system before a restart, and the next one unpacks onto it at a sixth of the speed.
    ...['-accel', 'tcg,tb-size=32'],
    ...['-machine', 'pc,graphics=off', '-cpu', 'qemu64,+rdrand', '-m', String(hardware.memory_mib)],
    ...['-display', 'none', '-nodefaults', '-boot', 'strict=on'],
    ...(uefi ? [...flash(code, ',readonly=on'), ...flash(join(dir, 'variables.fd'), '')] : []),
    ...['-smbios', `type=1,manufacturer=${vendor},product=${product},serial=${serial},uuid=${uuid}`],
    ...['-smbios', `type=3,manufacturer=${vendor},serial=${serial}`],
    ...bus,
    ...drives,
    ...['-netdev', 'tap,id=net0,ifname=nic0,script=no,downscript=no', '-device', card],
    ...['-serial', 'chardev:serial', '-mon', 'monitor'],
    // Its controller from inside: the port that `bmc-agent.ts` gives the simulator.
    ...['-chardev', 'socket,id=ipmi,host=127.0.0.1,port=19002,reconnect=1'],
    ...['-device', 'ipmi-bmc-extern,id=bmc0,chardev=ipmi', '-device', 'isa-ipmi-kcs,bmc=bmc0'],
  ]
}
