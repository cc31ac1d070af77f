'use client'
import { switchDevices } from '../../server/domain/switch/kinds.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { switchStatuses } from '../../server/domain/switch/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { DeviceList } from '../devices/device-list.tsx'

const toDevice = (record: Switch) => ({ kind: 'switch', record }) as const

/** All switches of the installation. */
export function SwitchesPage() {
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  return (
    <DeviceList<Switch>
      kind="switch"
      list={trpc.dci.switch.list}
      statuses={switchStatuses}
      toDevice={toDevice}
      create={async (body) => {
        const device = switchDevices.find((name) => name === body.device)
        return device ? (await dci.switch.create.mutate({ body: { ...body, device } })).id : null
      }}
    />
  )
}
