import { stringify } from 'yaml'
import { renderKea } from '../../../protocols/kea/render.ts'
import { COMMANDS, KEA_ENVIRONMENT } from './commands.ts'
import { KEA_CONF, NGINX_CONF, RUN, TFTP, TFTP_CONF, VAR } from './places.ts'
import { keaPlaces } from './plan.ts'
import { renderNginx } from './render-nginx.ts'
import { renderTftp } from './render-tftp.ts'
import { type BootServices, type Unit, units } from './types.ts'

/** All programs in one image, as on a host; `nginx` of it would start by itself otherwise. */
const dockerfile = `FROM debian:bookworm-slim
RUN apt-get update \\
  && apt-get install -y --no-install-recommends kea-dhcp4-server nginx-light dnsmasq-base ipxe \\
  && rm -rf /var/lib/apt/lists/*
`

const capabilities: Record<Unit, string[]> = {
  dhcp: ['NET_BIND_SERVICE', 'NET_RAW', 'DAC_OVERRIDE'],
  web: ['NET_BIND_SERVICE', 'SETUID', 'SETGID', 'CHOWN', 'DAC_OVERRIDE'],
  tftp: ['NET_BIND_SERVICE', 'NET_ADMIN', 'NET_RAW', 'SETUID', 'SETGID', 'CHOWN', 'DAC_OVERRIDE', 'SETPCAP'],
}

/** In the image there are the programs of its distribution; those without are in the folder already. */
const bringPrograms = `cp -f /usr/lib/ipxe/undionly.kpxe /usr/lib/ipxe/snponly.efi ${TFTP}/`

/**
 * A composition file (Compose specification, with `configs.content` and `build.dockerfile_inline`) that runs the same services in containers of the
 * control host, for those who install nothing on hosts. The folders are the same, so the panel reaches the sockets in the same way.
 */
export function renderCompose(services: BootServices): string {
  const kea = renderKea(services.dhcp, { ...keaPlaces(null), log: 'stdout' })
  const configs: Record<Unit, [path: string, content: string]> = {
    dhcp: [KEA_CONF, JSON.stringify(kea, null, 1)],
    web: [NGINX_CONF, renderNginx(services.web)],
    tftp: [TFTP_CONF, renderTftp(services.web)],
  }
  const service = (unit: Unit) => ({
    image: 'datahall-boot',
    build: { dockerfile_inline: masked(dockerfile) },
    command: commandOf(unit).map(masked),
    network_mode: 'host',
    restart: 'unless-stopped',
    cap_drop: ['ALL'],
    cap_add: capabilities[unit],
    security_opt: ['no-new-privileges:true'],
    ...(unit === 'dhcp' ? { environment } : {}),
    volumes: [`${VAR}:${VAR}`, `${RUN}:${RUN}`],
    configs: [{ source: unit, target: configs[unit][0] }],
  })
  return stringify({
    services: Object.fromEntries(units.map((unit) => [unit, service(unit)])),
    configs: Object.fromEntries(units.map((unit) => [unit, { content: masked(configs[unit][1]) }])),
  })
}

/** Profiles of hosts do not hold for what containers run. */
const { KEA_LFC_EXECUTABLE: _, ...environment } = KEA_ENVIRONMENT

/** Compose fills in variables everywhere. */
const masked = (text: string) => text.replaceAll('$', '$$$$')

function commandOf(unit: Unit): readonly string[] {
  if (unit !== 'tftp') return COMMANDS[unit].run
  return ['sh', '-c', `mkdir -p ${TFTP} && ${bringPrograms} && exec "$@"`, 'sh', ...COMMANDS.tftp.run]
}
