import { deviceRejected } from '../../../domain/shared/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { LinuxHost } from '../linux/host.ts'
import type { HypervisorVersions, NodeFacts } from '../node-types.ts'
import { checkNft } from '../packets/check.ts'
import type { LibvirtLink } from './libvirt-link.ts'

const oldestLibvirt = 7_000_000
const oldestQemu = 5_002_000
/** `7002022` is version 7.2.22. */
const formatVersion = (version: number) =>
  [Math.floor(version / 1_000_000), Math.floor(version / 1_000) % 1_000, version % 1_000].join('.')

/** The node itself, with libvirt and QEMU. */
export class Host extends LinuxHost {
  readonly #ssh: SshConnection
  readonly #link: LibvirtLink

  constructor(ssh: SshConnection, link: LibvirtLink) {
    super(ssh)
    this.#ssh = ssh
    this.#link = link
  }

  async checkHypervisor(signal: AbortSignal): Promise<HypervisorVersions> {
    const libvirt = await this.#link.call(procedures.libraryVersion, undefined, signal)
    if (libvirt < oldestLibvirt) {
      throw deviceRejected(
        msg`libvirt ${formatVersion(libvirt)} is too old: ${formatVersion(oldestLibvirt)} or newer is needed`,
      )
    }
    const qemu = await this.#link.call(procedures.hypervisorVersion, undefined, signal).catch((cause) => {
      signal.throwIfAborted()
      throw deviceRejected(
        msg`libvirt finds no QEMU on the node: install qemu-system-x86 (Debian, Ubuntu) or qemu-kvm`,
        { cause },
      )
    })
    if (qemu < oldestQemu) {
      throw deviceRejected(msg`QEMU ${formatVersion(qemu)} is too old: ${formatVersion(oldestQemu)} or newer is needed`)
    }
    const image = await this.#ssh.exec(['qemu-img', '--version'], { signal })
    if (image.code !== 0)
      throw deviceRejected(msg`qemu-img is missing on the node: install qemu-utils (Debian, Ubuntu) or qemu-img`)
    await checkNft(this.#ssh, signal)
    return { libvirt_version: formatVersion(libvirt), qemu_version: formatVersion(qemu), lxd_version: null }
  }

  async facts(signal: AbortSignal): Promise<NodeFacts> {
    const [os, hypervisor, hostname, hardware] = await Promise.all([
      this.checkOs(signal),
      this.checkHypervisor(signal),
      this.#link.call(procedures.hostname, undefined, signal),
      this.hardware(signal),
    ])
    return { hostname: cleanMessage(hostname), ...os, ...hypervisor, ...hardware }
  }
}
