import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { msg } from '../../../shared/text.ts'
import type { LxdLink } from './lxd-link.ts'

const pools = z.array(z.object({ name: z.string(), driver: z.string(), status: z.string().optional() }))
const profile = z.object({ devices: z.record(z.string(), z.record(z.string(), z.string())) })

/** The storage pool in which containers are made: that of LXD's default profile, else the first. @throws PanelError device_rejected */
export async function storagePool(link: LxdLink, signal: AbortSignal): Promise<string> {
  const [found, defaults] = await Promise.all([
    link.client.ask('GET', '/storage-pools', { signal, query: { recursion: '1' } }),
    link.client.ask('GET', '/profiles/default', { signal }),
  ])
  const usable = read(pools, found).filter(({ status }) => status === undefined || status === 'Created')
  const root = Object.values(read(profile, defaults).devices).find(({ type, path }) => type === 'disk' && path === '/')
  const chosen = usable.find(({ name }) => name === root?.pool) ?? usable[0]
  if (chosen) return chosen.name
  throw deviceRejected(msg`LXD has no storage pool on the node: run "lxd init" there`)
}
