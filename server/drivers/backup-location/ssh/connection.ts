import type { LocationDriver } from '../types.ts'
import { openSshFiles } from './files.ts'
import { asLocationError } from './messages.ts'

/** SFTP of an account (OpenSSH's extensions posix-rename, fsync and statvfs). */
export const sshLocation: LocationDriver = {
  kind: 'ssh',
  connect: (target, signal) => openSshFiles(target, asLocationError, signal),
}
