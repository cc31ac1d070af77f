import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { run } from '../run.ts'
import type { CephAccess } from './access.ts'
import { lastLine, MISSING_PROGRAM } from './answers.ts'

const FOLDER = '/etc/ceph'
/** Where a node has what it needs for a pool. AppArmor lets QEMU read `/etc/ceph/*.conf`. */
export const cephConf = (pool: string) => `${FOLDER}/datahall-${pool}.conf`
const keyFile = (pool: string) => `${FOLDER}/datahall-${pool}.key`
const xmlFile = (pool: string) => `${FOLDER}/datahall-${pool}.xml`
/** What definitions of VMs call the secret by. */
export const cephSecret = (pool: string) => `datahall-${pool}`

export type CephStorage = { identity: string; pool: string }

const firstLine = ({ identity }: CephStorage) => `# Written by Datahall for the storage ${identity}.`

/** What programs need to reach the cluster. Each pool has a file of its own, so that a node can use several clusters. */
export const confText = (of: CephStorage, { fsid, monitors }: Pick<CephAccess, 'fsid' | 'monitors'>): string =>
  `${firstLine(of)}
[global]
fsid = ${fsid}
mon_host = ${monitors.join(' ')}

[client]
keyfile = ${keyFile(of.pool)}
`

/** The key for QEMU: it is not root, and gets it from libvirt. It cannot be read back over libvirt's socket. */
export const secretXml = ({ identity, pool }: CephStorage): string =>
  `<secret ephemeral='no' private='yes'><uuid>${identity}</uuid><usage type='ceph'><name>${cephSecret(pool)}</name></usage></secret>`

/** Identity of the storage that a node is connected to by the name of a pool; null: by that name to none. */
export async function connectedTo(ssh: SshConnection, pool: string, signal: AbortSignal): Promise<string | null> {
  const text = await ssh.sftp(signal, async (files) =>
    (await files.stat(cephConf(pool))) ? (await files.read(cephConf(pool), 8192)).toString('utf8') : null,
  )
  return text === null ? null : (/^# Written by Datahall for the storage ([0-9a-f-]{36})\.\n/.exec(text)?.[1] ?? '')
}

/** Writes what a node needs; the key lies in a file of root and in a secret of libvirt, and is part of no command. */
export async function writeAccess(ssh: SshConnection, of: CephStorage, access: CephAccess, signal: AbortSignal) {
  const { pool, identity } = of
  await run(ssh, ['mkdir', '-p', '-m', '0755', '--', FOLDER], signal)
  await ssh.sftp(signal, async (files) => {
    await files.writeFile(keyFile(pool), Buffer.from(access.key), 0o600)
    await files.writeFile(cephConf(pool), Buffer.from(confText(of, access)), 0o644)
    await files.writeFile(xmlFile(pool), Buffer.from(secretXml(of)), 0o600)
  })
  await virsh(ssh, ['secret-define', '--file', xmlFile(pool)], signal)
  await virsh(ssh, ['secret-set-value', '--secret', identity, '--file', keyFile(pool)], signal)
  await ssh.sftp(signal, (files) => files.remove(xmlFile(pool)))
}

/** The node forgets key and cluster; absent is fine. */
export async function removeAccess(ssh: SshConnection, { identity, pool }: CephStorage, signal: AbortSignal) {
  // Refused where there is none, or no libvirt any more.
  await ssh.exec([...VIRSH, 'secret-undefine', '--secret', identity], { signal })
  await ssh.sftp(signal, async (files) => {
    for (const path of [keyFile(pool), cephConf(pool), xmlFile(pool)]) await files.remove(path)
  })
}

const VIRSH = ['virsh', '--quiet', '--connect', 'qemu:///system']

async function virsh(ssh: SshConnection, words: string[], signal: AbortSignal) {
  const result = await ssh.exec([...VIRSH, ...words], { signal })
  if (result.code === MISSING_PROGRAM) throw deviceRejected(msg`The node has no virsh: install libvirt-clients`)
  if (result.code !== 0)
    throw deviceRejected(msg`libvirt on the node did not take the key of Ceph: ${lastLine(result)}`)
}
