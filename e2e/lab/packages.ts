import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { must, run } from './run.ts'

/** Debian packages the lab needs: the nodes' programs first, then what the guest image is made of and built with. */
export const labPackages = [
  'libvirt-daemon-system',
  'libvirt-clients',
  'qemu-system-x86',
  'qemu-utils',
  // A SPICE client of others that judges ours: takes one picture and ends.
  'spice-client-gtk',
  'glib-networking',
  'ovmf',
  'openssh-server',
  'openssh-client',
  'sshpass',
  'iproute2',
  'nftables',
  'openssl',
  'util-linux',
  'fdisk',
  'e2fsprogs',
  'busybox-static',
  'dropbear-bin',
  'qemu-guest-agent',
  'syslinux',
  'syslinux-common',
  'dosfstools',
  'mtools',
  'cpio',
  // Containers: LXD with what makes their address translation and snapshots.
  'lxd',
  'genisoimage',
  // A storage cluster, and what QEMU reaches it with.
  'ceph-mon',
  'ceph-mgr',
  'ceph-osd',
  'ceph-common',
  'qemu-block-extra',
  // Switches, PDUs and a NETCONF server.
  'snmpd',
  'snmp',
  'openvswitch-switch',
  'lldpd',
  'netconfd',
  'iputils-ping',
  // Management controllers, and a client of others that judges ours.
  'openipmi',
  'ipmitool',
  'amtterm',
  // Name servers with reverse records, and a client of others that judges ours.
  'bind9',
  'bind9-dnsutils',
  'pdns-server',
  'pdns-backend-sqlite3',
  // Volume groups on nodes; the kernel's part of it has a stand-in.
  'lvm2',
  // The live system's recipes.
  'jq',
  'zstd',
  // Runs the relay of a location.
  'python3',
  // What a location's control host serves to servers that boot from the network, and the archives they fetch.
  'kea-dhcp4-server',
  'nginx-light',
  'dnsmasq-base',
  'ipxe',
  'curl',
  'zstd',
]

/** What the browser tests need: Chromium without windows, twice as quick as with them. */
export const browserPackages = ['chromium-headless-shell']

const policy = '/usr/sbin/policy-rc.d'

/** Names of the given packages that are not installed. */
export async function missingPackages(names: readonly string[]): Promise<string[]> {
  // The exit code is 1 when any of them is unknown; the known ones are printed all the same.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query has place-holders of its own.
  const { stdout } = await run(['dpkg-query', '--show', '--showformat', '${db:Status-Abbrev} ${Package}\n', ...names])
  const installed = new Set(stdout.split('\n').flatMap((line) => (line.startsWith('ii') ? [line.slice(3).trim()] : [])))
  return names.filter((name) => !installed.has(name))
}

/**
 * Installs Debian packages: by apt when we are root, otherwise throws an error that names the missing ones. Daemons of
 * new packages are not started on the host itself.
 */
export async function ensurePackages(names: readonly string[] = labPackages): Promise<void> {
  if (!existsSync('/usr/bin/dpkg-query')) throw new Error('The lab needs Debian: dpkg was not found.')
  const missing = await missingPackages(names)
  if (missing.length === 0) return
  if (process.getuid?.() !== 0) throw new Error(`Missing packages: apt-get install ${missing.join(' ')}`)
  const quiet = !existsSync(policy)
  if (quiet) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    // Lists that are absent or old are the usual reason of a failure: fetch them and try once more.
    if ((await install(missing)).code === 0) return
    await apt(['update'])
    const second = await install(missing)
    if (second.code !== 0) throw new Error(`apt-get install ${missing.join(' ')} failed: ${second.stderr.trim()}`)
  } finally {
    if (quiet) await rm(policy, { force: true })
  }
}

/** Fetches a package file into `dir` without installing it; answers nothing, apt chooses the file's name. */
export async function downloadPackage(name: string, dir: string): Promise<void> {
  const download = ['download', '-o', 'APT::Sandbox::User=root', name]
  if ((await apt(download, dir)).code === 0) return
  await apt(['update'])
  await must(['apt-get', ...download], { cwd: dir, timeoutMs: 300_000 })
}

function install(names: readonly string[]) {
  return apt(['install', '--yes', '--no-install-recommends', ...names])
}

function apt(args: readonly string[], cwd?: string) {
  return run(['apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    cwd,
    timeoutMs: 900_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
  })
}
