import { refused } from '../../../../domain/shared/errors.ts'
import { onBootHost } from '../../../../drivers/control-host/boot/find.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { msg } from '../../../../shared/text.ts'
import { controlHostOf } from '../control-host.ts'
import { bootServicesOf } from './desired.ts'

/** Servers could not reach it. */
export const noAddress = () =>
  refused(
    msg`The control host has no IPv4 address on the interfaces that were chosen: choose others, or give it one`,
    'dhcp.interfaces_4',
  )

/** The control host of a location, and what it should run. @throws PanelError when that cannot be said */
export function onServices<T>(
  location_id: number,
  signal: AbortSignal,
  use: (host: BootHost, services: BootServices) => Promise<T>,
): Promise<T> {
  return controlHostOf(location_id).then((target) =>
    onBootHost(target, signal, async (host) => {
      const services = await bootServicesOf(location_id, host.facts.interfaces)
      if (services) return use(host, services)
      throw noAddress()
    }),
  )
}
