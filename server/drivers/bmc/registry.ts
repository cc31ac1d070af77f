import { controllerKinds, type IpmiType } from '../../domain/ipmi/kinds.ts'
import { AmtBmc } from './amt/connection.ts'
import { IpmiBmc } from './ipmi/connection.ts'
import { RedfishBmc } from './redfish/connection.ts'
import type { BmcConnection, BmcDriver, BmcTarget } from './types.ts'

const driver = (type: IpmiType, Connection: new (target: BmcTarget) => BmcConnection): BmcDriver => ({
  capabilities: controllerKinds[type].capabilities,
  connect: (target) => new Connection(target),
})

export const bmcDrivers: Readonly<Record<IpmiType, BmcDriver>> = {
  ipmi: driver('ipmi', IpmiBmc),
  amt: driver('amt', AmtBmc),
  redfish: driver('redfish', RedfishBmc),
}

/** The driver of a kind of controller. */
export const bmcDriver = (type: IpmiType): BmcDriver => bmcDrivers[type]
