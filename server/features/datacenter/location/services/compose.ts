import { db } from '../../../../db/pool.ts'
import { locationLifecycle } from '../../../../domain/location/states.ts'
import { deviceUnreachable, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { asBootError } from '../../../../drivers/control-host/boot/errors.ts'
import { readInterfaces } from '../../../../drivers/control-host/boot/find.ts'
import { renderCompose } from '../../../../drivers/control-host/boot/render-compose.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { connectSsh } from '../../../../protocols/ssh/connect.ts'
import { msg } from '../../../../shared/text.ts'
import { controlHostOf } from '../control-host.ts'
import { bootServicesOf, type ServiceParams } from './desired.ts'
import { noAddress } from './on-services.ts'

const ASK_MS = 20_000

/**
 * The composition file that answers the servers of a location as the records are now. Of the control host it needs to know its addresses alone, so
 * it may run any Linux. Tickets of operations are left out: they are secrets, and old in a moment.
 * @throws PanelError in words when the host was not checked, does not answer, or has no address on the interfaces that were chosen
 */
export async function composeFileOf(location_id: number): Promise<{ container_compose: string }> {
  const location = await db().prisma.location.findUnique({ where: { id: location_id } })
  if (!location) throw notFound(msg`Location`, location_id)
  if (location.host_key === null) throw wrongState(locationLifecycle.actions.setup.error)
  if (!(location.params_dhcp as ServiceParams).interfaces_4?.length)
    throw wrongState(
      msg`The interfaces of the control host are not chosen yet: begin to set the boot services up, and choose them there`,
    )
  const services = await bootServicesOf(location_id, await interfacesOf(location_id))
  if (!services) throw noAddress()
  return { container_compose: renderCompose(withoutTickets(services)) }
}

async function interfacesOf(location_id: number) {
  const signal = AbortSignal.timeout(ASK_MS)
  try {
    const ssh = await connectSsh(await controlHostOf(location_id), signal)
    try {
      return await readInterfaces(ssh, signal)
    } finally {
      ssh.close()
    }
  } catch (fault) {
    if (!signal.aborted) throw asBootError(fault)
    throw deviceUnreachable(msg`The control host did not answer in time`, { cause: fault })
  }
}

const withoutTickets = ({ web, dhcp }: BootServices): BootServices => {
  const subnets = dhcp.subnets.map((subnet) => ({
    ...subnet,
    reservations: subnet.reservations.map(({ mac, ip, hostname }) => ({ mac, ip, hostname })),
  }))
  return { web, dhcp: { ...dhcp, subnets } }
}
