import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { SshConnection } from '../../server/protocols/ssh/connection.ts'
import type { ServerSystem } from './server.ts'
import type { LabControlHost, LabDevice } from './state.ts'

// DHCP, TFTP and HTTP on a location's control host, set up by hand over SSH: what the lab itself is tried with.

const folder = '/srv/boot'
const files = `${folder}/www`

/** The services run, and answer each server. */
export type BootServices = {
  /** What HTTP was asked for so far, by the server of that address: methods and paths, oldest first. */
  requests(address: string): Promise<string[]>
  /** Lines of the log of DHCP that name this address of a card. */
  dhcp(mac: string): Promise<string[]>
  stop(): Promise<void>
}

/** Address of a server on the provisioning network. */
export const provisionedAddress = ({ network }: LabControlHost['provisioning'], { index }: LabDevice) =>
  network.replace(/0\/\d+$/, String(100 + index))

/** Starts them; each of `servers` gets a script that boots `system`. @throws Error with what a service said when it does not run */
export async function startBootServices(
  ssh: SshConnection,
  { provisioning }: LabControlHost,
  servers: readonly LabDevice[],
  system: ServerSystem,
  signal: AbortSignal,
): Promise<BootServices> {
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await ssh.exec(argv, { signal, maxOutput: 1 << 22 })
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`)
    return stdout
  }
  const web = `http://${provisioning.address}`
  const [kernel, initrd] = [readFileSync(system.kernel), readFileSync(system.initrd)]
  const path = (data: Buffer) => `/a/${createHash('sha256').update(data).digest('hex')}`
  const made = new Map<string, Buffer>([
    [`${folder}/kea.json`, Buffer.from(JSON.stringify(kea(provisioning, servers), null, 2))],
    [`${folder}/nginx.conf`, Buffer.from(nginx(provisioning.address))],
    [`${files}${path(kernel)}`, kernel],
    [`${files}${path(initrd)}`, initrd],
  ])
  for (const { name, hardware } of servers) {
    const words = `console=ttyS0,115200 quiet mitigations=off panic=1 lab.name=${name} lab.boot=network`
    const script = `#!ipxe
kernel ${web}${path(kernel)} initrd=initrd ${words}
initrd --name initrd ${web}${path(initrd)}
boot
`
    made.set(`${files}/boot/${hardware?.mac.replaceAll(':', '-')}/script`, Buffer.from(script))
  }
  const folders = [...made.keys()].map((name) => name.slice(0, name.lastIndexOf('/')))
  await run('mkdir', '-p', '/run/kea', `${folder}/tftp`, ...new Set(folders))
  await ssh.sftp(signal, async (sftp) => {
    for (const [name, data] of made) await sftp.writeFile(name, data, 0o644)
  })
  await run('cp', '/usr/lib/ipxe/undionly.kpxe', '/usr/lib/ipxe/snponly.efi', `${folder}/tftp`)

  const daemons = [
    ['kea-dhcp4', '-c', `${folder}/kea.json`],
    ['nginx', '-c', `${folder}/nginx.conf`, '-g', 'daemon off;'],
    // Ports of UDP that nobody is asked for: dnsmasq serves names unless told otherwise.
    ['dnsmasq', '--conf-file=/dev/null', '--port=0', '--no-daemon', '--user=root', '--enable-tftp'].concat(
      `--tftp-root=${folder}/tftp`,
      `--listen-address=${provisioning.address}`,
      '--bind-interfaces',
    ),
  ]
  // A daemon lives on when its session ends, in a session of its own; the number is that of the daemon, which `exec` makes of the shell.
  const start = 'log=$1; shift; ( exec setsid "$@" > "$log" 2>&1 < /dev/null & echo $! )'
  const pids: string[] = []
  for (const argv of daemons)
    pids.push((await run('sh', '-c', start, 'sh', `${folder}/${argv[0]}.log`, ...argv)).trim())
  await ready(run, pids, daemons)
  const lines = async (log: string) => (await run('cat', `${folder}/${log}`)).split('\n')
  return {
    requests: async (address) =>
      (await lines('access.log')).flatMap((line) =>
        line.startsWith(`${address} `) ? line.split(' ').slice(1).join(' ') : [],
      ),
    dhcp: async (mac) => (await lines('kea-dhcp4.log')).filter((line) => line.includes(mac)),
    stop: async () => void (await run('kill', ...pids)),
  }
}

/** Waits until all three have their sockets; throws when one of them has ended, as it does when others have them. */
async function ready(run: (...argv: string[]) => Promise<string>, pids: string[], daemons: string[][]): Promise<void> {
  const started = pids.map((pid, at) => `"${daemons[at]?.[0]}",pid=${pid},`)
  for (let tries = 0; tries < 300; tries += 1) {
    const open = (await run('ss', '-ltuwnpH')).split('\n')
    const ports = [':67 ', ':80 ', ':69 ']
    if (started.every((owner, at) => open.some((line) => line.includes(owner) && line.includes(ports[at] ?? ''))))
      return
    await pause(50)
  }
  const logs = await Promise.all(daemons.map(([name]) => run('tail', '-n', '5', `${folder}/${name}.log`)))
  throw new Error(`Not all of ${pids.join(', ')} listen: ${logs.join('\n')}`)
}

/** Cards that are not known get no address. Who has iPXE already is sent to its script, the others to iPXE. */
function kea({ interface: name, address, network }: LabControlHost['provisioning'], servers: readonly LabDevice[]) {
  const ipxe = "substring(option[77].hex,0,4) == 'iPXE'"
  const tftp = (firmware: string, boot: string) => ({ 'next-server': address, 'boot-file-name': boot, name: firmware })
  const script = `http://${address}/boot/\${mac:hexhyp}/script`
  const reservations = servers.map((server) => ({
    'hw-address': server.hardware?.mac,
    'ip-address': provisionedAddress({ interface: name, address, network, prefix: 24 }, server),
    hostname: server.name,
  }))
  return {
    Dhcp4: {
      'interfaces-config': { interfaces: [name], 'dhcp-socket-type': 'raw' },
      'lease-database': { type: 'memfile', persist: false },
      'valid-lifetime': 600,
      authoritative: true,
      // A machine has the same address in every program that it boots through.
      'match-client-id': false,
      'host-reservation-identifiers': ['hw-address'],
      'client-classes': [
        { name: 'ipxe', test: ipxe, 'boot-file-name': script },
        { ...tftp('uefi', 'snponly.efi'), test: `not member('ipxe') and option[93].hex == 0x0007` },
        { ...tftp('bios', 'undionly.kpxe'), test: `not member('ipxe') and option[93].hex == 0x0000` },
      ],
      subnet4: [{ id: 1, subnet: network, interface: name, reservations }],
      loggers: [{ name: 'kea-dhcp4', severity: 'INFO', output_options: [{ output: 'stdout' }] }],
    },
  }
}

function nginx(address: string): string {
  return `pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  log_format short '$remote_addr $request_method $uri $status';
  access_log ${folder}/access.log short;
  server {
    listen ${address}:80;
    root ${files};
  }
}
`
}
