import { KEA_CONF, NGINX_CONF, SERVICES, TFTP_CONF } from '../../../drivers/control-host/boot/places.ts'
import { unitName } from '../../../drivers/control-host/boot/render-services.ts'
import type { Unit } from '../../../drivers/control-host/boot/types.ts'
import type { SimulatedDebian } from './debian.ts'
import { restartKea } from './kea.ts'
import type { Ran } from './ran.ts'

const CONFIGURATION: Record<Unit, string> = { dhcp: KEA_CONF, web: NGINX_CONF, tftp: TFTP_CONF }
const PACKAGE: Record<Unit, string> = { dhcp: 'kea-dhcp4-server', web: 'nginx-light', tftp: 'dnsmasq-base' }
const PID = 1217

/** `sh services.sh check UNIT`: a service needs its program and its configuration. */
export function checkService(host: SimulatedDebian, [script = '', , unit = '']: string[]): Ran {
  if (script !== SERVICES || !host.tree.files.has(SERVICES)) return { code: 127, stderr: 'not found\n' }
  const isReady = host.state.packages.includes(PACKAGE[unit as Unit]) && host.isThere(CONFIGURATION[unit as Unit])
  return isReady ? { code: 0 } : { code: 1, stderr: `${unit}: no program or no configuration\n` }
}

/** The verbs of systemctl that the panel uses. Units are known by their files. */
export function systemctl(host: SimulatedDebian, [verb = '', ...args]: string[]): Ran {
  const { state } = host
  const units = args.filter((one) => one.endsWith('.service'))
  const change = (list: 'enabled' | 'active' | 'masked', add: boolean) => {
    const others = state[list].filter((one) => !units.includes(one))
    state[list] = add ? [...others, ...units] : others
    host.save()
  }
  const missing = units.find((unit) => !host.isThere(`/etc/systemd/system/${unit}`))
  if (verb === 'daemon-reload') return { code: 0 }
  if (verb === 'mask' || verb === 'unmask') {
    change('masked', verb === 'mask')
    return { code: 0 }
  }
  if (verb === 'show') return { code: 0, stdout: shown(host, units[0] ?? '') }
  if (missing !== undefined) return { code: 5, stderr: `Unit ${missing} not found.\n` }
  if (verb === 'enable') change('enabled', true)
  else if (verb === 'restart') {
    change('active', true)
    if (units.includes(unitName('dhcp'))) restartKea(host)
  } else if (verb === 'disable') {
    change('enabled', false)
    if (args.includes('--now')) change('active', false)
  } else return { code: 1, stderr: `Unknown command verb ${verb}.\n` }
  return { code: 0 }
}

function shown(host: SimulatedDebian, unit: string): string {
  const isThere = host.isThere(`/etc/systemd/system/${unit}`)
  const runs = isThere && host.runs(unit)
  const enabled = isThere ? (host.state.enabled.includes(unit) ? 'enabled' : 'disabled') : ''
  return `ActiveState=${runs ? 'active' : 'inactive'}\nMainPID=${runs ? PID : 0}\nUnitFileState=${enabled}\n`
}
