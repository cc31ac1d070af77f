import { renderKea } from '../../../protocols/kea/render.ts'
import type { KeaPlaces } from '../../../protocols/kea/types.ts'
import { KEA_CONF, KEA_SOCKET, LEASES, LFC, LOG, NGINX_CONF, SERVICES, TFTP_CONF } from './places.ts'
import { renderNginx } from './render-nginx.ts'
import { renderLfc, renderServices, renderUnits } from './render-services.ts'
import { renderTftp } from './render-tftp.ts'
import type { BootFacts, BootServices, PlannedFile, Unit } from './types.ts'

/** @param multiarch see `BootFacts`; null: without the hook that lists leases */
export const keaPlaces = (multiarch: string | null): KeaPlaces => ({
  controlSocket: KEA_SOCKET,
  leaseFile: LEASES,
  leaseHook: multiarch === null ? null : `/usr/lib/${multiarch}/kea/hooks/libdhcp_lease_cmds.so`,
  log: `${LOG}/kea.log`,
})

type HostForm = Pick<BootFacts, 'user' | 'systemd' | 'multiarch'>

/** Kea's configuration, as the file has it. It holds tickets: root alone reads it. */
export const keaFile = (services: BootServices, facts: HostForm): PlannedFile => ({
  path: KEA_CONF,
  mode: 0o600,
  content: `${JSON.stringify(renderKea(services.dhcp, keaPlaces(facts.multiarch)), null, 1)}\n`,
})

/** All files of the boot services on a host. @throws RangeError for values of another form than their types name */
export const plannedFiles = (services: BootServices, facts: HostForm): PlannedFile[] => [
  keaFile(services, facts),
  { path: NGINX_CONF, mode: 0o644, content: renderNginx(services.web) },
  { path: TFTP_CONF, mode: 0o644, content: renderTftp(services.web) },
  { path: SERVICES, mode: 0o755, content: renderServices() },
  { path: LFC, mode: 0o755, content: renderLfc() },
  ...(facts.systemd ? renderUnits(facts.user) : []),
]

/** Files of which each service takes notice only when it starts. Kea is told of changes of its configuration. */
export const startedWith = (files: readonly PlannedFile[], unit: Unit): PlannedFile[] => {
  const own = { dhcp: [], web: [NGINX_CONF], tftp: [TFTP_CONF] }[unit] as readonly string[]
  return files.filter(({ path }) => path === SERVICES || own.includes(path) || path.endsWith(`-${unit}.service`))
}
