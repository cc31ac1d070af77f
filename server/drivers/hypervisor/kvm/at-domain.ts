import type { Domain } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { LibvirtLink } from './libvirt-link.ts'

/** A domain and the ways to it. */
export type AtDomain = { ssh: SshConnection; link: LibvirtLink; domain: Domain; signal: AbortSignal }

export const isOn = ({ domain }: Pick<AtDomain, 'domain'>): boolean => domain.id >= 0
