import type { LoadOptions, Option } from '../ui/controls/use-options.ts'

/** Types of the list catalogue: the server says of each field which it is. */
export type FieldType = 'int' | 'number' | 'bool' | 'text' | 'enum' | 'uuid' | 'time' | 'inet' | 'array' | 'json'

/** A field that the table may be filtered by. */
export type FilterField = {
  name: string
  label: string
  type: FieldType
  nullable?: boolean
  /** Words of an `enum`, with what people read. */
  options?: readonly Option[]
  /** The field names an object: picked by typing, compared by id. */
  load?: LoadOptions
  /** Names of picked objects, for a filter that came with the address. */
  resolve?: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Option[]>
  /** People read and type `value / factor` with this unit: RAM is stored in MiB (factor 1024) and shown in GiB. */
  unit?: { label: string; factor: number }
}

/** A filter by values of which there are few; `word` is what people read of one. */
export const enumFilter = <Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  word: (value: Value) => string,
  more: Pick<FilterField, 'nullable'> = {},
): FilterField => ({
  name,
  label,
  type: 'enum',
  options: values.map((value) => ({ value, label: word(value) })),
  ...more,
})

export const operators = ['is', 'isNot', 'contains', 'lacks', 'atLeast', 'atMost', 'empty', 'filled'] as const
export type FilterOperator = (typeof operators)[number]

/** One condition, values as the API writes them. */
export type Filter = { field: string; op: FilterOperator; values: readonly string[] }

const ofType: Record<FieldType, readonly FilterOperator[]> = {
  text: ['contains', 'lacks', 'is', 'isNot'],
  inet: ['is', 'contains', 'isNot', 'lacks'],
  array: ['contains', 'lacks'],
  json: ['contains', 'lacks'],
  int: ['is', 'isNot', 'atLeast', 'atMost'],
  number: ['atLeast', 'atMost'],
  time: ['atLeast', 'atMost'],
  enum: ['is', 'isNot'],
  uuid: ['is', 'isNot'],
  bool: ['is'],
}

/** What a field can be asked, the commonest first. */
export function operatorsFor(field: FilterField): readonly FilterOperator[] {
  const base = field.load ? (['is', 'isNot'] as const) : ofType[field.type]
  return field.nullable ? [...base, 'empty', 'filled'] : base
}

export const needsNoValue = (op: FilterOperator): boolean => op === 'empty' || op === 'filled'

/** Whether the condition can be asked as it stands; a half-made one is left out, never sent. */
export const isComplete = (filter: Filter): boolean =>
  needsNoValue(filter.op) || filter.values.some((value) => value !== '')

/** Takes several values at once: `is one of`. */
export const takesMany = (field: FilterField, op: FilterOperator): boolean =>
  (op === 'is' || op === 'isNot') && field.type !== 'bool'

/** A new condition on a field, with the comparison people most often want. */
export const blank = (field: FilterField): Filter => ({
  field: field.name,
  op: operatorsFor(field)[0] ?? 'is',
  values: [],
})
