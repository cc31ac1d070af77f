import type { Field, Fields } from '../../domain/shared/field.ts'
import type { FieldSpec } from './fields.ts'

type Seen = { isAdmin: boolean }

/** Fields of a list whose columns are called as they are; `alias` is that of their table. */
export function listFields<F extends Fields>(fields: F, alias: string): Record<keyof F & string, FieldSpec<Seen>> {
  const specs = Object.entries(fields).map(([name, field]): [string, FieldSpec<Seen>] => [
    name,
    {
      ...kindOf(field),
      sql: field.type === 'text' && field.emptyIsNull ? `coalesce(${alias}.${name}, '')` : `${alias}.${name}`,
      ...(field.nullable && { nullable: true }),
      ...(field.adminOnly && { only: (actor: Seen) => actor.isAdmin }),
    },
  ])
  return Object.fromEntries(specs) as Record<keyof F & string, FieldSpec<Seen>>
}

function kindOf(field: Field): Pick<FieldSpec, 'type' | 'values'> {
  if (field.type === 'enum') return { type: 'enum', values: field.values }
  return { type: field.type === 'text' && field.format === 'ipv4' ? 'inet' : field.type }
}
