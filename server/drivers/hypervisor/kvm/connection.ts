import type { Duplex, Readable } from 'node:stream'
import type { Capability } from '../../../domain/node/capabilities.ts'
import type { Domain } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import type { Cleared } from '../../../protocols/utility-guest/answers.ts'
import type { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { nodeStorage } from '../../storage/registry.ts'
import type { NodeStorage, StoragePlace } from '../../storage/types.ts'
import type { DiskExport, DiskExports, DiskToRead, ExportRequest, VolumeExport } from '../backup-types.ts'
import type {
  Accelerator,
  Capture,
  DiskCopy,
  DiskSpec,
  DomainDisk,
  DomainEvent,
  DomainInfo,
  DomainLimits,
  DomainSizes,
  DomainSpec,
  InterfaceSpec,
  Waiting,
} from '../domain-types.ts'
import type { DomainStats, GuestFileSystem, NodeCounters, NodeUsage } from '../figure-types.ts'
import type { ImageRequest, ImageSource, MadeImage } from '../image-types.ts'
import { authorizeKey, copyFile, ensureDirectories, writeSeed } from '../linux/files.ts'
import { putImage } from '../linux/images.ts'
import { makeIsolatedBridge, removeIsolatedBridge } from '../linux/isolated-bridge.ts'
import { filesOnly, rejected } from '../linux/messages.ts'
import { nodePath } from '../linux/paths.ts'
import type { DiskMove, OnCopied, VolumeCopy, Where } from '../move-types.ts'
import type { PacketCounters } from '../packet-types.ts'
import { NodeRules } from '../packets/node-rules.ts'
import type { ServedVolume } from '../served-types.ts'
import type {
  AgentRepair,
  GuestScript,
  GuestScriptReading,
  HypervisorVersions,
  KeyChange,
  NodeConnection,
  NodeFacts,
  SeedFiles,
  VolumeSpec,
} from '../types.ts'
import { clearIn } from '../utility-guest/clear.ts'
import { startUtilityGuest } from '../utility-guest/start.ts'
import type { UtilityBoot, UtilityDisk } from '../utility-types.ts'
import { probeAccelerator } from './accelerator.ts'
import type { AtDomain } from './at-domain.ts'
import { KvmExports } from './backup/exports.ts'
import { capabilitiesOf } from './capabilities.ts'
import { copyDisks, dropCopies } from './copy-disks.ts'
import { deleteImage } from './delete-image.ts'
import { diskSize, growDisk } from './disk-size.ts'
import { domainEvent } from './domain-state.ts'
import { Domains } from './domains.ts'
import { endGuestScript, readGuestScript, startGuestScript } from './guest-exec.ts'
import { guestFileSystems } from './guest-file-systems.ts'
import { changeGuestKeys, guestKeys } from './guest-keys.ts'
import { Host } from './host.ts'
import { LibvirtLink } from './libvirt-link.ts'
import { consoleLog, ensureLogFolder, hypervisorLog, removeConsoleLog } from './log.ts'
import { openFile, removeMadeImage } from './make-image.ts'
import { asPanelError } from './messages.ts'
import { copyVolume } from './move/convert.ts'
import { dropMove, moveDisk } from './move/move-disk.ts'
import { repairAgent } from './repair-agent.ts'
import { pullVolume } from './served/pull.ts'
import { serveVolumes } from './served/serve.ts'
import { captureDisks, dropCapture } from './snapshots/capture.ts'
import { resumeDomain } from './snapshots/memory.ts'
import { revertDisk } from './snapshots/revert.ts'
import { createVolume, removeVolume } from './volumes.ts'

/** virDomainConsoleFlags: the previous client of the console loses it, be it a dead tab or another panel process. */
const takeOver = 1

/** A node with libvirt and QEMU: one SSH connection, and libvirt's protocol through it. */
export class KvmConnection implements NodeConnection {
  readonly hostKey: string
  readonly closed: Promise<Error | null>
  readonly #ssh: SshConnection
  readonly #link: LibvirtLink
  readonly #host: Host
  readonly #domains: Domains
  readonly #rules: NodeRules
  readonly #exports: KvmExports
  readonly #listeners = new Set<(event: DomainEvent) => void>()

  constructor(ssh: SshConnection) {
    this.#ssh = ssh
    this.hostKey = ssh.hostKey
    let lost: Error | null = null
    this.#link = new LibvirtLink(
      ssh,
      (event) => {
        const translated = domainEvent(event)
        if (translated) for (const listener of [...this.#listeners]) listener(translated)
      },
      (cause) => {
        lost ??= cause
        ssh.close()
      },
    )
    this.#host = new Host(ssh, this.#link)
    this.#rules = new NodeRules(ssh)
    this.#domains = new Domains(this.#link, this.#rules)
    this.#exports = new KvmExports(ssh, this.#link, (name, signal) => this.#domains.find(name, signal))
    this.closed = ssh.closed.then((cause) => {
      const first = lost ?? cause
      return first && (asPanelError(first, new AbortController().signal) as Error)
    })
  }

  close(): void {
    this.#link.close()
    this.#ssh.close()
  }

  async #do<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted()
      return await work()
    } catch (error) {
      throw asPanelError(error, signal)
    }
  }

  checkOs(signal: AbortSignal): Promise<{ os_name: string; kernel: string }> {
    return this.#do(signal, () => this.#host.checkOs(signal))
  }

  checkHypervisor(signal: AbortSignal): Promise<HypervisorVersions> {
    return this.#do(signal, () => this.#host.checkHypervisor(signal))
  }

  probeAccelerator(signal: AbortSignal): Promise<Accelerator> {
    return this.#do(signal, () => probeAccelerator(this.#ssh, signal))
  }

  capabilities(accelerator: Accelerator, signal: AbortSignal): Promise<Capability[]> {
    return this.#do(signal, () => capabilitiesOf(this.#ssh, this.#link, accelerator, signal))
  }

  facts(signal: AbortSignal): Promise<NodeFacts> {
    return this.#do(signal, () => this.#host.facts(signal))
  }

  usage(path: string, signal: AbortSignal): Promise<NodeUsage> {
    return this.#do(signal, () => this.#host.usage(path, signal))
  }

  authorizeKey(publicKey: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => authorizeKey(this.#ssh, publicKey, signal))
  }

  ensureDirectories(paths: string[], signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => ensureDirectories(this.#ssh, paths, signal))
  }

  domains(signal: AbortSignal): Promise<DomainInfo[]> {
    return this.#do(signal, () => this.#domains.list(signal))
  }

  domain(internalName: string, signal: AbortSignal): Promise<DomainInfo | null> {
    return this.#do(signal, () => this.#domains.info(internalName, signal))
  }

  stats(signal: AbortSignal): Promise<DomainStats[]> {
    return this.#do(signal, () => this.#domains.stats(signal))
  }

  guestFileSystems(internalName: string, signal: AbortSignal): Promise<GuestFileSystem[]> {
    return this.#do(signal, async () => guestFileSystems(await this.#agent(internalName, signal)))
  }

  counters(signal: AbortSignal): Promise<NodeCounters> {
    return this.#do(signal, () => this.#host.counters(signal))
  }

  /** Events flow from the first call to libvirt on; asking for them opens it when nothing has. */
  onDomainEvent(listener: (event: DomainEvent) => void): () => void {
    this.#listeners.add(listener)
    // A node without libvirt has no events; other requests get the error.
    this.#link.open(new AbortController().signal).catch(() => {})
    return () => this.#listeners.delete(listener)
  }

  defineDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      await ensureLogFolder(this.#ssh, signal)
      await this.#domains.define(spec, signal)
    })
  }

  changeDomain(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    return this.#do(signal, async () => {
      await ensureLogFolder(this.#ssh, signal)
      return this.#domains.change(spec, signal)
    })
  }

  domainSizes(internalName: string, signal: AbortSignal): Promise<DomainSizes | null> {
    return this.#do(signal, () => this.#domains.sizes(internalName, signal))
  }

  changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#do(signal, async () => {
      await ensureLogFolder(this.#ssh, signal)
      return this.#domains.changeInterfaces(spec, signal)
    })
  }

  changeDisks(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#do(signal, async () => {
      await ensureLogFolder(this.#ssh, signal)
      return this.#domains.changeDisks(spec, signal)
    })
  }

  changeMedium(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#do(signal, async () => {
      await ensureLogFolder(this.#ssh, signal)
      const { medium } = spec
      if (medium && !(await this.#ssh.sftp(signal, (files) => files.stat(nodePath(medium.path)))))
        throw rejected(msg`The node does not have the ISO image ${medium.path}`)
      return this.#domains.changeMedium(spec, signal)
    })
  }

  setNetworkRules(
    internalName: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#do(signal, () => this.#domains.setNetworkRules(internalName, interfaces, limits, signal))
  }

  packetCounters(internalName: string, signal: AbortSignal): Promise<PacketCounters> {
    return this.#do(signal, () => this.#rules.counters(internalName, signal))
  }

  startDomain(internalName: string, signal: AbortSignal): Promise<void> {
    const start = () => this.#domains.start(internalName, signal)
    return this.#do(signal, () => this.#exports.start(internalName, signal, start))
  }

  shutdownDomain(internalName: string, graceMs: number, signal: AbortSignal): Promise<void> {
    const onChange = (listener: () => void) =>
      this.onDomainEvent((event) => {
        if (event.internal_name === internalName) listener()
      })
    return this.#do(signal, async () => {
      await this.#exports.giveWay(internalName, signal)
      await this.#domains.shutdown(internalName, graceMs, onChange, signal)
    })
  }

  destroyDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      await this.#exports.giveWay(internalName, signal)
      await this.#domains.destroy(internalName, signal)
    })
  }

  undefineDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      await this.#domains.undefine(internalName, signal)
      await removeConsoleLog(this.#ssh, internalName, signal)
    })
  }

  async replaceDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    await this.undefineDomain(spec.internal_name, signal)
    await this.defineDomain(spec, signal)
  }

  setGuestPassword(internalName: string, user: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#domains.setGuestPassword(internalName, user, password, signal))
  }

  guestSshKeys(internalName: string, user: string, signal: AbortSignal): Promise<string[]> {
    return this.#do(signal, async () => guestKeys(await this.#agent(internalName, signal), user))
  }

  changeGuestSshKeys(internalName: string, user: string, change: KeyChange, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => changeGuestKeys(await this.#agent(internalName, signal), user, change))
  }

  startGuestScript(internalName: string, script: GuestScript, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => startGuestScript(await this.#agent(internalName, signal), script))
  }

  readGuestScript(
    internalName: string,
    token: string,
    offset: number,
    signal: AbortSignal,
  ): Promise<GuestScriptReading> {
    return this.#do(signal, async () => readGuestScript(await this.#agent(internalName, signal), token, offset))
  }

  endGuestScript(internalName: string, token: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => endGuestScript(await this.#agent(internalName, signal), token))
  }

  repairGuestAgent(internalName: string, signal: AbortSignal): Promise<AgentRepair> {
    return this.#do(signal, async () => {
      const agent = await this.#agent(internalName, signal)
      if (agent.domain.id < 0) throw rejected(msg`Only the agent of a running VM can be repaired`)
      return repairAgent(agent)
    })
  }

  async #agent(internalName: string, signal: AbortSignal) {
    const domain = await this.#domains.require(internalName, signal)
    return { link: this.#link, domain, signal }
  }

  setVncPassword(internalName: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#domains.setVncPassword(internalName, password, signal))
  }

  changeSpice(spec: DomainSpec, signal: AbortSignal): Promise<boolean> {
    return this.#do(signal, async () => {
      await ensureLogFolder(this.#ssh, signal)
      return this.#domains.changeSpice(spec, signal)
    })
  }

  spicePort(internalName: string, signal: AbortSignal): Promise<number | null> {
    return this.#do(signal, async () => (await this.#screens(internalName, signal)).spice?.port ?? null)
  }

  async #screens(internalName: string, signal: AbortSignal) {
    return this.#domains.screens(await this.#domains.require(internalName, signal), signal)
  }

  storage(place: StoragePlace): NodeStorage {
    return nodeStorage(this.#ssh, place, (signal, work) => this.#do(signal, work))
  }

  makeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => makeIsolatedBridge(this.#ssh, bridge, signal))
  }

  removeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => removeIsolatedBridge(this.#ssh, bridge, signal))
  }

  createVolume(volume: VolumeSpec, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => createVolume(this.#ssh, volume, signal))
  }

  growDisk(internalName: string, disk: DomainDisk, size_mib: number, signal: AbortSignal) {
    return this.#do(signal, async () => growDisk(await this.#at(internalName, signal), disk, size_mib))
  }

  diskSize(internalName: string, disk: DomainDisk, signal: AbortSignal): Promise<number> {
    return this.#do(signal, async () => diskSize(await this.#at(internalName, signal), disk))
  }

  async #at(internalName: string, signal: AbortSignal) {
    return { link: this.#link, ssh: this.#ssh, domain: await this.#domains.find(internalName, signal), signal }
  }

  copyDisks(
    internalName: string,
    copies: readonly DiskCopy[],
    signal: AbortSignal,
  ): Promise<{ frozen: boolean | null }> {
    return this.#do(signal, async () => {
      const domain = await this.#domains.require(internalName, signal)
      return copyDisks({ ssh: this.#ssh, link: this.#link, domain, signal }, copies)
    })
  }

  dropCopies(internalName: string, copies: readonly DiskCopy[], signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      const domain = await this.#domains.find(internalName, signal)
      await dropCopies({ ssh: this.#ssh, link: this.#link, domain, signal }, copies)
    })
  }

  serveVolumes(internalName: string, volumes: readonly ServedVolume[], signal: AbortSignal) {
    return this.#do(signal, () => serveVolumes(this.#ssh, internalName, volumes, signal))
  }

  pullVolume(
    internalName: string,
    disk: DomainDisk,
    onPulled: (bytes: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const state = (domain: Domain) => this.#domains.state(domain, signal)
    return this.#do(signal, () => pullVolume({ ...this.#moving(internalName, signal), state }, disk, onPulled))
  }

  exportDisks(internalName: string | null, request: ExportRequest, signal: AbortSignal): Promise<DiskExport> {
    return this.#do(signal, () => this.#exports.read(internalName, request, signal))
  }

  endExport(
    internalName: string | null,
    left: Parameters<DiskExports['endExport']>[1],
    signal: AbortSignal,
  ): Promise<void> {
    return this.#do(signal, () => this.#exports.end(internalName, left, signal))
  }

  forgetCheckpoints(internalName: string, disks: readonly DiskToRead[], signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#exports.forget(internalName, disks, signal))
  }

  exportVolume(volume: Pick<DiskSpec, 'path' | 'format'>, signal: AbortSignal): Promise<VolumeExport> {
    return this.#do(signal, () => this.#exports.write(volume, signal))
  }

  async fillVolume(_path: string, _archive: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    throw filesOnly()
  }

  openUtilityGuest(boot: UtilityBoot, disk: UtilityDisk, signal: AbortSignal): Promise<UtilityGuest> {
    return this.#do(signal, async () => (await startUtilityGuest(this.#ssh, boot, disk, signal)).guest)
  }

  clearDisk(
    boot: UtilityBoot,
    { path, format }: Pick<DiskSpec, 'path' | 'format'>,
    signal: AbortSignal,
  ): Promise<Cleared> {
    const start = () => startUtilityGuest(this.#ssh, boot, { path, format, access: 'write' }, signal)
    return this.#do(signal, async () => clearIn(await start(), signal))
  }

  captureDisks(name: string, capture: Capture, freeze: boolean, signal: AbortSignal) {
    return this.#do(signal, async () => captureDisks(await this.#known(name, signal), capture, freeze))
  }

  revertDisk(internalName: string, name: string, disk: DomainDisk, signal: AbortSignal): Promise<number> {
    return this.#do(signal, async () => revertDisk(await this.#known(internalName, signal), name, disk))
  }

  dropCapture(internalName: string, capture: Capture, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => dropCapture(await this.#at(internalName, signal), capture))
  }

  continueDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#domains.continue(internalName, signal))
  }

  resumeDomain(internalName: string, memory: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => resumeDomain(await this.#known(internalName, signal), memory))
  }

  async #known(internalName: string, signal: AbortSignal): Promise<AtDomain> {
    return { ssh: this.#ssh, link: this.#link, domain: await this.#domains.require(internalName, signal), signal }
  }

  moveDisk(spec: DomainSpec, move: DiskMove, onCopied: OnCopied, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      await moveDisk(this.#moving(spec.internal_name, signal), move, onCopied)
      await ensureLogFolder(this.#ssh, signal)
      await this.#domains.define(spec, signal)
    })
  }

  dropMove(internalName: string, move: Pick<DiskMove, 'disk' | 'to'>, signal: AbortSignal): Promise<Where> {
    return this.#do(signal, () => dropMove(this.#moving(internalName, signal), move))
  }

  #moving(internalName: string, signal: AbortSignal) {
    const find = () => this.#domains.find(internalName, signal)
    return { ssh: this.#ssh, link: this.#link, find, signal }
  }

  copyVolume(copy: VolumeCopy, onCopied: OnCopied, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => copyVolume(this.#ssh, copy, onCopied, signal))
  }

  copyFile(from: string, to: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => copyFile(this.#ssh, from, to, signal))
  }

  deleteFile(path: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => removeVolume(this.#ssh, path, signal))
  }

  writeSeed(path: string, files: SeedFiles, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => writeSeed(this.#ssh, path, files, signal))
  }

  putImage(image: ImageSource, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => putImage(this.#ssh, image, onProgress, signal))
  }

  deleteImage(
    image: Pick<ImageSource, 'path' | 'sha256'>,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    return this.#do(signal, () => deleteImage(this.#ssh, image, folders, signal))
  }

  makeImage(
    internalName: string | null,
    request: ImageRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<MadeImage> {
    return this.#do(signal, () => this.#exports.image(internalName, request, onProgress, signal))
  }

  dropMadeImage(internalName: string | null, request: ImageRequest, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      await this.#exports.dropImage(internalName, request, signal)
      await removeMadeImage(this.#ssh, request.to, signal)
    })
  }

  openFile(path: string, offset: number, signal: AbortSignal): Promise<Readable> {
    return this.#do(signal, () => openFile(this.#ssh, path, offset, signal))
  }

  openVnc(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#do(signal, async () => {
      const { vnc } = await this.#screens(internalName, signal)
      if (vnc === null) throw rejected(msg`The VM is off and has no screen: start it first`)
      return this.#openScreen(vnc, signal)
    })
  }

  openSpice(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#do(signal, async () => {
      const { vnc, spice } = await this.#screens(internalName, signal)
      if (vnc === null) throw rejected(msg`The VM is off and has no screen: start it first`)
      if (!spice) throw rejected(msg`The VM was started without SPICE: it has it from its next start on`)
      return this.#openScreen(spice.port, signal)
    })
  }

  async #openScreen(port: number, signal: AbortSignal): Promise<Duplex> {
    try {
      return await this.#ssh.openTcp('127.0.0.1', port, signal)
    } catch (error) {
      if (error instanceof SshError && error.kind === 'no_such_socket') {
        throw rejected(msg`The screen of the VM does not answer: the VM was probably just turned off`, error)
      }
      throw error
    }
  }

  hypervisorLog(internalName: string, signal: AbortSignal): Promise<string> {
    return this.#do(signal, () => hypervisorLog(this.#ssh, internalName, signal))
  }

  consoleLog(internalName: string, signal: AbortSignal): Promise<string | null> {
    return this.#do(signal, () => consoleLog(this.#ssh, internalName, signal))
  }

  openTcp(address: string, port: number, signal: AbortSignal): Promise<Duplex> {
    return this.#do(signal, () => this.#ssh.openTcp(address, port, signal))
  }

  openSerial(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#do(signal, async () => {
      const domain = await this.#domains.require(internalName, signal)
      if (domain.id < 0) throw rejected(msg`The VM is off and its serial port does not answer: start it first`)
      // Its own conversation: a guest that floods its console must not hold up events.
      const own = await this.#link.openAnother(signal)
      try {
        const stream = await own.openConsole(domain, null, takeOver, signal)
        stream.once('close', () => own.close())
        return stream
      } catch (error) {
        own.close()
        throw error
      }
    })
  }
}
