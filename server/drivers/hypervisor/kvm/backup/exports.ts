import { volumeWay } from '../../../../domain/storage/volumes.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import type { Domain } from '../../../../protocols/libvirt/procedures.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { rawVolume } from '../../../storage/raw-registry.ts'
import type { DiskExport, DiskExports, ExportRequest, VolumeExport } from '../../backup-types.ts'
import { checkRequest } from '../../checkpoint-name.ts'
import type { DiskSpec } from '../../domain-types.ts'
import type { ImageRequest, MadeImage } from '../../image-types.ts'
import { diskSources } from '../domain-reading.ts'
import type { LibvirtLink } from '../libvirt-link.ts'
import { beginImage, convertExport, dropUnfinished, hasBegun, presentImage } from '../make-image.ts'
import { asPanelError } from '../messages.ts'
import { type At, dropCheckpoints, isRunning } from './checkpoints.ts'
import { exportRunning, scratchOf } from './export-running.ts'
import { exportStopped } from './export-stopped.ts'
import { thawIfThere } from './freeze.ts'
import { abortExport } from './job.ts'
import { Opened } from './opened.ts'
import { EXPORT_NAME, endServing, type ServedExport, serveFiles } from './serve-files.ts'

const NEVER = new AbortController().signal

/** Failures of the protocols in words, as the connection gives them. */
const inWords =
  <T>(work: (signal: AbortSignal) => Promise<T>) =>
  async (signal: AbortSignal): Promise<T> => {
    try {
      signal.throwIfAborted()
      return await work(signal)
    } catch (error) {
      throw asPanelError(error, signal)
    }
  }

type Find = (name: string, signal: AbortSignal) => Promise<Domain | null>

/** Reading and writing disks of a node with libvirt; see `DiskExports`. */
export class KvmExports {
  readonly #ssh: SshConnection
  readonly #link: LibvirtLink
  readonly #find: Find

  constructor(ssh: SshConnection, link: LibvirtLink, find: Find) {
    this.#ssh = ssh
    this.#link = link
    this.#find = find
  }

  async #at(name: string | null, signal: AbortSignal): Promise<At> {
    const domain = name === null ? null : await this.#find(name, signal)
    return { ssh: this.#ssh, link: this.#link, domain, signal }
  }

  async read(name: string | null, request: ExportRequest, signal: AbortSignal): Promise<DiskExport> {
    checkRequest(request)
    const made = await this.#serve(name, request, signal)
    return {
      ...made,
      disks: made.disks.map(({ target_dev, incremental, open }) => ({ target_dev, incremental, open: inWords(open) })),
      ...(made.guestRequests && { guestRequests: inWords(made.guestRequests) }),
      ended: made.ended.then((cause) => cause && (asPanelError(cause, NEVER) as Error)),
      finish: inWords(made.finish),
      abort: inWords(made.abort),
    }
  }

  async #serve(name: string | null, request: ExportRequest, signal: AbortSignal): Promise<ServedExport> {
    const at = await this.#at(name, signal)
    const again = (later: AbortSignal) => this.#at(name, later)
    return isRunning(at.domain)
      ? exportRunning({ ...at, domain: at.domain }, request, again)
      : exportStopped(at, request, again)
  }

  async image(
    name: string | null,
    request: ImageRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<MadeImage> {
    const there = await presentImage(this.#ssh, request.to, signal)
    if (there) return there
    await this.dropImage(name, request, signal)
    await beginImage(this.#ssh, request.to, signal)
    const { disk, scratch, floor_mib } = request
    const made = await this.#serve(name, { disks: [disk], checkpoint: null, parent: null, scratch, floor_mib }, signal)
    try {
      return await convertExport(this.#ssh, made, request, onProgress, signal)
    } finally {
      await made.abort(AbortSignal.timeout(60_000)).catch(() => {})
    }
  }

  /** Only an attempt that has left a file can have left an export: another one is of another program. */
  async dropImage(name: string | null, { disk, to, scratch }: ImageRequest, signal: AbortSignal): Promise<void> {
    if (!(await hasBegun(this.#ssh, to, signal))) return
    const at = await this.#at(name, signal)
    const { domain } = at
    if (isRunning(domain)) {
      await abortExport(at)
      await thawIfThere({ ...at, domain })
    }
    await endServing(this.#ssh, [disk.path], signal)
    await this.#ssh.sftp(signal, (files) => files.remove(scratchOf(scratch, disk)))
    await dropUnfinished(this.#ssh, to, signal)
  }

  async end(name: string | null, left: Parameters<DiskExports['endExport']>[1], signal: AbortSignal): Promise<void> {
    const at = await this.#at(name, signal)
    const { domain } = at
    if (isRunning(domain)) {
      await abortExport(at)
      await thawIfThere({ ...at, domain })
    }
    await endServing(
      this.#ssh,
      left.disks.map(({ path }) => path),
      signal,
    )
    await dropCheckpoints(at, left.disks, left.keep)
    await this.#ssh.sftp(signal, async (files) => {
      for (const disk of left.disks) await files.remove(scratchOf(left.scratch, disk))
    })
  }

  async forget(name: string, disks: ExportRequest['disks'], signal: AbortSignal): Promise<void> {
    const at = await this.#at(name, signal)
    await abortExport(at)
    await dropCheckpoints(at, disks, null)
  }

  async write({ path, format }: Pick<DiskSpec, 'path' | 'format'>, signal: AbortSignal): Promise<VolumeExport> {
    const served = await serveFiles(this.#ssh, [{ path, format, bitmap: null }], 'write', signal)
    const opened = new Opened()
    return {
      open: inWords(async (opening) => opened.open(await served.open(path, opening), EXPORT_NAME, null, opening)),
      close: inWords(async () => {
        opened.close()
        await served.close()
      }),
    }
  }

  /** Power comes first: an export would make it wait, and fail. */
  async giveWay(name: string, signal: AbortSignal): Promise<void> {
    await abortExport(await this.#at(name, signal))
  }

  /**
   * Starts a domain, whose disks may be being read: then the reading ends.
   * @throws what `start` throws when nothing was in its way
   */
  async start(name: string, signal: AbortSignal, start: () => Promise<void>): Promise<void> {
    // QEMU locks files and block devices. With an image of RBD the guest would write to what is being read.
    const paths = await this.#paths(name, signal)
    const unlocked = paths.filter((path) => volumeWay(path) === 'rbd')
    if (unlocked.length > 0) await endServing(this.#ssh, unlocked, signal)
    for (const path of paths) await rawVolume(this.#ssh, path)?.ready?.(signal)
    try {
      await start()
    } catch (error) {
      if (!(error instanceof LibvirtError) || !/lock/i.test(error.message)) throw error
      if (!(await endServing(this.#ssh, paths, signal))) throw error
      await start()
    }
  }

  /** Of the volumes in the definition of a domain. */
  async #paths(name: string, signal: AbortSignal): Promise<string[]> {
    const { domain } = await this.#at(name, signal)
    const xml = domain && (await this.#link.call(procedures.domainXml, { domain, flags: 0 }, signal))
    return xml ? diskSources(xml).flatMap(({ path }) => (path ? [path] : [])) : []
  }
}
