import type { Duplex } from 'node:stream'
import { type Capability, ownCapabilities } from '../../../domain/node/capabilities.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DiskExport, ExportRequest } from '../backup-types.ts'
import type {
  Accelerator,
  Capture,
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
import type { ImageSource } from '../image-types.ts'
import { authorizeKey, deleteFile, ensureDirectories } from '../linux/files.ts'
import { LinuxHost } from '../linux/host.ts'
import { makeIsolatedBridge, removeIsolatedBridge } from '../linux/isolated-bridge.ts'
import { rejected } from '../linux/messages.ts'
import type { PacketCounters } from '../packet-types.ts'
import { checkNft } from '../packets/check.ts'
import { NodeRules } from '../packets/node-rules.ts'
import type {
  GuestScript,
  GuestScriptReading,
  HypervisorVersions,
  KeyChange,
  NodeConnection,
  NodeFacts,
  SeedFiles,
  VolumeSpec,
} from '../types.ts'
import { captureContainer, dropContainerCapture, revertContainer } from './captures.ts'
import { consoleLog, lxcLog, openConsole } from './console.ts'
import { endContainerExport, exportContainer } from './exports.ts'
import { dropContent, fillVolume } from './fill-volume.ts'
import { bringImage, dropImage } from './images.ts'
import { setPassword } from './inside.ts'
import { eventOf } from './instance.ts'
import { Instances } from './instances.ts'
import { changeKeys, readKeys } from './keys.ts'
import { LxdLink } from './lxd-link.ts'
import { asPanelError } from './messages.ts'
import { instanceName } from './names.ts'
import { storagePool } from './pool.ts'
import { replaceInstance } from './replace.ts'
import { endScript, readScript, startScript } from './scripts.ts'
import { writeSeed } from './seed.ts'
import { Unavailable } from './unavailable.ts'
import { createVolume } from './volumes.ts'

// What the panel uses of LXD beyond its first version.
const neededExtensions = ['instances', 'metrics', 'console', 'container_exec_recording']

/** A node with LXD: one SSH connection, and LXD's REST API through it. */
export class LxdConnection extends Unavailable implements NodeConnection {
  readonly hostKey: string
  readonly closed: Promise<Error | null>
  readonly #ssh: SshConnection
  readonly #link: LxdLink
  readonly #host: LinuxHost
  readonly #instances: Instances
  readonly #rules: NodeRules
  readonly #listeners = new Set<(event: DomainEvent) => void>()

  constructor(ssh: SshConnection) {
    super()
    this.#ssh = ssh
    this.hostKey = ssh.hostKey
    let lost: Error | null = null
    this.#link = new LxdLink(
      ssh,
      ({ action, instance }) => {
        const event = eventOf(action, this.#instances.nameOf(instance))
        if (event) for (const listener of [...this.#listeners]) listener(event)
      },
      (cause) => {
        lost ??= cause
        ssh.close()
      },
    )
    this.#host = new LinuxHost(ssh)
    this.#rules = new NodeRules(ssh)
    this.#instances = new Instances(ssh, this.#link, this.#rules)
    this.closed = ssh.closed.then((cause) => {
      this.#link.close()
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
    return this.#do(signal, async () => {
      const { api_extensions, auth, environment } = await this.#link.server(signal)
      if (auth !== 'trusted') throw rejected(msg`LXD does not trust the user that the panel signs in as: use root`)
      const version = cleanMessage(environment.server_version)
      const missing = neededExtensions.filter((one) => !api_extensions.includes(one))
      if (missing.length > 0)
        throw rejected(msg`LXD ${version} is too old: it lacks ${missing.join(', ')}; 5.0 or newer is needed`)
      await storagePool(this.#link, signal)
      await checkNft(this.#ssh, signal)
      return { libvirt_version: null, qemu_version: null, lxd_version: version }
    })
  }

  /** Containers run on the node's own kernel: there is nothing to accelerate. */
  probeAccelerator(signal: AbortSignal): Promise<Accelerator> {
    return this.#do<Accelerator>(signal, async () => 'none')
  }

  capabilities(_accelerator: Accelerator, signal: AbortSignal): Promise<Capability[]> {
    return this.#do(signal, async () => ownCapabilities('lxd'))
  }

  facts(signal: AbortSignal): Promise<NodeFacts> {
    return this.#do(signal, async () => {
      const [os, hypervisor, { environment }, hardware] = await Promise.all([
        this.#host.checkOs(signal),
        this.checkHypervisor(signal),
        this.#link.server(signal),
        this.#host.hardware(signal),
      ])
      return { hostname: cleanMessage(environment.server_name ?? ''), ...os, ...hypervisor, ...hardware }
    })
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
    return this.#do(signal, () => this.#instances.list(signal))
  }

  domain(internalName: string, signal: AbortSignal): Promise<DomainInfo | null> {
    return this.#do(signal, () => this.#instances.info(internalName, signal))
  }

  stats(signal: AbortSignal): Promise<DomainStats[]> {
    return this.#do(signal, () => this.#instances.stats(signal))
  }

  makeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => makeIsolatedBridge(this.#ssh, bridge, signal))
  }

  removeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => removeIsolatedBridge(this.#ssh, bridge, signal))
  }

  guestFileSystems(internalName: string, signal: AbortSignal): Promise<GuestFileSystem[]> {
    return this.#do(signal, () => this.#instances.fileSystems(internalName, signal))
  }

  counters(signal: AbortSignal): Promise<NodeCounters> {
    return this.#do(signal, () => this.#host.counters(signal))
  }

  onDomainEvent(listener: (event: DomainEvent) => void): () => void {
    this.#listeners.add(listener)
    // A node without LXD has no events; other requests get the error.
    this.#link.listen(new AbortController().signal).catch(() => {})
    return () => this.#listeners.delete(listener)
  }

  defineDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#instances.define(spec, signal))
  }

  changeDomain(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    return this.#do(signal, () => this.#instances.change(spec, signal))
  }

  changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.#do(signal, async () => {
      await this.#instances.define(spec, signal)
      return null
    })
  }

  changeDisks(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    return this.changeInterfaces(spec, signal)
  }

  domainSizes(internalName: string, signal: AbortSignal): Promise<DomainSizes | null> {
    return this.#do(signal, () => this.#instances.sizes(internalName, signal))
  }

  setNetworkRules(
    internalName: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#do(signal, async () => {
      if (!(await this.#instances.find(internalName, signal))) return
      await this.#rules.set(internalName, interfaces, limits, new Map(), signal)
    })
  }

  packetCounters(internalName: string, signal: AbortSignal): Promise<PacketCounters> {
    return this.#do(signal, () => this.#rules.counters(internalName, signal))
  }

  startDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#instances.start(internalName, signal))
  }

  shutdownDomain(internalName: string, graceMs: number, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#instances.shutdown(internalName, graceMs, signal))
  }

  destroyDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#instances.destroy(internalName, signal))
  }

  undefineDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => this.#instances.undefine(internalName, signal))
  }

  replaceDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    const node = { ssh: this.#ssh, link: this.#link, instances: this.#instances }
    return this.#do(signal, () => replaceInstance(node, spec, signal))
  }

  setGuestPassword(internalName: string, user: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => setPassword(await this.#instances.inside(internalName, signal), user, password))
  }

  guestSshKeys(internalName: string, user: string, signal: AbortSignal): Promise<string[]> {
    return this.#do(signal, async () => readKeys(await this.#instances.inside(internalName, signal), user))
  }

  changeGuestSshKeys(internalName: string, user: string, change: KeyChange, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => changeKeys(await this.#instances.inside(internalName, signal), user, change))
  }

  startGuestScript(internalName: string, script: GuestScript, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => startScript(await this.#instances.inside(internalName, signal), script))
  }

  readGuestScript(
    internalName: string,
    token: string,
    offset: number,
    signal: AbortSignal,
  ): Promise<GuestScriptReading> {
    return this.#do(signal, async () => readScript(await this.#instances.inside(internalName, signal), token, offset))
  }

  endGuestScript(internalName: string, token: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => endScript(await this.#instances.inside(internalName, signal), token))
  }

  createVolume(volume: VolumeSpec, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => createVolume(this.#ssh, volume, signal))
  }

  growDisk(
    internalName: string,
    disk: DomainDisk,
    size_mib: number,
    signal: AbortSignal,
  ): Promise<{ size_mib: number; why: string | null }> {
    return this.#do(signal, async () => ({
      size_mib: await this.#instances.growDisk(internalName, disk.path, size_mib, signal),
      why: null,
    }))
  }

  diskSize(internalName: string, disk: DomainDisk, signal: AbortSignal): Promise<number> {
    return this.#do(signal, () => this.#instances.diskSize(internalName, disk.path, signal))
  }

  captureDisks(internalName: string, capture: Capture, _freeze: boolean, signal: AbortSignal) {
    return this.#do(signal, () => captureContainer(this.#node(signal), internalName, capture))
  }

  revertDisk(internalName: string, name: string, _disk: DomainDisk, signal: AbortSignal): Promise<number> {
    return this.#do(signal, () => revertContainer(this.#node(signal), internalName, name))
  }

  dropCapture(internalName: string, capture: Capture, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => dropContainerCapture(this.#node(signal), internalName, capture))
  }

  exportDisks(internalName: string | null, request: ExportRequest, signal: AbortSignal): Promise<DiskExport> {
    return this.#do(signal, () => exportContainer(this.#exports(), internalName, request, signal))
  }

  endExport(internalName: string | null, _left: unknown, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => endContainerExport(this.#exports(), internalName, signal))
  }

  fillVolume(path: string, archive: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => fillVolume(this.#exports(), path, archive, signal))
  }

  #exports() {
    return { ssh: this.#ssh, link: this.#link, instances: this.#instances }
  }

  #node(signal: AbortSignal) {
    return { link: this.#link, instances: this.#instances, signal }
  }

  deleteFile(path: string, signal: AbortSignal): Promise<void> {
    return this.#do(signal, async () => {
      await dropContent(this.#exports(), path, signal)
      await deleteFile(this.#ssh, path, signal)
    })
  }

  writeSeed(path: string, files: SeedFiles, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => writeSeed(this.#ssh, path, files, signal))
  }

  putImage(image: ImageSource, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return this.#do(signal, () => bringImage(this.#ssh, this.#link, image, onProgress, signal))
  }

  deleteImage(
    image: Pick<ImageSource, 'path' | 'sha256'>,
    _folders: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    return this.#do(signal, () => dropImage(this.#ssh, this.#link, image, signal))
  }

  hypervisorLog(internalName: string, signal: AbortSignal): Promise<string> {
    return this.#do(signal, () => lxcLog(this.#link, instanceName(internalName), signal))
  }

  consoleLog(internalName: string, signal: AbortSignal): Promise<string | null> {
    return this.#do(signal, () => consoleLog(this.#link, instanceName(internalName), signal))
  }

  openTcp(address: string, port: number, signal: AbortSignal): Promise<Duplex> {
    return this.#do(signal, () => this.#ssh.openTcp(address, port, signal))
  }

  openSerial(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#do(signal, async () => {
      const { instance } = await this.#instances.inside(internalName, signal)
      return openConsole(this.#link, instance, signal)
    })
  }
}
