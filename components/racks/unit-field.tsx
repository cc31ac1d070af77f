'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { DeviceKind, Spot } from '../../server/domain/placement/cells.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { SelectField } from '../form/fields.tsx'
import { freeUnits } from './free-units.ts'

type UnitFieldProps<Values extends FieldValues> = {
  control: Control<Values, unknown, unknown>
  /** A field of text: the lowest unit. */
  name: FieldPath<Values>
  rack: number | null
  device: Pick<Spot, 'size' | 'width' | 'face' | 'depth'> | null
  /** The device that is about to move does not count as an obstacle. */
  own?: { kind: DeviceKind; id: number }
}

/** The free units of a rack where a device of this size fits; says so when there is none. */
export function UnitField<Values extends FieldValues>({ control, name, rack, device, own }: UnitFieldProps<Values>) {
  const t = useTranslations('dc')
  const trpc = useTRPC()
  const params = { rack_id: rack ?? 0 }
  const record = useQuery(trpc.dci.rack.get.queryOptions(rack === null ? skipToken : { params }))
  const devices = useQuery(trpc.dci.rack.devices.queryOptions(rack === null ? skipToken : { params }))
  const fault = record.error ?? devices.error
  const others = devices.data?.list
    .filter((one) => !(own && one.kind === own.kind && one.id === own.id))
    .map((one) => ({ spot: { ...one, half: one.half === 1 ? 1 : 0 } as Spot }))
  const free = record.data && others && device ? freeUnits(record.data.size, others, device) : null
  return (
    <SelectField
      control={control}
      name={name}
      label={t('fields.unit')}
      required
      disabled={free === null || free.length === 0}
      placeholder={
        rack === null ? t('rackFirst') : device === null ? t('platformFirst') : free ? t('chooseUnit') : t('reading')
      }
      options={(free ?? []).map((unit) => ({ value: String(unit), label: t('unit', { unit }) }))}
      hint={
        fault
          ? apiFault(fault).msg
          : free && device
            ? t('unitsFree', { count: free.length, size: device.size })
            : t('unitsFromBottom')
      }
    />
  )
}
