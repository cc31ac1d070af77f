import { deviceRejected } from '../../domain/shared/errors.ts'
import { storageCan } from '../../domain/storage/kinds.ts'
import { volumeWay } from '../../domain/storage/volumes.ts'
import type { NodeStorage, StoragePlace, StorageReading } from '../../drivers/storage/types.ts'
import { isVolumeName, rootOf } from '../../drivers/storage/types.ts'
import { unlessAborted } from '../../shared/abort.ts'
import { msg, quote } from '../../shared/text.ts'
import { dice } from './load.ts'
import { storageMib, usedStorageMib, VOLUME_FILL } from './model.ts'
import { type DummyNode, takes } from './node.ts'
import type { NodeState } from './state.ts'
import { growVolume, makeVolume } from './volumes.ts'

const TIB = 1024 * 1024
/** What all nodes share has one size wherever it is asked. */
const SHARED_TIB = 20
/** Its volumes take at least so much of it. */
const USED = 0.35

/** Faults on purpose, by the end of a folder or pool: `/srv/one-failaway`. */
const faultOf = (place: StoragePlace) => /-fail(away|full|degraded|hang)$/.exec(rootOf(place))?.[1] ?? null

/** What volumes of a storage take of what they promise. */
const fillOf = ({ kind }: StoragePlace) => (storageCan(kind, 'thin') ? VOLUME_FILL : 1)

/** What `usageOf` counts for the node is the folder that each cluster begins with. */
const isOwnDisk = (place: StoragePlace) => place.kind === 'file' && place.folder === '/vm'

type Do = <T>(ms: number, signal: AbortSignal, work: () => Promise<T> | T) => Promise<T>

/** A storage of a simulated node: its volumes are files of the node's state. */
export function simulatedStorage(node: DummyNode, place: StoragePlace, link: Do): NodeStorage {
  const { identity } = place
  const folder = rootOf(place)
  const at = (name: string) => {
    if (!isVolumeName(name)) throw deviceRejected(msg`${name} is no name of a volume`)
    return `${folder}/${name}`
  }
  const inside = (state: NodeState) => Object.entries(state.files).filter(([path]) => path.startsWith(`${folder}/`))

  const requireHere = () => {
    if (faultOf(place) !== 'away') return
    if (place.kind === 'nas')
      throw deviceRejected(
        msg`The NAS ${place.address} does not answer: ${folder} is mounted on the node, and no access to it comes back`,
      )
    if (place.kind === 'ceph')
      throw deviceRejected(msg`The monitors of Ceph do not answer: ${'[errno 110] RADOS timed out'}`)
    throw deviceRejected(msg`${folder} on the node is not this storage: the disk is probably not mounted`)
  }

  return {
    connect: (signal) =>
      link(takes.volume, signal, () => {
        requireHere()
        return node.store.update((state) => {
          const there = state.storages?.[folder]
          const takesOver = place.kind === 'file' && place.takesOver
          if (there !== undefined && there !== identity && !takesOver)
            throw deviceRejected(msg`${folder} on the node belongs to another storage already: choose another place`)
          state.storages = { ...state.storages, [folder]: identity }
          if (!state.directories.includes(folder)) state.directories.push(folder)
        })
      }),
    disconnect: (signal) =>
      link(takes.command, signal, () =>
        node.store.update((state) => {
          if (storageCan(place.kind, 'shared') && state.storages?.[folder] === identity) delete state.storages[folder]
        }),
      ),
    check: (signal) =>
      link(takes.command, signal, async () => {
        requireHere()
        // Until the caller gives up.
        if (faultOf(place) === 'hang') await unlessAborted(new Promise<never>(() => {}), signal)
        const state = await node.store.read()
        if (state.storages?.[folder] !== identity) throw deviceRejected(msg`${folder} on the node is not this storage`)
        return readingOf(node, place, state, inside(state))
      }),
    volumes: (signal) =>
      link(takes.command, signal, async () => {
        requireHere()
        return inside(await node.store.read()).map(([path, file]) => ({
          name: path.slice(folder.length + 1),
          size_mib: file.kind === 'volume' ? Math.ceil(file.size_mib * fillOf(place)) : 1,
        }))
      }),
    createVolume: (name, size_mib, signal) =>
      link(takes.volume, signal, () => makeVolume(node, { path: at(name), size_mib, backing: null })),
    growVolume: (name, size_mib, signal) =>
      link(takes.volume, signal, async () => (await growVolume(node, at(name), size_mib)).size_mib),
    removeVolume: (name, signal) =>
      link(takes.command, signal, () =>
        node.store.update((state) => {
          delete state.files[at(name)]
        }),
      ),
    source: (name) => ({ type: types[volumeWay(at(name))], path: at(name) }),
  }
}

const types = { file: 'file', block: 'block', rbd: 'network' } as const

function readingOf(
  node: DummyNode,
  place: StoragePlace,
  state: NodeState,
  files: [string, NodeState['files'][string]][],
): StorageReading {
  const fault = faultOf(place)
  if (isOwnDisk(place))
    return { total_mib: storageMib(node.name), used_mib: usedStorageMib(node.name, state), lost: null }
  const isShared = storageCan(place.kind, 'shared')
  const total_mib = (isShared ? SHARED_TIB : 2 + Math.floor(dice(node.name, rootOf(place)) * 6)) * TIB
  const volumes = files.reduce((sum, [, file]) => sum + (file.kind === 'volume' ? file.size_mib * fillOf(place) : 0), 0)
  const used = fault === 'full' ? total_mib * 0.93 : total_mib * USED + volumes
  return {
    total_mib,
    used_mib: Math.min(total_mib, Math.round(used)),
    lost: fault === 'degraded' ? lossOf(place) : null,
  }
}

const lossOf = ({ kind }: StoragePlace) =>
  kind === 'ceph'
    ? quote('1 osds down; Degraded data redundancy: 1204/36120 objects degraded (3.333%), 21 pgs degraded')
    : msg`one of its two disks has failed`
