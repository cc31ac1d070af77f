import { randomUUID } from 'node:crypto'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { createVolume, inspectImage } from '../../hypervisor/kvm/volumes.ts'
import { failed } from '../../hypervisor/linux/failed.ts'
import { deleteFile } from '../../hypervisor/linux/files.ts'
import { nodePath } from '../../hypervisor/linux/paths.ts'
import { run } from '../run.ts'
import type { NodeStorage, StorageReading, StorageVolume } from '../types.ts'
import { isVolumeName } from '../types.ts'

const mib = 1 << 20
const MOST_VOLUMES = 100_000
/** By this file a folder is known again: a disk that is not mounted leaves an empty folder behind. */
export const MARKER = '.datahall-storage'

/** qcow2 files in a folder of the node, whatever is mounted there. */
export function folderStorage(
  ssh: SshConnection,
  folder: string,
  identity: string,
  takesOver = false,
): Omit<NodeStorage, 'disconnect'> {
  const marker = `${nodePath(folder)}/${MARKER}`
  const at = (name: string) => {
    if (!isVolumeName(name)) throw deviceRejected(msg`${cleanMessage(name)} is no name of a volume`)
    return `${folder}/${name}`
  }

  async function connect(signal: AbortSignal): Promise<void> {
    await run(ssh, ['mkdir', '-p', '-m', '0711', '--', folder], signal)
    await ssh.sftp(signal, async (files) => {
      const there = (await files.stat(marker)) ? (await files.read(marker, 200)).toString('utf8').trim() : null
      if (there === identity) return
      if (there !== null && !takesOver)
        throw deviceRejected(
          msg`${cleanMessage(folder)} on the node belongs to another storage already: choose another folder`,
        )
      await files.writeFile(marker, Buffer.from(`${identity}\n`), 0o644)
    })
  }

  async function check(signal: AbortSignal): Promise<StorageReading> {
    try {
      return await ssh.sftp(signal, async (files) => {
        const there = (await files.stat(marker)) ? (await files.read(marker, 200)).toString('utf8').trim() : null
        if (there === null)
          throw deviceRejected(
            msg`${cleanMessage(folder)} on the node is not this storage: its file ${MARKER} is missing, so the disk is probably not mounted`,
          )
        if (there !== identity) throw deviceRejected(msg`${cleanMessage(folder)} on the node is another storage`)
        await probe(files)
        const { total, free } = await files.space(folder)
        return { total_mib: Math.floor(total / mib), used_mib: Math.ceil((total - free) / mib), lost: null }
      })
    } catch (error) {
      if (!(error instanceof SftpError)) throw error
      throw deviceRejected(
        msg`${cleanMessage(folder)} on the node cannot be written to: ${cleanMessage(error.message)}`,
        { cause: error },
      )
    }
  }

  type Files = Parameters<Parameters<SshConnection['sftp']>[1]>[0]
  async function probe(files: Files) {
    const path = `${folder}/.datahall-probe-${randomUUID()}`
    const bytes = Buffer.from(path)
    try {
      await files.writeFile(path, bytes, 0o600)
      if (!(await files.read(path, 1024)).equals(bytes))
        throw deviceRejected(msg`${cleanMessage(folder)} on the node does not return what was written to it`)
    } finally {
      await files.remove(path)
    }
  }

  async function volumes(signal: AbortSignal): Promise<StorageVolume[]> {
    const found = ['find', folder, '-mindepth', '1', '-maxdepth', '1', '-type', 'f', '!', '-name', '.*']
    const text = await run(ssh, [...found, '-printf', '%b %f\\0'], signal)
    return text
      .split('\0')
      .slice(0, MOST_VOLUMES)
      .flatMap((line) => {
        const [, blocks, name] = /^(\d+) (.+)$/s.exec(line) ?? []
        // Blocks of 512 bytes: what is taken of the disk, which of a thin volume is less than its size.
        return blocks && name
          ? [{ name: cleanMessage(name).slice(0, 255), size_mib: Math.ceil(Number(blocks) / 2048) }]
          : []
      })
  }

  return {
    connect,
    check,
    volumes,
    createVolume: (name, size_mib, signal) => createVolume(ssh, { path: at(name), size_mib, backing: null }, signal),
    async growVolume(name, size_mib, signal) {
      const path = at(name)
      const sizeOf = async () => Math.floor((await inspectImage(ssh, path, 'qcow2', signal))['virtual-size'] / mib)
      if ((await sizeOf()) >= size_mib) return sizeOf()
      const grown = await ssh.exec(['qemu-img', 'resize', '-q', '-f', 'qcow2', path, `${size_mib}M`], { signal })
      if (grown.code !== 0) throw failed('qemu-img', grown)
      return sizeOf()
    },
    removeVolume: (name, signal) => deleteFile(ssh, at(name), signal),
    source: (name) => ({ type: 'file', path: at(name) }),
  }
}
