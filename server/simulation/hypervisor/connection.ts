import type { Duplex, Readable } from 'node:stream'
import { type Capability, ownCapabilities } from '../../domain/node/capabilities.ts'
import type {
  DiskExport,
  DiskExports,
  DiskToRead,
  ExportRequest,
  VolumeExport,
} from '../../drivers/hypervisor/backup-types.ts'
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
} from '../../drivers/hypervisor/domain-types.ts'
import type { DomainStats, GuestFileSystem, NodeCounters, NodeUsage } from '../../drivers/hypervisor/figure-types.ts'
import type { ImageRequest, ImageSource, MadeImage } from '../../drivers/hypervisor/image-types.ts'
import { supported } from '../../drivers/hypervisor/linux/os-release.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'
import type { DiskMove, OnCopied, VolumeCopy, Where } from '../../drivers/hypervisor/move-types.ts'
import type { PacketCounters } from '../../drivers/hypervisor/packet-types.ts'
import type { ServedVolume } from '../../drivers/hypervisor/served-types.ts'
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
} from '../../drivers/hypervisor/types.ts'
import { clearIn } from '../../drivers/hypervisor/utility-guest/clear.ts'
import type { UtilityBoot, UtilityDisk } from '../../drivers/hypervisor/utility-types.ts'
import type { NodeStorage, StoragePlace } from '../../drivers/storage/types.ts'
import type { Cleared } from '../../protocols/utility-guest/answers.ts'
import type { UtilityGuest } from '../../protocols/utility-guest/client.ts'
import { msg, type Text } from '../../shared/text.ts'
import { captureVolumes, dropVolumeCapture, resumeGuest, revertVolume } from './captures.ts'
import { consoleText } from './console-log.ts'
import { countersOf } from './counters.ts'
import { fillVolume } from './disks/archives.ts'
import { endExport, exportDisks, exportVolume } from './disks/exports.ts'
import { pullVolume, serveVolumes } from './disks/served.ts'
import {
  changeDisks,
  changeDomain,
  changeInterfaces,
  changeMedium,
  changeSpice,
  defineDomain,
  domainInfo,
  domainSizes,
  domainStats,
  listDomains,
  packetCounters,
  repairGuestAgent,
  setGuestPassword,
  setNetworkRules,
  setVncPassword,
  shutDown,
  spicePort,
  undefineDomain,
} from './domains.ts'
import { faultyNodes, type NodeFault, rejected } from './faults.ts'
import { authorizeKey, deleteFile, ensureDirectories, writeSeed } from './files.ts'
import { guestFileSystems } from './guest-file-systems.ts'
import { changeGuestKeys, guestKeys } from './guest-keys.ts'
import { endScript, readScript, startScript } from './guest-scripts.ts'
import { dropImage, takeImage } from './images.ts'
import { makeIsolated, removeIsolated } from './isolated.ts'
import { DummyLink } from './link.ts'
import { makeImage, openMadeImage } from './made-images.ts'
import { factsOf, hostKeyOf, system, usageOf, versions } from './model.ts'
import { copySmallFile, copyVolume, dropVolumeMove, moveVolume } from './moves.ts'
import { type DummyNode, need, takes } from './node.ts'
import { domainOf, isOn, type NodeState } from './state.ts'
import { simulatedStorage } from './storages.ts'
import { openUtilityGuest } from './utility-guest/open.ts'
import { copyVolumes, directoryExists, dropVolumes, growVolume, makeVolume, volumeSize } from './volumes.ts'

/** A connection to a simulated node: answers like a real one, from its state. */
export class DummyConnection implements NodeConnection {
  readonly hostKey: string
  readonly closed: Promise<Error | null>
  readonly #node: DummyNode
  readonly #link: DummyLink
  readonly #fault: NodeFault | undefined

  constructor(node: DummyNode, state: NodeState) {
    this.#node = node
    this.#link = new DummyLink(node, state)
    this.#fault = faultyNodes[node.name]
    this.hostKey = hostKeyOf(node.name)
    this.closed = this.#link.closed
  }

  close(): void {
    this.#link.close()
  }

  checkOs(signal: AbortSignal): Promise<{ os_name: string; kernel: string }> {
    return this.#link.do(takes.command, signal, () => {
      if (this.#fault !== 'unknown_os') return system
      throw rejected(msg`Slackware 15.0 is not supported on nodes: use one of ${supported}, or newer`)
    })
  }

  checkHypervisor(signal: AbortSignal): Promise<HypervisorVersions> {
    return this.#link.do(takes.command, signal, () => {
      if (this.#fault !== 'no_hypervisor') return versions
      throw rejected(msg`libvirt is not installed on the node: install libvirt-daemon-system and qemu-system-x86`)
    })
  }

  probeAccelerator(signal: AbortSignal): Promise<Accelerator> {
    return this.#link.do(takes.probe, signal, () => (this.#fault === 'no_kvm' ? 'tcg' : 'kvm'))
  }

  capabilities(accelerator: Accelerator, signal: AbortSignal): Promise<Capability[]> {
    const emulated = ownCapabilities('dummy').filter((one) => one !== 'host_cpu' && one !== 'nesting')
    return this.#link.do(takes.command, signal, () => (accelerator === 'kvm' ? ownCapabilities('dummy') : emulated))
  }

  facts(signal: AbortSignal): Promise<NodeFacts> {
    return this.#link.do(takes.command, signal, () => factsOf(this.#node.name))
  }

  usage(path: string, signal: AbortSignal): Promise<NodeUsage> {
    return this.#link.do(takes.command, signal, async () => {
      const state = await this.#node.store.read()
      if (!directoryExists(state, nodePath(path))) throw rejected(msg`There is no ${path} on the node`)
      return usageOf(this.#node.name, state, Date.now())
    })
  }

  authorizeKey(publicKey: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => authorizeKey(this.#node, publicKey))
  }

  ensureDirectories(paths: string[], signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => ensureDirectories(this.#node, paths))
  }

  domains(signal: AbortSignal): Promise<DomainInfo[]> {
    return this.#link.do(takes.command, signal, () => listDomains(this.#node))
  }

  domain(internalName: string, signal: AbortSignal): Promise<DomainInfo | null> {
    return this.#link.do(takes.command, signal, () => domainInfo(this.#node, internalName))
  }

  stats(signal: AbortSignal): Promise<DomainStats[]> {
    return this.#link.do(takes.command, signal, () => domainStats(this.#node))
  }

  packetCounters(internalName: string, signal: AbortSignal): Promise<PacketCounters> {
    return this.#link.do(takes.command, signal, () => packetCounters(this.#node, internalName))
  }

  guestFileSystems(internalName: string, signal: AbortSignal): Promise<GuestFileSystem[]> {
    return this.#link.do(takes.agent, signal, () => guestFileSystems(this.#node, internalName))
  }

  counters(signal: AbortSignal): Promise<NodeCounters> {
    return this.#link.do(takes.command, signal, async () =>
      countersOf(this.#node.name, await this.#node.store.read(), Date.now()),
    )
  }

  onDomainEvent(listener: (event: DomainEvent) => void): () => void {
    return this.#link.onEvent(listener)
  }

  defineDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.define, signal, () => defineDomain(this.#node, spec))
  }

  changeDomain(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    return this.#link.do(takes.define, signal, () => changeDomain(this.#node, spec))
  }

  changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#link.do(takes.define, signal, () => changeInterfaces(this.#node, spec))
  }

  changeDisks(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#link.do(takes.define, signal, () => changeDisks(this.#node, spec))
  }

  changeMedium(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#link.do(takes.define, signal, () => changeMedium(this.#node, spec))
  }

  domainSizes(internalName: string, signal: AbortSignal): Promise<DomainSizes | null> {
    return this.#link.do(takes.command, signal, () => domainSizes(this.#node, internalName))
  }

  setNetworkRules(
    internalName: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#link.do(takes.define, signal, () => setNetworkRules(this.#node, internalName, interfaces, limits))
  }

  startDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, (either) => this.#node.switchOn(internalName, either))
  }

  shutdownDomain(internalName: string, graceMs: number, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, (either) => shutDown(this.#node, internalName, graceMs, either))
  }

  destroyDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.destroy, signal, () => this.#node.switchOff(internalName, 'stopped'))
  }

  undefineDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.define, signal, () => undefineDomain(this.#node, internalName))
  }

  async replaceDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    await this.undefineDomain(spec.internal_name, signal)
    await this.defineDomain(spec, signal)
  }

  setGuestPassword(internalName: string, user: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.agent, signal, () => setGuestPassword(this.#node, internalName, user, password))
  }

  guestSshKeys(internalName: string, user: string, signal: AbortSignal): Promise<string[]> {
    return this.#link.do(takes.agent, signal, () => guestKeys(this.#node, internalName, user))
  }

  changeGuestSshKeys(internalName: string, user: string, change: KeyChange, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.agent, signal, () => changeGuestKeys(this.#node, internalName, user, change))
  }

  repairGuestAgent(internalName: string, signal: AbortSignal): Promise<AgentRepair> {
    return this.#link.do(takes.agent, signal, () => repairGuestAgent(this.#node, internalName))
  }

  startGuestScript(internalName: string, script: GuestScript, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.agent, signal, () => startScript(this.#node, internalName, script))
  }

  readGuestScript(
    internalName: string,
    token: string,
    offset: number,
    signal: AbortSignal,
  ): Promise<GuestScriptReading> {
    return this.#link.do(takes.command, signal, () => readScript(this.#node, internalName, token, offset))
  }

  endGuestScript(internalName: string, token: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.agent, signal, () => endScript(this.#node, internalName, token))
  }

  setVncPassword(internalName: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => setVncPassword(this.#node, internalName, password))
  }

  changeSpice(spec: DomainSpec, signal: AbortSignal): Promise<boolean> {
    return this.#link.do(takes.define, signal, () => changeSpice(this.#node, spec))
  }

  spicePort(internalName: string, signal: AbortSignal): Promise<number | null> {
    return this.#link.do(takes.command, signal, () => spicePort(this.#node, internalName))
  }

  hypervisorLog(internalName: string, signal: AbortSignal): Promise<string> {
    return this.#link.do(takes.command, signal, async () =>
      domainOf(await this.#node.store.read(), internalName)?.state === 'crashed'
        ? 'The simulated guest ended with an internal fault of its processor\n'
        : '',
    )
  }

  consoleLog(internalName: string, signal: AbortSignal): Promise<string | null> {
    return this.#link.do(takes.command, signal, async () => {
      const state = await this.#node.store.read()
      const domain = domainOf(state, internalName)
      return domain ? consoleText(domain, state) : null
    })
  }

  storage(place: StoragePlace): NodeStorage {
    return simulatedStorage(this.#node, place, (ms, signal, work) => this.#link.do(ms, signal, work))
  }

  makeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => makeIsolated(this.#node, bridge))
  }

  removeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => removeIsolated(this.#node, bridge))
  }

  createVolume(volume: VolumeSpec, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.volume, signal, () => makeVolume(this.#node, volume))
  }

  growDisk(_: string, disk: DomainDisk, size_mib: number, signal: AbortSignal) {
    return this.#link.do(takes.volume, signal, () => growVolume(this.#node, disk.path, size_mib))
  }

  diskSize(_: string, disk: DomainDisk, signal: AbortSignal): Promise<number> {
    return this.#link.do(takes.command, signal, () => volumeSize(this.#node, disk.path))
  }

  copyDisks(
    internalName: string,
    copies: readonly DiskCopy[],
    signal: AbortSignal,
  ): Promise<{ frozen: boolean | null }> {
    return this.#link.do(takes.volume, signal, () => copyVolumes(this.#node, internalName, copies))
  }

  dropCopies(_internalName: string, copies: readonly DiskCopy[], signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => dropVolumes(this.#node, copies))
  }

  moveDisk(spec: DomainSpec, move: DiskMove, onCopied: OnCopied, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.define, signal, (either) => moveVolume(this.#node, spec, move, onCopied, either))
  }

  dropMove(internalName: string, { to }: Pick<DiskMove, 'to'>, signal: AbortSignal): Promise<Where> {
    return this.#link.do(takes.command, signal, () => dropVolumeMove(this.#node, internalName, to))
  }

  copyVolume(copy: VolumeCopy, onCopied: OnCopied, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.volume, signal, (either) => copyVolume(this.#node, copy, onCopied, either))
  }

  copyFile(from: string, to: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => copySmallFile(this.#node, from, to))
  }

  exportDisks(internalName: string | null, request: ExportRequest, signal: AbortSignal): Promise<DiskExport> {
    const keep = (stream: Duplex) => this.#link.keep(stream)
    return this.#link.do(takes.volume, signal, () => exportDisks(this.#node, internalName, request, keep))
  }

  endExport(
    internalName: string | null,
    left: Parameters<DiskExports['endExport']>[1],
    signal: AbortSignal,
  ): Promise<void> {
    return this.#link.do(takes.command, signal, () => endExport(this.#node, internalName, left))
  }

  forgetCheckpoints(internalName: string, disks: readonly DiskToRead[], signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => endExport(this.#node, internalName, { disks, keep: null }))
  }

  serveVolumes(_internalName: string, volumes: readonly ServedVolume[], signal: AbortSignal) {
    return this.#link.do(takes.command, signal, () => serveVolumes(this.#node, volumes, signal))
  }

  pullVolume(
    _name: string,
    { path }: DomainDisk,
    onPulled: (bytes: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#link.do(takes.command, signal, () => pullVolume(this.#node, path, onPulled))
  }

  exportVolume(volume: Pick<DiskSpec, 'path' | 'format'>, signal: AbortSignal): Promise<VolumeExport> {
    const keep = (stream: Duplex) => this.#link.keep(stream)
    return this.#link.do(takes.volume, signal, () => exportVolume(this.#node, volume, keep))
  }

  fillVolume(path: string, archive: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.volume, signal, (either) => fillVolume(this.#node, path, archive, either))
  }

  openUtilityGuest(_boot: UtilityBoot, disk: UtilityDisk, signal: AbortSignal): Promise<UtilityGuest> {
    const keep = (stream: Duplex) => this.#link.keep(stream)
    return this.#link.do(takes.volume, signal, (either) => openUtilityGuest(this.#node, disk, keep, either))
  }

  clearDisk(_boot: UtilityBoot, disk: Pick<DiskSpec, 'path' | 'format'>, signal: AbortSignal): Promise<Cleared> {
    const keep = (stream: Duplex) => this.#link.keep(stream)
    return this.#link.do(takes.volume, signal, async (either) => {
      const guest = await openUtilityGuest(this.#node, { ...disk, access: 'write' }, keep, either)
      return clearIn({ guest, end: async () => guest.close() }, either)
    })
  }

  captureDisks(internalName: string, capture: Capture, freeze: boolean, signal: AbortSignal) {
    return this.#link.do(takes.volume, signal, () => captureVolumes(this.#node, internalName, capture, freeze))
  }

  revertDisk(internalName: string, name: string, disk: DomainDisk, signal: AbortSignal): Promise<number> {
    return this.#link.do(takes.volume, signal, () => revertVolume(this.#node, internalName, name, disk))
  }

  dropCapture(_internalName: string, capture: Capture, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => dropVolumeCapture(this.#node, capture))
  }

  continueDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => this.#node.continue(internalName))
  }

  resumeDomain(internalName: string, memory: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.start, signal, () => resumeGuest(this.#node, internalName, memory))
  }

  makeImage(
    internalName: string | null,
    request: ImageRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<MadeImage> {
    return this.#link.do(takes.volume, signal, () => makeImage(this.#node, internalName, request, onProgress))
  }

  dropMadeImage(_internalName: string | null, { to }: ImageRequest, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => deleteFile(this.#node, to))
  }

  openFile(path: string, offset: number, signal: AbortSignal): Promise<Readable> {
    return this.#link.do(takes.command, signal, () => openMadeImage(this.#node, path, offset))
  }

  deleteFile(path: string, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, () => deleteFile(this.#node, path))
  }

  writeSeed(path: string, files: SeedFiles, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.seed, signal, () => writeSeed(this.#node, path, files))
  }

  putImage(image: ImageSource, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return this.#link.do(takes.command, signal, (either) => {
      nodePath(image.path)
      return takeImage(this.#node, image, onProgress, either)
    })
  }

  deleteImage(
    { path }: Pick<ImageSource, 'path' | 'sha256'>,
    _folders: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    return this.#link.do(takes.command, signal, async () => dropImage(this.#node, nodePath(path)))
  }

  openVnc(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#link.do(takes.command, signal, async () => {
      const domain = need(await this.#node.store.read(), internalName)
      if (!isOn(domain)) throw rejected(msg`The VM is off and has no screen: start it first`)
      return this.#link.keep(this.#node.guests().openScreen(internalName, domain))
    })
  }

  /** Simulated guests have no SSH server. */
  openTcp(address: string, port: number, signal: AbortSignal): Promise<Duplex> {
    return this.#link.do(takes.command, signal, async () => {
      throw rejected(msg`No service on the node listens at ${`${address}:${port}`}`)
    })
  }

  openSpice(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#link.do(takes.command, signal, async () => {
      const domain = need(await this.#node.store.read(), internalName)
      if (!isOn(domain)) throw rejected(msg`The VM is off and has no screen: start it first`)
      if (!domain.running?.spice || !domain.spec.spice)
        throw rejected(msg`The VM was started without SPICE: it has it from its next start on`)
      return this.#link.keep(this.#node.guests().openSpice(internalName, domain, domain.spec.spice.password))
    })
  }

  openSerial(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#link.do(takes.command, signal, async () => {
      const domain = need(await this.#node.store.read(), internalName)
      if (!isOn(domain)) throw rejected(msg`The VM is off and its serial port does not answer: start it first`)
      return this.#link.keep(this.#node.guests().openSerial(internalName, domain))
    })
  }
}
