import { deviceRejected, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { askPower } from '../../remote/power/devices.ts'
import { begin } from './begin.ts'

const ASK_MS = 2 * 60_000

/**
 * Asks the controller of a server whether that is on, before ports, DHCP or power of it are touched. Where there is no controller, a person starts the server.
 * @throws PanelError when it does not answer or does not know; the waterfall shows the controller as the place where it failed
 */
export async function requireKnownPower(t: TaskContext, id: number, ipmi_id: number | null): Promise<void> {
  if (ipmi_id === null) return
  try {
    const power = await t.step('known_power', (signal) => askPower(ipmi_id, signal), { retries: 1, timeoutMs: ASK_MS })
    if (power === 'unknown') throw deviceRejected(msg`The controller does not know whether the server is on`)
  } catch (fault) {
    if (!(fault instanceof PanelError)) throw fault
    await begin(t, id, 'boot_device', 2, msg`Asking the controller whether the server is on`, 0)
    throw new PanelError(
      fault.code,
      msg`Nothing was begun, because the power of the server is not known: ${fault.text}`,
      {
        cause: fault,
      },
    )
  }
}
