import { volumeFormat, volumeWay } from '../../../../domain/storage/volumes.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { rbdVolume } from '../../../storage/ceph/image.ts'
import { failed } from '../../linux/failed.ts'
import { nodePath } from '../../linux/paths.ts'
import { inspectImage } from '../volumes.ts'

/** Long enough for the tables of a large disk. */
const timeoutMs = 10 * 60_000

type Node = { ssh: SshConnection; signal: AbortSignal }

/** Names of the states that a disk keeps. */
export async function capturesIn({ ssh, signal }: Node, path: string): Promise<string[]> {
  if (volumeWay(path) === 'rbd') return rbdVolume(ssh, path).snapshots(signal)
  if (volumeFormat(path) === 'raw') return []
  return ((await inspectImage(ssh, path, 'qcow2', signal)).snapshots ?? []).map(({ name }) => name)
}

const words = { keep: ['-c', 'create'], revert: ['-a', 'rollback'], drop: ['-d', 'rm'] } as const

/** Keeps the present state under a name, goes back to it, or removes it. QEMU's lock keeps a domain that runs away from a file. */
export async function onDisk({ ssh, signal }: Node, how: keyof typeof words, name: string, path: string) {
  const [option, verb] = words[how]
  if (volumeWay(path) === 'rbd') return rbdVolume(ssh, path).snapshot(verb, name, signal)
  const done = await ssh.exec(['qemu-img', 'snapshot', '-q', '--image-opts', option, name, qcow2(path)], {
    signal,
    timeoutMs,
  })
  if (done.code !== 0) throw failed('qemu-img', done)
}

/** The format is given, never guessed: the content is a guest's. */
const qcow2 = (path: string): string =>
  `driver=qcow2,file.driver=file,file.filename=${nodePath(path).replaceAll(',', ',,')}`

/** Removes what tracks the changes of a disk: QEMU does not go back to another state while there is any, and it would be wrong after. */
export async function dropBitmaps({ ssh, signal }: Node, path: string): Promise<void> {
  if (volumeFormat(path) === 'raw') return
  const info = await inspectImage(ssh, path, 'qcow2', signal)
  for (const { name } of info['format-specific']?.data.bitmaps ?? []) {
    const done = await ssh.exec(['qemu-img', 'bitmap', '--remove', '-f', 'qcow2', nodePath(path), name], {
      signal,
      timeoutMs,
    })
    if (done.code !== 0) throw failed('qemu-img', done)
  }
}
