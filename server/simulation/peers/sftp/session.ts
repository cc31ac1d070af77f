import type { Duplex } from 'node:stream'
import { attributes, long, messages, PacketReader, packet, status, text, type, uint } from './packets.ts'
import type { FileTree } from './tree.ts'

const WRITE = 2
const CREATE = 8
const TRUNCATE = 16
const EXCLUSIVE = 32
/** Entries in one answer, as OpenSSH sends them. */
const ENTRIES = 100

type Handle = { path: string; isFolder: boolean; left: string[] }

/** One SFTP session on a simulated account: version 3 with OpenSSH's posix-rename, fsync and statvfs. */
export function serveSftp(stream: Duplex, tree: FileTree): void {
  const session = new SftpSession(tree, (answer) => stream.write(answer))
  const read = messages((message) => session.take(message))
  stream.on('data', (piece: Buffer) => {
    try {
      read(piece)
    } catch {
      stream.destroy()
    }
  })
  stream.on('error', () => {})
}

class SftpSession {
  readonly #tree: FileTree
  readonly #send: (answer: Buffer) => void
  readonly #handles = new Map<string, Handle>()
  #next = 0

  constructor(tree: FileTree, send: (answer: Buffer) => void) {
    this.#tree = tree
    this.#send = send
  }

  take(message: Buffer) {
    if (this.#tree.silent) return
    const kind = message[0]
    if (kind === type.init) {
      const extensions = ['posix-rename@openssh.com', '1', 'statvfs@openssh.com', '2', 'fsync@openssh.com', '1']
      return this.#send(packet(type.version, uint(3), ...extensions.map(text)))
    }
    const id = message.readUInt32BE(1)
    const read = new PacketReader(message, 5)
    const answer = (kindOf: number, ...parts: Buffer[]) => this.#send(packet(kindOf, uint(id), ...parts))
    const end = (code: number) => answer(type.status, uint(code), text(code === 0 ? '' : 'Failure'), text(''))
    if (kind === type.open) return this.#open(read, answer, end)
    if (kind === type.opendir || kind === type.readdir) return this.#list(kind, read, answer, end)
    if (kind === type.read || kind === type.write || kind === type.close || kind === type.fstat)
      return this.#handle(kind, read, answer, end)
    if (kind === type.extended) return this.#extended(read, answer, end)
    this.#path(kind, read, answer, end)
  }

  #give(handle: Handle, answer: Answer) {
    const name = String(this.#next++)
    this.#handles.set(name, handle)
    answer(type.handle, text(name))
  }

  #open(read: PacketReader, answer: Answer, end: End) {
    const path = read.text()
    const flags = read.uint()
    const { files, folders, readOnly } = this.#tree
    if (folders.has(path))
      return flags & WRITE ? end(status.failure) : this.#give({ path, isFolder: true, left: [] }, answer)
    if (!files.has(path) && !(flags & CREATE)) return end(status.noSuchFile)
    if (flags & WRITE && readOnly) return end(status.permissionDenied)
    if (files.has(path) && flags & EXCLUSIVE) return end(status.failure)
    if (!this.#tree.hasParent(path)) return end(status.noSuchFile)
    if (!files.has(path) || flags & TRUNCATE) files.set(path, { data: Buffer.alloc(0), modified: this.#tree.now() })
    this.#give({ path, isFolder: false, left: [] }, answer)
  }

  #handle(kind: number, read: PacketReader, answer: Answer, end: End) {
    const name = read.text()
    const handle = this.#handles.get(name)
    if (!handle) return end(status.failure)
    const file = this.#tree.files.get(handle.path)
    if (kind === type.close) {
      this.#handles.delete(name)
      return end(status.ok)
    }
    if (!file) return end(status.failure)
    if (kind === type.fstat) return answer(type.attrs, attributes(false, file.data.length, file.modified))
    const offset = read.long()
    if (kind === type.write)
      return end(this.#tree.write(handle.path, offset, read.bytes()) ? status.ok : status.failure)
    if (offset >= file.data.length) return end(status.eof)
    answer(type.data, text(file.data.subarray(offset, offset + read.uint())))
  }

  #list(kind: number, read: PacketReader, answer: Answer, end: End) {
    const name = read.text()
    if (kind === type.opendir) {
      if (!this.#tree.folders.has(name)) return end(status.noSuchFile)
      return this.#give({ path: name, isFolder: true, left: this.#tree.names(name) }, answer)
    }
    const handle = this.#handles.get(name)
    const some = handle?.left.splice(0, ENTRIES) ?? []
    if (!handle || some.length === 0) return end(status.eof)
    const entries = some.map((one) => Buffer.concat([text(one), text(one), this.#about(`${handle.path}/${one}`)]))
    answer(type.name, uint(entries.length), ...entries)
  }

  #about(path: string): Buffer {
    const file = this.#tree.files.get(path)
    return attributes(!file, file?.data.length ?? 0, file?.modified ?? 0)
  }

  #path(kind: number | undefined, read: PacketReader, answer: Answer, end: End) {
    const path = read.text()
    const { files, folders, readOnly } = this.#tree
    const isThere = files.has(path) || folders.has(path)
    if (kind === type.realpath) return answer(type.name, uint(1), text(path), text(path), attributes(true, 0, 0))
    if (kind === type.lstat || kind === type.stat)
      return isThere ? answer(type.attrs, this.#about(path)) : end(status.noSuchFile)
    if (readOnly) return end(status.permissionDenied)
    if (kind === type.mkdir) {
      if (isThere) return end(status.failure)
      if (!this.#tree.hasParent(path)) return end(status.noSuchFile)
      folders.add(path)
      return end(status.ok)
    }
    if (!isThere) return end(status.noSuchFile)
    if (kind === type.remove) return end(files.delete(path) ? status.ok : status.failure)
    if (kind === type.rmdir)
      return end(this.#tree.names(path).length === 0 && folders.delete(path) ? status.ok : status.failure)
    const modified = kind === type.setstat ? read.modified() : null
    const file = files.get(path)
    if (file && modified !== null) files.set(path, { ...file, modified })
    end(kind === type.setstat ? status.ok : status.unsupported)
  }

  #extended(read: PacketReader, answer: Answer, end: End) {
    const name = read.text()
    if (name === 'fsync@openssh.com') return end(this.#handles.has(read.text()) ? status.ok : status.failure)
    if (name === 'statvfs@openssh.com') {
      const block = 4096
      const blocks = (bytes: number) => long(Math.floor(bytes / block))
      const { total, free } = this.#tree
      return answer(
        type.extendedReply,
        ...[long(block), long(block), blocks(total), blocks(free), blocks(free)],
        ...[long(1e9), long(1e9), long(1e9), long(1), long(0), long(255)],
      )
    }
    if (name !== 'posix-rename@openssh.com') return end(status.unsupported)
    const [from, to] = [read.text(), read.text()]
    const file = this.#tree.files.get(from)
    if (!file || !this.#tree.hasParent(to)) return end(status.noSuchFile)
    if (this.#tree.readOnly) return end(status.permissionDenied)
    this.#tree.files.delete(from)
    this.#tree.files.set(to, file)
    end(status.ok)
  }
}

type Answer = (kind: number, ...parts: Buffer[]) => void
type End = (code: number) => void
