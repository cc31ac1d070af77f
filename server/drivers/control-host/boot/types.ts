import type { DhcpServices } from '../../../protocols/kea/types.ts'
import type { Text } from '../../../shared/text.ts'

/** What a location's control host runs so that servers boot: DHCP, a web server, and TFTP at the web server's addresses. */
export type BootServices = {
  dhcp: DhcpServices
  /** IPv4 addresses of the control host, and the port of the web server at each of them. */
  web: { addresses: readonly string[]; port: number }
}

/** The programs that run: Kea, nginx and dnsmasq as TFTP server. */
export const units = ['dhcp', 'web', 'tftp'] as const
export type Unit = (typeof units)[number]

/** A file that is made of what the panel knows. */
export type PlannedFile = { path: string; mode: number; content: string }

/** Parts of which a state is reported; `segment`: no other DHCP server answers. */
export type Component = 'files' | Unit | 'disk' | 'artefacts' | 'segment'
export type ComponentState = { component: Component; ok: boolean; fault: Text | null; room?: Room }
/** A file system, in bytes. */
export type Room = { bytes: number; free_bytes: number }

/** A network card of the control host; addresses with their prefix length, IPv4 only. */
export type BootInterface = { name: string; mac: string; addresses: string[] }
/** The same as a host reports it now: `link` while a cable carries. */
export type FoundInterface = BootInterface & { link: boolean }

export type BootFacts = {
  /** Account of the connection. */
  user: string
  /** Whether it becomes root with sudo; otherwise it is root. */
  sudo: boolean
  os_name: string
  systemd: boolean
  /** Where Debian keeps libraries of its processor, as `x86_64-linux-gnu`. */
  multiarch: string
  interfaces: FoundInterface[]
  /** Free bytes of the file system that holds the artefacts. */
  free_bytes: number
}
