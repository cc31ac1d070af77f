'use client'
import { useMemo } from 'react'
import { pduFields } from '../../server/domain/pdu/fields.ts'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import { pduStatuses } from '../../server/domain/pdu/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { DeviceList } from '../devices/device-list.tsx'
import { pduPart } from '../devices/pdu-part.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'

const toDevice = (record: Pdu) => ({ kind: 'pdu', record }) as const

/** All PDUs of the installation. */
export function PdusPage() {
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const { column } = useOwnColumns<Pdu>(pduFields, 'device')
  const own = useMemo(() => [column('load_watt', { size: 80, extra: false })], [column])
  return (
    <DeviceList<Pdu>
      kind="pdu"
      list={trpc.dci.pdu.list}
      statuses={pduStatuses}
      own={own}
      toDevice={toDevice}
      create={async (body) => (await dci.pdu.create.mutate({ body: pduPart(body) })).id}
    />
  )
}
