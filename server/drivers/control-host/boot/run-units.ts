import { deviceRejected } from '../../../domain/shared/errors.ts'
import { pause } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { failed } from './errors.ts'
import type { BootHost } from './host.ts'
import { LOG, SERVICES } from './places.ts'
import { unitName } from './render-services.ts'
import { type Unit, units } from './types.ts'

const SERVICE_MS = 60_000
const own = (what: string, unit: Unit) => ['sh', SERVICES, what, unit]

/** Whether a service is kept running, and its process; 0: none. */
export type UnitState = { kept: boolean; pid: number }

export async function unitState(host: BootHost, unit: Unit, signal: AbortSignal): Promise<UnitState> {
  if (host.facts.systemd) {
    const argv = ['systemctl', 'show', '-p', 'ActiveState', '-p', 'MainPID', '-p', 'UnitFileState', unitName(unit)]
    const said = await host.run(argv, { signal })
    const field = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(said)?.[1] ?? ''
    const runs = field('ActiveState') === 'active'
    return { kept: field('UnitFileState') === 'enabled', pid: runs ? Number(field('MainPID')) : 0 }
  }
  const said = await host.try(own('state', unit), { signal })
  const pid = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(said.stdout)?.[1] ?? 0)
  return { kept: pid('supervisor') !== 0, pid: pid('daemon') }
}

/** Looks at a service's configuration with its own program. @throws PanelError with its words */
export async function checkUnit(host: BootHost, unit: Unit, signal: AbortSignal): Promise<void> {
  const checked = await host.try(own('check', unit), { signal, timeoutMs: SERVICE_MS })
  if (checked.code !== 0) throw failed(unit, checked)
}

/** Starts a service, or starts it anew, and has it kept running. */
export async function startUnit(host: BootHost, unit: Unit, signal: AbortSignal): Promise<void> {
  await checkUnit(host, unit, signal)
  if (host.facts.systemd) {
    await host.run(['systemctl', 'daemon-reload'], { signal })
    await host.run(['systemctl', 'enable', '-q', unitName(unit)], { signal })
    await host.run(['systemctl', 'restart', unitName(unit)], { signal, timeoutMs: SERVICE_MS })
    return
  }
  await host.run(own('stop', unit), { signal, timeoutMs: SERVICE_MS })
  await host.run(own('start', unit), { signal })
}

/** Waits until `works` of a service that was started. @throws PanelError with the last words of its log */
export async function waitForUnit(
  host: BootHost,
  unit: Unit,
  works: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const end = Date.now() + SERVICE_MS
  while (!(await works())) {
    if (Date.now() > end) {
      const words = cleanMessage(await lastWords(host, unit, signal))
      throw deviceRejected(msg`${unit} does not start on the control host: ${words || msg`no reason was given`}`)
    }
    await pause(100, signal)
  }
}

async function lastWords(host: BootHost, unit: Unit, signal: AbortSignal): Promise<string> {
  const argv = host.facts.systemd
    ? ['journalctl', '-q', '-n', '3', '-o', 'cat', '-u', unitName(unit)]
    : ['tail', '-n', '3', `${LOG}/${unit}.log`]
  return (await host.try(argv, { signal })).stdout
}

/** Ends all services for good; what is not there is as good. */
export async function stopUnits(host: BootHost, signal: AbortSignal): Promise<void> {
  const has = async (path: string) => (await host.try(['test', '-e', path], { signal })).code === 0
  for (const unit of units) {
    const file = `/etc/systemd/system/${unitName(unit)}`
    if (await has(file))
      await host.run(['systemctl', 'disable', '--now', '-q', unitName(unit)], { signal, timeoutMs: SERVICE_MS })
    else if (await has(SERVICES)) await host.run(own('stop', unit), { signal, timeoutMs: SERVICE_MS })
  }
}
