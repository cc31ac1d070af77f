import type { Option } from '../ui/controls/use-options.ts'

type Named = { id: number; name: string }

/** A record as pickers keep it; null for none. */
export const optionOf = <Of extends Named | null | undefined>(record: Of) =>
  (record ? { value: String(record.id), label: record.name } : null) as Of extends Named ? Option : null
