import { openSshFiles } from '../../backup-location/ssh/files.ts'
import type { LocationFiles } from '../../backup-location/types.ts'
import type { NodeTarget } from '../types.ts'
import { asNodeError } from './messages.ts'
import { nodePath } from './paths.ts'

/** Files below a folder of a node, over connections of their own. */
export function openFolder(target: NodeTarget, path: string, signal: AbortSignal): Promise<LocationFiles> {
  const { address, port, username: login, auth, hostKey } = target
  return openSshFiles({ address, port, login, auth, hostKey, path: nodePath(path) }, asNodeError, signal)
}
