import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../e2e/lab/api.ts'
import { devicePath, labSignIn } from '../../../../e2e/lab/device.ts'
import { smallInstaller } from '../../../../e2e/lab/installer.ts'
import { ensureLiveSystem } from '../../../../e2e/lab/live-system.ts'
import type { LabDevice } from '../../../../e2e/lab/state.ts'
import { templateFixture } from '../../../../e2e/support/os-templates.ts'

/** Of the server in its provisioning network. */
const ADDRESS = '10.91.0.11'
const NET = { name: '10.91.0.0/24', net: '10.91.0.0/24', gateway: '10.91.0.1', family: 2 }
const RANGE = { first: '10.91.0.200', last: '10.91.0.250' }

/** Of the installer in small (`e2e/lab/installer`). */
const PRESEED = `d-i netcfg/get_hostname string {{hostname}}
d-i datahall/address string {{address}}
d-i datahall/mac string {{mac}}
d-i passwd/root-password-crypted password {{password_hash}}
d-i partman/early_command string \\
  curl -sf {{answer}}report/partition; \\
  disk=$(readlink -f {{disk_path}}); debconf-set partman-auto/disk "$disk"
d-i preseed/late_command string curl -sf {{answer}}report/done
`

type Answer = { status: number; body: { task?: number | number[]; id?: number } }

/** A panel with a location of the lab that is set up, a server in it with its controller, and templates there. Nothing is simulated but the hardware. */
export async function operationLab() {
  const lab = currentLab()
  const [site] = labDevices(lab, 'location')
  const [machine] = labDevices(lab, 'server')
  if (!site?.host || !machine?.hardware)
    throw new Error('These tests need servers: lab.ts up --locations 1 --servers 2')
  const { hardware } = machine
  const t = await templateFixture()
  const { admin, database } = t.api
  const { prisma } = database

  /** What was accepted, when its tasks have ended well. */
  async function ok(answer: Answer) {
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    for (const one of [answer.body.task ?? []].flat()) {
      const row = await t.ended(one)
      expect(row, JSON.stringify(row.error)).toMatchObject({ status: 'complete' })
    }
    return answer.body
  }

  const way = { ssh_address: site.address, ssh_port: 22, ssh_user: 'root', password: site.host.password }
  const location = (await ok(await admin.post('/dci/v3/location', { name: 'Lab', ...way }))).id ?? 0
  const { id: ipnet_id } = await prisma.ipnet.create({ data: { ...NET, location_id: location } })
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
  const platform = await prisma.platform.create({ data: kind })
  const made = { name: machine.name, type: 'server', platform_id: platform.id, location_id: location, size: 1 }
  const { id: server } = await prisma.server.create({ data: made })
  await prisma.server_mac.create({ data: { mac: hardware.mac, server_id: server } })
  const { username, password } = labSignIn.bmc
  await ok(await admin.post(`/dci/v3/server/${server}/ipmi`, { type: 'ipmi', ip: machine.address, username, password }))
  const dhcp = { interfaces_4: ['prov0'], ranges: [RANGE] }
  await ok(await admin.post(`/dci/v3/location/${location}/setup`, { dhcp }))
  await prisma.ip.create({
    data: { ip_addr: ADDRESS, family: 2, mask: '255.255.255.0', state: 'ok', server_id: server, ipnet_id },
  })

  // Of its controller: the address in the record is one of it, so the controller is given that address.
  const [a, b, c] = machine.address.split('.')
  const management = { net: `${a}.${b}.${c}.0/24`, gateway: `${a}.${b}.${c}.254` }
  await prisma.ipnet.create({ data: { name: 'management', family: 2, location_id: location, ...management } })

  const built = await ensureLiveSystem()
  const file = (name: string, path: string) => t.repository.file(name, readFileSync(path))
  // There is no LLDP on the provisioning network.
  const alone = 'datahall.lldp=0'
  const live = {
    kernel: file('live/kernel', built.kernel),
    initrd: file('live/initrd', built.initrd),
    kernel_args: alone,
  }
  const { kernel, initrd } = built.controlled
  const controlled = {
    ...{ kernel: file('controlled/kernel', kernel), initrd: file('controlled/initrd', initrd) },
    // The kernel of real servers looks whether timers work, which emulated ones under load do not in time.
    kernel_args: `no_timer_check ${alone}`,
  }
  const every = { version: '1', arch: 'x86_64', firmware: ['bios', 'uefi'] }
  const { image_bytes, image_sha256 } = JSON.parse(readFileSync(join(dirname(built.small), 'index.json'), 'utf8'))
    .os_templates[0].image
  const image = { ...file('small/image', built.small), format: 'zst', image_bytes, image_sha256 }
  await t.read([
    { name: 'diag', type: 'diag', ...every, ...controlled },
    // What others than diagnostics of the one above are done with, as it is the newer one: the kernel for virtual machines boots in a fraction of the time.
    { name: 'plain', type: 'diag', ...every, ...live },
    { name: 'rescue', type: 'rescue', ...every, ...live },
    { name: 'small', type: 'ostemplate', ...every, image },
    {
      ...{ name: 'installer', type: 'isotemplate', ...every, kernel: live.kernel },
      initrd: t.repository.file('installer/initrd', smallInstaller(built)),
      answer: { ...t.repository.file('installer/preseed.cfg', PRESEED), kind: 'preseed' },
      kernel_args: 'auto=true priority=critical url={{answer}}preseed.cfg',
    },
  ])
  const templates = {
    ...{ diag: await t.id('diag'), plain: await t.id('plain'), rescue: await t.id('rescue') },
    ...{ small: await t.id('small'), installer: await t.id('installer') },
  }
  await ok(await t.put(location, Object.values(templates)))

  /** The newest operation of the server. */
  const last = async () => (await admin.get(`/dci/v3/server/${server}/operation?orderby=id desc`)).body.list[0]
  const disk = (n: number) => devicePath(lab, machine, hardware.disks[n]?.file ?? '')
  return {
    ...t,
    ok,
    site,
    machine,
    hardware,

    location,
    server,
    templates,
    /** What a disk of the server holds, while it is off. */
    bytesAt(n: number, offset: number, length: number): Buffer {
      const handle = openSync(disk(n), 'r')
      try {
        const bytes = Buffer.alloc(length)
        readSync(handle, bytes, 0, length, offset)
        return bytes
      } finally {
        closeSync(handle)
      }
    },
    /** Puts bytes on a disk of the server, while it is off. */
    writeAt(n: number, offset: number, bytes: Buffer): void {
      const handle = openSync(disk(n), 'r+')
      try {
        writeSync(handle, bytes, 0, bytes.length, offset)
      } finally {
        closeSync(handle)
      }
    },
    /** Signs in to the server from the control host, since the panel does not reach it. */
    inServer: (secret: string, ...words: string[]) => overSsh(site, ['sshpass', '-p', secret, 'ssh'], words),
    /** Makes a key on the control host, which has files of its own. @returns the public one, as its file has it */
    async makeKey(): Promise<string> {
      await inDevice(site, ['rm', '-f', KEY])
      await inDevice(site, ['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', KEY])
      return (await inDevice(site, ['cat', `${KEY}.pub`])).stdout
    },
    /** The same with this key, without a password. */
    inServerByKey: (...words: string[]) =>
      overSsh(site, ['ssh', '-i', KEY, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes'], words),
    begin: (what: string, body: object) => admin.post(`/dci/v3/server/${server}/${what}`, body),
    last,
    /** Steps of the newest operation that have begun. */
    stepNames: async () => (await last()).steps.map(({ name }: { name: string }) => name) as string[],
    async close() {
      t.startWorker()
      const { body } = await admin.delete(`/dci/v3/location/${location}/setup`)
      if (body.task) await t.ended(body.task)
      await t.close()
    },
  }
}

const KEY = '/root/lab-key'

async function overSsh(site: LabDevice, ssh: string[], words: string[]): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=30']
  const argv = [...ssh, '-q', ...options.flatMap((one) => ['-o', one]), `root@${ADDRESS}`, ...words]
  return (await inDevice(site, argv)).stdout.trim()
}
