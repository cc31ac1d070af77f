import { controllerKinds, type IpmiType } from '../../domain/ipmi/kinds.ts'
import { AmtBmc } from './amt/connection.ts'
import { IpmiBmc } from './ipmi/connection.ts'
import { RedfishBmc } from './redfish/connection.ts'
import type { BmcConnection, BmcDriver, BmcTarget } from './types.ts'

const connections: Readonly<Record<IpmiType, new (target: BmcTarget) => BmcConnection>> = {
  ipmi: IpmiBmc,
  amt: AmtBmc,
  redfish: RedfishBmc,
}

/** The driver of a kind of controller. */
export function bmcDriver(type: IpmiType): BmcDriver {
  const Connection = connections[type]
  return { capabilities: controllerKinds[type].capabilities, connect: (target) => new Connection(target) }
}
