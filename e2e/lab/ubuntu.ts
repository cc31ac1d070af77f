import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeGroups } from './cgroups.ts'
import { bootDevice, deviceGroup } from './device.ts'
import { panelArgv } from './node.ts'
import { ensurePackages } from './packages.ts'
import { must, type RunResult, run } from './run.ts'
import { hashFolder } from './sources.ts'
import { cacheDir, type Lab, type LabNode, labDir, makeLabRoot } from './state.ts'

const source = join(import.meta.dirname, 'ubuntu')
const BUILD_MS = 20 * 60_000
const START_MS = 10 * 60_000
const PASSWORD = 'Lab-node-1'
const GIB = 2 ** 30

/** A whole Ubuntu with a kernel of its own, emulated: what a lab's nodes have of the machine below them (device-mapper, ZFS, NFS), this has itself. */
export type LabUbuntu = Pick<LabNode, 'index' | 'name' | 'address' | 'ssh_port' | 'user' | 'password'>

/** Its own disks, empty at first, and one that all of a lab have in common, as on a SAN. */
export const ubuntuDisks = { own: ['/dev/vdb', '/dev/vdc'], shared: '/dev/sda' } as const

/**
 * Builds what they start from, unless this version of it is in the cache: two minutes, and 250 MB of packages from Ubuntu's mirror. Inside a lab there is no
 * network for that. @returns its folder
 */
export async function ensureUbuntu(): Promise<string> {
  makeLabRoot()
  const folder = join(cacheDir, `ubuntu-${sourcesKey()}`)
  if (existsSync(folder)) return folder
  await ensurePackages(['mmdebstrap', 'e2fsprogs'])
  const work = await mkdtemp(join(cacheDir, 'ubuntu-build-'))
  try {
    await must(['sh', join(source, 'build.sh'), join(work, 'out'), PASSWORD], { timeoutMs: BUILD_MS })
    await rename(join(work, 'out'), folder).catch((fault) => {
      if (!existsSync(folder)) throw fault
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/** Starts so many in a lab that is up, and resolves when one can sign in to each: two to four minutes. Their disks are new. */
export async function ubuntusUp(lab: Lab, count: number): Promise<LabUbuntu[]> {
  const folder = await ensureUbuntu()
  const shared = join(labDir(lab.name), 'san.raw')
  sparse(shared, GIB)
  const all = Array.from({ length: count }, (_, n): LabUbuntu => {
    const address = lab.network.replace(/\.0\/24$/, `.${55 + n}`)
    return { index: n + 1, name: `ubuntu${n + 1}`, address, ssh_port: 22, user: 'root', password: PASSWORD }
  })
  for (const one of all) {
    const dir = join(labDir(lab.name), one.name)
    mkdirSync(dir, { recursive: true, mode: 0o755 })
    const system = join(dir, 'system.qcow2')
    const on = ['-b', join(folder, 'system.raw'), '-F', 'raw']
    await must(['qemu-img', 'create', '-q', '-f', 'qcow2', ...on, system])
    const own = ubuntuDisks.own.map((_, at) => join(dir, `own${at + 1}.raw`))
    for (const file of own) sparse(file, 2 * GIB)
    const argv = machine(lab, one, { kernel: join(folder, 'vmlinuz'), system, own, shared })
    writeFileSync(join(dir, 'machine'), `${argv.join('\n')}\n`)
    await ubuntuOn(lab, one)
  }
  await Promise.all(all.map((one) => untilSignedIn(lab, one)))
  return all
}

/** Cuts its power. Its disks stay. */
export async function ubuntuOff(lab: Lab, { name }: LabUbuntu): Promise<void> {
  await removeGroups(deviceGroup(lab, name))
  // It would go by itself, but at a time of the kernel's choosing.
  await run(panelArgv(lab, ['ip', 'link', 'delete', name]))
}

/** Starts one that is off; resolves before it has started. */
export async function ubuntuOn(lab: Lab, { name }: LabUbuntu): Promise<void> {
  await bootDevice(lab, name, 'ubuntu-init.sh', { cable: name })
}

/** Runs a shell command in it, over SSH. */
export function inUbuntu(lab: Lab, { address, password, user }: LabUbuntu, command: string): Promise<RunResult> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=10', 'LogLevel=ERROR']
  const ssh = ['ssh', ...options.flatMap((one) => ['-o', one]), `${user}@${address}`, command]
  return run(panelArgv(lab, ['sshpass', '-p', password, ...ssh]), { timeoutMs: 300_000 })
}

/** Waits until all of it has started. @throws Error with the last of what it said on its serial port */
export async function untilSignedIn(lab: Lab, one: LabUbuntu): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; ) {
    const { code, stdout } = await inUbuntu(lab, one, 'systemctl is-system-running --wait')
    if (code !== 255 && /running|degraded/.test(stdout)) return
    await new Promise((go) => setTimeout(go, 1000))
  }
  const said = readFileSync(join(labDir(lab.name), one.name, 'serial.log'), 'utf8')
  throw new Error(`${one.name} did not start: ${said.slice(-2000)}`)
}

type Parts = { kernel: string; system: string; own: readonly string[]; shared: string }

/** Arguments of QEMU. Emulated, for KVM is not to be had everywhere. */
function machine(lab: Lab, { index, name, address }: LabUbuntu, { kernel, system, own, shared }: Parts): string[] {
  const ip = `ip=${address}::${lab.panel.address}:255.255.255.0:${name}:vmbr0:off`
  const words = ['root=/dev/vda rw console=ttyS0 net.ifnames=0 mitigations=off quiet', `systemd.hostname=${name}`, ip]
  const disks = own.flatMap((file) => ['-drive', `if=virtio,format=raw,cache=unsafe,discard=unmap,file=${file}`])
  return [
    ...['-accel', 'tcg,thread=multi', '-machine', 'pc', '-cpu', 'max', '-smp', '2', '-m', '1024'],
    ...['-display', 'none', '-nodefaults', '-no-user-config'],
    ...['-kernel', kernel, '-append', words.join(' ')],
    ...['-drive', `if=virtio,format=qcow2,cache=unsafe,discard=unmap,file=${system}`],
    ...disks,
    // Without QEMU's lock: several machines write to it, as to the disk of a SAN.
    ...['-drive', `if=none,id=shared,format=raw,file.locking=off,file=${shared}`, '-device', 'virtio-scsi-pci'],
    ...['-device', 'scsi-hd,drive=shared,share-rw=on,serial=LABSAN,wwn=0x5000c50092000001'],
    ...['-netdev', 'tap,id=net0,ifname=nic0,script=no,downscript=no'],
    ...['-device', `virtio-net-pci,netdev=net0,mac=02:da:7a:92:00:0${index}`, '-device', 'virtio-rng-pci'],
    ...['-serial', `file:${join(labDir(lab.name), name, 'serial.log')}`],
  ]
}

function sparse(file: string, bytes: number): void {
  writeFileSync(file, '')
  truncateSync(file, bytes)
}

/** Changes whenever the recipe does. */
function sourcesKey(): string {
  const hash = createHash('sha256').update(PASSWORD)
  hashFolder(hash, source)
  return hash.digest('hex').slice(0, 16)
}
