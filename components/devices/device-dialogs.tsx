'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { ImpactLine } from '../impact/impact-line.tsx'
import { paths } from '../paths.ts'
import { DeviceForm } from './device-form.tsx'
import { pduPart } from './pdu-part.ts'
import type { DeviceAsking } from './use-device-actions.tsx'

/** What a command on a switch or PDU asks before it is done. Loaded with the first of them. */
export default function DeviceDialogs({ asked, onClose }: { asked: DeviceAsking; onClose: () => void }) {
  const t = useTranslations('device')
  const { dci } = useTRPCClient()
  const { kind, record, command } = asked
  const isSwitch = kind === 'switch'
  if (command === 'edit')
    return (
      <DeviceForm
        kind={kind}
        record={record}
        onClose={onClose}
        send={(body) =>
          isSwitch
            ? dci.switch.edit.mutate({ params: { switch_id: record.id }, body, if_match: record.version })
            : dci.pdu.edit.mutate({ params: { pdu_id: record.id }, body: pduPart(body), if_match: record.version })
        }
      />
    )
  return (
    <DeleteObject
      name={record.name}
      lost={
        <>
          {t(`lost.${kind}`, { count: record.using_port })}
          <ImpactLine kind={kind} id={record.id} />
        </>
      }
      action={t(`delete.${kind}`)}
      page={isSwitch ? paths.switch(record.id) : paths.pdu(record.id)}
      list={isSwitch ? paths.switches() : paths.pdus()}
      run={() =>
        isSwitch
          ? dci.switch.delete.mutate({ params: { switch_id: record.id } })
          : dci.pdu.delete.mutate({ params: { pdu_id: record.id } })
      }
      onClose={onClose}
    />
  )
}
