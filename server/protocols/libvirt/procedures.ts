import { program } from './wire.ts'
import type { XdrReader, XdrWriter } from './xdr.ts'

/** A domain as it is named on the wire (remote_nonnull_domain); `id` is -1 while it is off. */
export type Domain = { name: string; uuid: Buffer; id: number }

/** A checkpoint of a domain as it is named on the wire (remote_nonnull_domain_checkpoint). */
export type Checkpoint = { name: string; domain: Domain }

/** A network filter as it is named on the wire (remote_nonnull_nwfilter). */
export type NetworkFilter = { name: string; uuid: Buffer }

export type TypedValue = number | bigint | string | boolean
export type DomainStatsRecord = { domain: Domain; values: Map<string, TypedValue> }
export type LifecycleEvent = { domain: Domain; event: number; detail: number }

/**
 * A daemon handles five calls of one client at a time (max_client_requests) and then stops reading it. Calls that may wait for
 * QEMU or a guest are `slow` and get their own few places, so that questions and the heartbeat always get through.
 */
export type Lane = 'fast' | 'slow'

export type Procedure<A, R> = {
  program: number
  number: number
  lane: Lane
  encode: (writer: XdrWriter, args: A) => void
  decode: (reader: XdrReader) => R
}

const uuidBytes = 16
const maxDomains = 16384
const maxStats = 262144
const maxFilters = 16384
const maxCheckpoints = 16384

export const readDomain = (reader: XdrReader): Domain => ({
  name: reader.string(),
  uuid: Buffer.from(reader.fixed(uuidBytes)),
  id: reader.int(),
})

const readFilter = (reader: XdrReader): NetworkFilter => ({
  name: reader.string(),
  uuid: Buffer.from(reader.fixed(uuidBytes)),
})

const readCheckpoint = (reader: XdrReader): Checkpoint => ({ name: reader.string(), domain: readDomain(reader) })

const writeDomain = (writer: XdrWriter, domain: Domain) => writer.string(domain.name).fixed(domain.uuid).int(domain.id)

export const readLifecycleEvent = (reader: XdrReader): LifecycleEvent => ({
  domain: readDomain(reader),
  event: reader.int(),
  detail: reader.int(),
})

/** remote_typed_param: name, then a union by virTypedParameterType. */
function readTypedParam(reader: XdrReader): [string, TypedValue] {
  const field = reader.string()
  const type = reader.int()
  switch (type) {
    case 1:
      return [field, reader.int()]
    case 2:
      return [field, reader.uint()]
    case 3:
      return [field, reader.hyper()]
    case 4:
      return [field, reader.unsignedHyper()]
    case 5:
      return [field, reader.double()]
    case 6:
      return [field, reader.int() !== 0]
    case 7:
      return [field, reader.string()]
    default:
      throw new RangeError(`Unknown type ${type} of parameter ${field}`)
  }
}

/** A parameter that is written: unsigned 64 bit for numbers, which is the type of all that are in use, or a text. */
export type SetParams = Readonly<Record<string, number | string>>

function writeTypedParams(writer: XdrWriter, params: SetParams, types: Readonly<Record<string, 2>> = {}) {
  const all = Object.entries(params)
  writer.uint(all.length)
  for (const [field, value] of all) {
    writer.string(field)
    if (typeof value === 'string') writer.int(7).string(value)
    else if (types[field] === 2) writer.int(2).uint(value)
    else writer.int(4).unsignedHyper(BigInt(value))
  }
}

const nothing = () => {}

function remote<A, R>(
  number: number,
  lane: Lane,
  encode: (writer: XdrWriter, args: A) => void,
  decode: (reader: XdrReader) => R,
): Procedure<A, R> {
  return { program: program.remote, number, lane, encode, decode }
}

type OnDomain = { domain: Domain; flags: number }
const onDomain = (writer: XdrWriter, { domain, flags }: OnDomain) => {
  writeDomain(writer, domain).uint(flags)
}

/** The calls in use; numbers and shapes from remote_protocol.x and qemu_protocol.x. They never change meaning. */
export const procedures = {
  authList: remote(66, 'fast', nothing, (reader) => reader.array(20, 4, () => reader.int())),
  open: remote(
    1,
    'fast',
    (writer, uri: string) => writer.optionalString(uri).uint(0),
    () => {},
  ),
  /** Version of the hypervisor: major * 1,000,000 + minor * 1,000 + release. */
  hypervisorVersion: remote(4, 'fast', nothing, (reader) => Number(reader.unsignedHyper())),
  libraryVersion: remote(157, 'fast', nothing, (reader) => Number(reader.unsignedHyper())),
  hostname: remote(59, 'fast', nothing, (reader) => reader.string()),
  capabilities: remote(7, 'fast', nothing, (reader) => reader.string()),
  /** What a domain of this kind could have, as XML (libvirt.org/formatdomaincaps.html). */
  domainCapabilities: remote(
    342,
    'fast',
    (writer, args: { arch: string; machine: string; type: 'kvm' | 'qemu' }) =>
      writer
        .optionalString(null)
        .optionalString(args.arch)
        .optionalString(args.machine)
        .optionalString(args.type)
        .uint(0),
    (reader) => reader.string(),
  ),
  nodeInfo: remote(6, 'fast', nothing, (reader) => {
    // char model[32] is an array of ints on the wire (XDR has no char).
    const model = Array.from({ length: 32 }, () => reader.int() & 0xff)
    const text = Buffer.from(model.slice(0, model.indexOf(0) === -1 ? 32 : model.indexOf(0))).toString('utf8')
    return {
      model: text,
      memoryKib: Number(reader.unsignedHyper()),
      cpus: reader.int(),
      mhz: reader.int(),
      nodes: reader.int(),
      sockets: reader.int(),
      cores: reader.int(),
      threads: reader.int(),
    }
  }),

  listDomains: remote(
    273,
    'fast',
    (writer, flags: number) => writer.int(1).uint(flags),
    (reader) => reader.array(maxDomains, 24, () => readDomain(reader)),
  ),
  lookupByName: remote(23, 'fast', (writer, name: string) => writer.string(name), readDomain),
  domainState: remote(212, 'fast', onDomain, (reader) => ({ state: reader.int(), reason: reader.int() })),
  domainInfo: remote(
    16,
    'fast',
    (writer, domain: Domain) => writeDomain(writer, domain),
    (reader) => ({
      state: reader.uint(),
      maxMemoryKib: Number(reader.unsignedHyper()),
      memoryKib: Number(reader.unsignedHyper()),
      vcpus: reader.uint(),
      cpuTimeNs: reader.unsignedHyper(),
    }),
  ),
  domainXml: remote(14, 'fast', onDomain, (reader) => reader.string()),
  /** No domains in the question means all of them. `stats` is a mask of virDomainStatsTypes. */
  allDomainStats: remote(
    344,
    'fast',
    (writer, { domains = [], stats, flags }: { domains?: readonly Domain[]; stats: number; flags: number }) => {
      writer.uint(domains.length)
      for (const domain of domains) writeDomain(writer, domain)
      writer.uint(stats).uint(flags)
    },
    (reader) =>
      reader.array(maxDomains, 28, (): DomainStatsRecord => {
        const domain = readDomain(reader)
        return { domain, values: new Map(reader.array(maxStats, 12, () => readTypedParam(reader))) }
      }),
  ),

  defineXml: remote(
    350,
    'slow',
    (writer, args: { xml: string; flags: number }) => writer.string(args.xml).uint(args.flags),
    readDomain,
  ),
  create: remote(196, 'slow', onDomain, readDomain),
  shutdown: remote(258, 'slow', onDomain, () => {}),
  destroy: remote(234, 'slow', onDomain, () => {}),
  resume: remote(
    28,
    'slow',
    (writer, domain: Domain) => writeDomain(writer, domain),
    () => {},
  ),
  reboot: remote(27, 'slow', onDomain, () => {}),
  undefine: remote(231, 'slow', onDomain, () => {}),
  updateDevice: remote(
    174,
    'slow',
    (writer, args: { domain: Domain; xml: string; flags: number }) =>
      writeDomain(writer, args.domain).string(args.xml).uint(args.flags),
    () => {},
  ),
  attachDevice: remote(
    160,
    'slow',
    (writer, args: { domain: Domain; xml: string; flags: number }) =>
      writeDomain(writer, args.domain).string(args.xml).uint(args.flags),
    () => {},
  ),
  detachDevice: remote(
    161,
    'slow',
    (writer, args: { domain: Domain; xml: string; flags: number }) =>
      writeDomain(writer, args.domain).string(args.xml).uint(args.flags),
    () => {},
  ),
  setVcpus: remote(
    199,
    'slow',
    (writer, args: { domain: Domain; count: number; flags: number }) =>
      writeDomain(writer, args.domain).uint(args.count).uint(args.flags),
    () => {},
  ),
  setMemory: remote(
    204,
    'slow',
    (writer, args: { domain: Domain; kib: number; flags: number }) =>
      writeDomain(writer, args.domain).unsignedHyper(BigInt(args.kib)).uint(args.flags),
    () => {},
  ),
  setSchedulerParameters: remote(
    219,
    'slow',
    (writer, args: { domain: Domain; params: SetParams; flags: number }) => {
      writeTypedParams(writeDomain(writer, args.domain), args.params)
      writer.uint(args.flags)
    },
    () => {},
  ),
  setBlkioParameters: remote(
    205,
    'slow',
    (writer, args: { domain: Domain; params: SetParams; flags: number }) => {
      writeTypedParams(writeDomain(writer, args.domain), args.params, { weight: 2 })
      writer.uint(args.flags)
    },
    () => {},
  ),
  setBlockIoTune: remote(
    252,
    'slow',
    (writer, args: { domain: Domain; disk: string; params: SetParams; flags: number }) => {
      writeTypedParams(writeDomain(writer, args.domain).string(args.disk), args.params)
      writer.uint(args.flags)
    },
    () => {},
  ),
  /** `bytes`: in bytes, by the flag VIR_DOMAIN_BLOCK_RESIZE_BYTES. */
  blockResize: remote(
    251,
    'slow',
    (writer, args: { domain: Domain; disk: string; bytes: number }) =>
      writeDomain(writer, args.domain).string(args.disk).unsignedHyper(BigInt(args.bytes)).uint(1),
    () => {},
  ),
  /**
   * Begins to copy a disk of a running domain into a volume, and to write there what the guest writes. `flags`: a mask of
   * virDomainBlockCopyFlags; `xml`: the volume as a disk; `params`: `bandwidth` in bytes a second.
   */
  blockCopy: remote(
    345,
    'slow',
    (writer, args: { domain: Domain; disk: string; xml: string; params: SetParams; flags: number }) => {
      writeDomain(writer, args.domain).string(args.disk).string(args.xml)
      writeTypedParams(writer, args.params)
      writer.uint(args.flags)
    },
    () => {},
  ),
  /** The job on a disk, null when there is none; `type` is a virDomainBlockJobType, the rest are bytes. */
  blockJob: remote(
    238,
    'fast',
    (writer, args: { domain: Domain; disk: string }) => writeDomain(writer, args.domain).string(args.disk).uint(0),
    (reader) => {
      const isThere = reader.int() !== 0
      const type = reader.int()
      reader.unsignedHyper()
      const job = { type, done: Number(reader.unsignedHyper()), all: Number(reader.unsignedHyper()) }
      return isThere ? job : null
    },
  ),
  /** Begins to copy what a disk stands on into it, all of it; `bytes` a second, 0 for no limit. */
  blockPull: remote(
    240,
    'slow',
    // VIR_DOMAIN_BLOCK_PULL_BANDWIDTH_BYTES
    (writer, args: { domain: Domain; disk: string; bytes: number }) =>
      writeDomain(writer, args.domain).string(args.disk).unsignedHyper(BigInt(args.bytes)).uint(64),
    () => {},
  ),
  /** How many bytes a second the job on a disk may copy, 0 for no limit. */
  blockJobSetSpeed: remote(
    239,
    'slow',
    // VIR_DOMAIN_BLOCK_JOB_SPEED_BANDWIDTH_BYTES
    (writer, args: { domain: Domain; disk: string; bytes: number }) =>
      writeDomain(writer, args.domain).string(args.disk).unsignedHyper(BigInt(args.bytes)).uint(1),
    () => {},
  ),
  /** Ends the job on a disk; `flags`: a mask of virDomainBlockJobAbortFlags. */
  blockJobAbort: remote(
    237,
    'slow',
    (writer, args: { domain: Domain; disk: string; flags: number }) =>
      writeDomain(writer, args.domain).string(args.disk).uint(args.flags),
    () => {},
  ),
  /** Sizes of a disk in bytes; `capacity` is what the guest sees. */
  blockInfo: remote(
    194,
    'slow',
    (writer, args: { domain: Domain; disk: string }) => writeDomain(writer, args.domain).string(args.disk).uint(0),
    (reader) => ({
      allocation: Number(reader.unsignedHyper()),
      capacity: Number(reader.unsignedHyper()),
      physical: Number(reader.unsignedHyper()),
    }),
  ),
  /**
   * Begins a copy of disks as they are now, while the domain runs (libvirt.org/formatbackup.html); `checkpoint` is the XML of a
   * checkpoint that is made at the same moment.
   */
  backupBegin: remote(
    421,
    'slow',
    (writer, args: { domain: Domain; xml: string; checkpoint: string | null }) =>
      writeDomain(writer, args.domain).string(args.xml).optionalString(args.checkpoint).uint(0),
    () => {},
  ),
  /** From here on, what is written to disks is noted in bitmaps (libvirt.org/formatcheckpoint.html). */
  checkpointCreate: remote(
    411,
    'slow',
    (writer, args: { domain: Domain; xml: string; flags: number }) =>
      writeDomain(writer, args.domain).string(args.xml).uint(args.flags),
    readCheckpoint,
  ),
  listCheckpoints: remote(
    413,
    'fast',
    (writer, args: { domain: Domain; flags: number }) => writeDomain(writer, args.domain).int(1).uint(args.flags),
    (reader) => reader.array(maxCheckpoints, 28, () => readCheckpoint(reader)),
  ),
  /** Its bitmap is joined with that of the checkpoint before it. */
  checkpointDelete: remote(
    417,
    'slow',
    (writer, args: { checkpoint: Checkpoint; flags: number }) =>
      writeDomain(writer.string(args.checkpoint.name), args.checkpoint.domain).uint(args.flags),
    () => {},
  ),
  /** The copy under way; fails when there is none. */
  backupXml: remote(422, 'fast', onDomain, (reader) => reader.string()),
  /** The job under way, or with flag 1 the last one that ended; `type` is a virDomainJobType. */
  jobStats: remote(298, 'fast', onDomain, (reader) => ({
    type: reader.int(),
    values: new Map(reader.array(maxStats, 12, () => readTypedParam(reader))),
  })),
  abortJob: remote(
    164,
    'slow',
    (writer, domain: Domain) => writeDomain(writer, domain),
    () => {},
  ),
  /** Stops the processors of a running domain; what it has asked of its disks is written. */
  suspend: remote(
    34,
    'slow',
    (writer, domain: Domain) => writeDomain(writer, domain),
    () => {},
  ),
  /** `flags`: a mask of virDomainSnapshotCreateFlags. Answers what libvirt calls it. */
  snapshotCreate: remote(
    185,
    'slow',
    (writer, args: { domain: Domain; xml: string; flags: number }) =>
      writeDomain(writer, args.domain).string(args.xml).uint(args.flags),
    (reader) => {
      const name = reader.string()
      readDomain(reader)
      return name
    },
  ),
  /** Starts the domain whose memory is in a file; `flags`: virDomainSaveRestoreFlags. */
  restore: remote(
    233,
    'slow',
    (writer, args: { from: string; flags: number }) => writer.string(args.from).optionalString(null).uint(args.flags),
    () => {},
  ),
  /** Also replaces a filter of the same name and UUID; it takes effect on running VMs at once. */
  defineFilter: remote(180, 'slow', (writer, xml: string) => writer.string(xml), readFilter),
  /** Rejected (`operationInvalid`) while a running VM uses it. */
  undefineFilter: remote(
    181,
    'slow',
    (writer, filter: NetworkFilter) => writer.string(filter.name).fixed(filter.uuid),
    () => {},
  ),
  listFilters: remote(
    286,
    'fast',
    (writer) => writer.int(1).uint(0),
    (reader) => reader.array(maxFilters, 20, () => readFilter(reader)),
  ),
  openConsole: remote(
    201,
    'slow',
    (writer, args: { domain: Domain; device: string | null; flags: number }) =>
      writeDomain(writer, args.domain).optionalString(args.device).uint(args.flags),
    () => {},
  ),
  /** `event` is a virDomainEventID; 0 is the life cycle. Of all domains. */
  registerDomainEvent: remote(
    316,
    'fast',
    (writer, event: number) => writer.int(event).uint(0),
    (reader) => reader.int(),
  ),

  /** A command in JSON for the guest's agent; `timeoutS` bounds a guest that never answers. */
  agentCommand: {
    program: program.qemu,
    number: 3,
    lane: 'slow',
    encode: (writer, args: { domain: Domain; command: string; timeoutS: number }) =>
      writeDomain(writer, args.domain).string(args.command).int(args.timeoutS).uint(0),
    decode: (reader) => reader.optional(() => reader.string()),
  } satisfies Procedure<{ domain: Domain; command: string; timeoutS: number }, string | null>,
  /** A command in JSON for QEMU itself; its answer as JSON. */
  monitorCommand: {
    program: program.qemu,
    number: 1,
    lane: 'slow',
    encode: (writer, args: { domain: Domain; command: string }) =>
      writeDomain(writer, args.domain).string(args.command).uint(0),
    decode: (reader) => reader.string(),
  } satisfies Procedure<{ domain: Domain; command: string }, string>,
} as const

/** Pushed message: REMOTE_PROC_DOMAIN_EVENT_CALLBACK_LIFECYCLE. */
export const lifecycleEventNumber = 318
