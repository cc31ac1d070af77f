import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { failed } from '../linux/failed.ts'
import { domainKey } from './names.ts'
import { sharedRules } from './rules.ts'

const folder = '/etc/datahall/network'
const all = '/etc/datahall/network.nft'
const unit = 'datahall-network.service'
const unitPath = `/etc/systemd/system/${unit}`
const modeFolder = 0o755
const modeFile = 0o644

const shared = Buffer.from(`${[...sharedRules, `include "${folder}/*.nft"`].join('\n')}\n`)

const fileOf = (domain: string) => `${folder}/${domainKey(domain)}.nft`

/** Before libvirt starts any VM, and again after nftables.service, whose start clears all rules of the node. */
const unitText = `[Unit]
Description=Packet rules of virtual machines
After=nftables.service
PartOf=nftables.service
ReloadPropagatedFrom=nftables.service
Before=libvirtd.service virtqemud.service libvirt-guests.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/nft -f ${all}
ExecReload=/usr/sbin/nft -f ${all}

[Install]
WantedBy=multi-user.target nftables.service
`

/** Keeps the rules of a domain on the node, so that they are there after its start before any VM is. */
export async function keep(
  ssh: SshConnection,
  domain: string,
  rules: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const isNew = await ssh.sftp(signal, async (files) => {
    const known = (await files.stat(unitPath)) !== null
    if (!known)
      for (const path of ['/etc/datahall', folder])
        if (!(await files.stat(path))) await files.makeDirectory(path, modeFolder)
    // An earlier version had other shared rules, which those of this domain would not fit.
    const there = await files.readFile(all, shared.length)
    if (typeof there === 'string' || !there.equals(shared)) await files.writeFile(all, shared, modeFile)
    await files.writeFile(fileOf(domain), Buffer.from(`${rules.join('\n')}\n`), modeFile)
    if (!known) await files.writeFile(unitPath, Buffer.from(unitText), modeFile)
    return !known
  })
  if (isNew) await enable(ssh, signal)
}

/** A node without systemd gets its rules from the panel alone, when that connects and at each start of a VM. */
async function enable(ssh: SshConnection, signal: AbortSignal): Promise<void> {
  const enabled = await ssh.exec(['systemctl', 'enable', unit], { signal })
  if (enabled.code === 0) return
  const runs = await ssh.sftp(signal, (files) => files.stat('/run/systemd/system'))
  if (!runs) return
  await ssh.sftp(signal, (files) => files.remove(unitPath))
  throw failed('systemctl', enabled)
}

export async function forget(ssh: SshConnection, domain: string, signal: AbortSignal): Promise<void> {
  await ssh.sftp(signal, (files) => files.remove(fileOf(domain)))
}
