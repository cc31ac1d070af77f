import { presetFields } from '../../server/domain/preset/fields.ts'
import type { Preset } from '../../server/domain/preset/record.ts'
import type { PresetCreate, PresetEdit } from '../../server/domain/preset/schema.ts'
import { type FormValues, toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { type LimitName, limitFields, limitsOf } from './limit-names.ts'

type CpuMode = NonNullable<PresetCreate['cpu_mode']>

/** What the form asks for beside the preset's own fields; null is no limit. */
export type Fixed = Record<LimitName, number | null> & {
  cpu_number: number
  ram_mib: number
  hdd_mib: number
  cpu_mode: CpuMode
  cpu_custom_model: string
  nesting: boolean
  anti_spoofing: boolean
}
type Values = FormValues<typeof presetFields, 'create'> & Fixed

/** -1 and 0 are no limits either. */
const limitOf = (value: number | null | undefined) =>
  value === null || value === undefined || value <= 0 ? null : value

/** What the form begins with. */
export function fixedBy(preset: Preset | undefined): Fixed {
  const limits = limitFields.map(({ name }) => [name, limitOf(preset?.[name])] as const)
  return {
    ...(Object.fromEntries(limits) as Record<LimitName, number | null>),
    cpu_number: preset?.cpu_number ?? 1,
    ram_mib: preset?.ram_mib ?? 2048,
    hdd_mib: preset?.hdd_mib ?? 20_480,
    cpu_mode: preset?.cpu_mode ?? 'default',
    cpu_custom_model: preset?.cpu_custom_model ?? '',
    nesting: preset?.nesting ?? false,
    anti_spoofing: preset?.anti_spoofing ?? false,
  }
}

/** A model counts with its mode alone. */
const modelOf = ({ cpu_mode, cpu_custom_model }: Fixed) => (cpu_mode === 'custom' ? cpu_custom_model.trim() : '')

/** The body of a new preset: what is left open is absent. */
export function createBody(values: Values): PresetCreate {
  const { cpu_number, ram_mib, hdd_mib, cpu_mode, nesting, anti_spoofing } = values
  const limits = limitsOf(values.virtualization_type).flatMap(({ name }) =>
    limitOf(values[name]) === null ? [] : [[name, values[name]]],
  )
  const model = modelOf(values)
  return {
    ...toCreate(presetFields, values),
    cpu_number,
    ram_mib,
    hdd_mib,
    ...Object.fromEntries(limits),
    ...(cpu_mode !== 'default' && { cpu_mode }),
    ...(model && { cpu_custom_model: model }),
    ...(nesting && { nesting }),
    ...(anti_spoofing && { anti_spoofing }),
  }
}

/** The body of a change: what differs. A size is sent only when it is another, since it replaces several disks. */
export function editBody(values: Values, preset: Preset): PresetEdit {
  const before = fixedBy(preset)
  const now: Fixed = { ...values, cpu_custom_model: modelOf(values) }
  const names = Object.keys(before) as (keyof Fixed)[]
  // 0 says that there is no limit any more.
  const changes = names.flatMap((name) => (now[name] === before[name] ? [] : [[name, now[name] ?? 0]]))
  return { ...toEdit(presetFields, values, preset), ...Object.fromEntries(changes) }
}
