'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { PickerField, SelectField } from '../form/fields.tsx'
import { freeSlots } from '../racks/free-units.ts'
import { UnitField } from '../racks/unit-field.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'

/** What decides where a server can stand. */
export type Frame = { type: 'server' | 'blade'; size: number; width: 'full' | 'half' }

type PlaceFieldsProps<Values extends FieldValues> = {
  control: Control<Values, unknown, unknown>
  names: Record<'rack' | 'unit' | 'chassis' | 'slot', FieldPath<Values>>
  frame: Frame | null
  rack: number | null
  chassis: number | null
  /** The server itself does not count as an obstacle when it moves. */
  own?: number
}

/** Where a server goes: a rack and a free unit, or for a blade a chassis and a free slot. */
export function PlaceFields<Values extends FieldValues>(props: PlaceFieldsProps<Values>) {
  const { control, names, frame, rack, chassis, own } = props
  const t = useTranslations('servers.fields')
  const loaders = useLoaders()
  if (frame?.type === 'blade')
    return (
      <FieldRow>
        <PickerField control={control} name={names.chassis} label={t('chassis')} load={loaders.chassis.load} required />
        <SlotField
          control={control}
          name={names.slot}
          chassis={chassis}
          size={frame.size}
          {...(own !== undefined && { own })}
        />
      </FieldRow>
    )
  return (
    <FieldRow>
      <PickerField control={control} name={names.rack} label={t('rack')} load={loaders.racks.load} required />
      <UnitField
        control={control}
        name={names.unit}
        rack={rack}
        device={frame && { size: frame.size, width: frame.width, face: 'front', depth: 'full' }}
        {...(own !== undefined && { own: { kind: 'server' as const, id: own } })}
      />
    </FieldRow>
  )
}

function SlotField<Values extends FieldValues>(props: {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  chassis: number | null
  size: number
  own?: number
}) {
  const { control, name, chassis, size, own } = props
  const t = useTranslations('dc')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.dci.chassis.slots.queryOptions(chassis === null ? skipToken : { params: { chassis_id: chassis } }),
  )
  const slots = query.data?.list
  const taken = new Set(
    slots?.filter(({ devices }) => devices?.some((device) => device.id !== own)).map(({ slot }) => slot),
  )
  const free = slots ? freeSlots(slots.length, taken, size) : null
  return (
    <SelectField
      control={control}
      name={name}
      label={t('fields.slot')}
      required
      disabled={free === null || free.length === 0}
      placeholder={chassis === null ? t('chassisFirst') : free ? t('chooseSlot') : t('reading')}
      options={(free ?? []).map((slot) => ({ value: String(slot), label: t('slot', { slot }) }))}
      hint={query.error ? apiFault(query.error).msg : free ? t('slotsFree', { count: free.length }) : undefined}
    />
  )
}
