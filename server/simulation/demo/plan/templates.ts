import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OfferedTemplate } from '../../../domain/os-template/index.ts'

const both = { arch: 'x86_64', firmware: ['bios', 'uefi'] } as const
const KiB = 1024

/** What servers of the demo boot that do not start from their disks: one kernel and one live system for all of them. */
const tools = [
  { name: 'Diagnostics', type: 'diag', version: '2.3' },
  { name: 'Rescue system', type: 'rescue', version: '2.3' },
  { name: 'Discovery', type: 'serversearch', version: '2.3' },
] as const

/** Systems that are installed from an image. `newer`: the version that comes after locations have got the first one. */
const systems: readonly {
  name: string
  version: string
  newer?: string
  tag: string
  kib: number
  disk_mib: number
}[] = [
  { name: 'Debian 12', version: '12.11', tag: 'debian', kib: 48, disk_mib: 4096 },
  { name: 'Debian 13', version: '13.1', tag: 'debian', kib: 52, disk_mib: 4096 },
  { name: 'Ubuntu 22.04', version: '22.04.5', tag: 'ubuntu', kib: 60, disk_mib: 8192 },
  { name: 'Ubuntu 24.04', version: '24.04.2', newer: '24.04.3', tag: 'ubuntu', kib: 64, disk_mib: 8192 },
  { name: 'Rocky Linux 9', version: '9.6', tag: 'rocky', kib: 56, disk_mib: 10_240 },
  { name: 'AlmaLinux 9', version: '9.6', tag: 'almalinux', kib: 56, disk_mib: 10_240 },
]

/** Its image is only half there in the repository. */
const broken = 'Rocky Linux 9'
/** Templates that the demo's first location has, or tries to get. */
export const demoTemplates = [
  ...tools.map(({ name }) => name),
  'Debian 12',
  'Debian 13',
  'Debian 13 installer',
  'Ubuntu 24.04',
  broken,
]

const PRESEED = `d-i netcfg/get_hostname string {{hostname}}
{{#ip}}d-i netcfg/get_ipaddress string {{.}}
{{/ip}}d-i mirror/http/hostname string {{mirror}}
d-i passwd/root-password-crypted password {{password_hash}}
d-i partman/early_command string \\
  wget -q -O /dev/null {{answer}}report/partition; \\
  disk=$(readlink -f {{disk_path}}); debconf-set partman-auto/disk "$disk"
d-i preseed/late_command string in-target register-host {{registration_key}}; \\
  wget -q -O /dev/null {{answer}}report/done
`

/** Bytes that are the same for the same name, and like those of a packed file. */
const bytesOf = (name: string, kib: number) =>
  createHash('shake256', { outputLength: kib * KiB })
    .update(name)
    .digest()

/** Writes the files of the demo's OS templates. @returns what an index says of them; `newer`: as it is some time later */
export async function writeTemplates(directory: string, newer: boolean): Promise<object[]> {
  const folder = path.join(directory, 'templates')
  await mkdir(folder, { recursive: true })
  const file = async (name: string, content: Buffer, kept = content.length) => {
    await writeFile(path.join(folder, name), content.subarray(0, kept))
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { file: `templates/${name}`, sha256, bytes: content.length }
  }
  const live = {
    kernel: await file('live-vmlinuz', bytesOf('live kernel', 24)),
    initrd: await file('live-initrd', bytesOf('live system', 96)),
  }
  const made: Partial<OfferedTemplate>[] = tools.map((tool) => ({
    ...{ ...both, ...tool, ...live, ram_mib: 1024, tags: ['tools'] },
    firmware: [...both.firmware],
    ...(tool.type === 'diag' && {
      macros: [
        { name: 'lldp_seconds', default: '33', words: 'Seconds in which switches announce themselves', secret: false },
      ],
      kernel_args: 'datahall.lldp={{lldp_seconds}}',
    }),
  }))
  for (const { name, version: first, newer: second, tag, kib, disk_mib } of systems) {
    const version = newer ? (second ?? first) : first
    const content = bytesOf(`${name} ${version}`, kib)
    const kept = name === broken ? content.length / 2 : content.length
    const image = await file(`${tag}-${version}.raw`, content, kept)
    made.push({
      ...{ ...both, name, version, type: 'ostemplate', ram_mib: 512, disk_mib, tags: [tag] },
      firmware: [...both.firmware],
      image: { ...image, format: 'raw', image_bytes: content.length },
    })
  }
  const answer = await file('debian-13-preseed.cfg', Buffer.from(PRESEED))
  made.push({
    ...{ ...both, name: 'Debian 13 installer', version: '13.1', type: 'isotemplate', ram_mib: 780, disk_mib: 4096 },
    firmware: [...both.firmware],
    tags: ['debian'],
    kernel: await file('debian-13-linux', bytesOf('installer kernel', 24)),
    initrd: await file('debian-13-initrd', bytesOf('installer', 72)),
    answer: { ...answer, kind: 'preseed' },
    kernel_args: 'auto=true priority=critical url={{answer}}preseed.cfg hostname={{hostname}}',
    macros: [
      { name: 'mirror', default: 'deb.debian.org', words: 'Mirror', secret: false },
      { name: 'registration_key', default: '', words: 'Key that new systems register with', secret: true },
    ],
  })
  return made
}
