import { seal, unseal } from '../../../db/secrets.ts'
import { type ParamsKind, secretFields } from '../../../domain/device/params.ts'

type Plain = { [field: string]: unknown }
export type DeviceTable = 'net_switch' | 'pdu'

/** Columns of a device's row that hold one kind of parameters: what is no secret with the names of the secrets in `set`, and the secrets sealed. */
export type StoredParams = { params: Plain | null; secrets: string | null }

const column = (kind: ParamsKind) => `${kind}_secrets`

/** Picks the columns of one kind out of a row. */
export const storedParams = (row: object, kind: ParamsKind): StoredParams => {
  const columns = row as Record<string, unknown>
  return {
    params: (columns[`${kind}_params`] ?? null) as Plain | null,
    secrets: (columns[column(kind)] ?? null) as string | null,
  }
}

/**
 * What to store when parameters are given: absent fields stay as they are, and so do absent or empty secrets, because
 * they are never answered. An empty plain field is removed. Secrets that the SNMP version does not use are forgotten.
 */
export function mergeParams(
  table: DeviceTable,
  id: number,
  kind: ParamsKind,
  stored: StoredParams,
  given: Plain,
): { params: Plain; secrets: string | null } {
  const { set: _, ...before } = stored.params ?? {}
  const names: readonly string[] = secretFields[kind]
  const isSecret = (field: string) => names.includes(field)
  const named = Object.entries(given).filter(([field, value]) => !isSecret(field) && value !== undefined)
  const plain: Plain = {
    ...(kind === 'snmp' && { version: 'snmp_v2c' }),
    ...before,
    ...Object.fromEntries(named),
  }
  for (const [field, value] of named) if (value === '') delete plain[field]
  const secrets: Plain = {
    ...openSecrets(table, id, kind, stored),
    ...Object.fromEntries(Object.entries(given).filter(([field, value]) => isSecret(field) && value)),
  }
  for (const field of Object.keys(secrets))
    if (kind === 'snmp' && (field === 'community') === (plain.version === 'snmp_v3')) delete secrets[field]
  const set = Object.keys(secrets).sort()
  return {
    params: { ...plain, set },
    secrets: set.length > 0 ? seal(JSON.stringify(secrets), { table, id, column: column(kind) }) : null,
  }
}

/** The parameters as drivers take them, secrets opened; null when there are none. */
export function openParams<Params>(
  table: DeviceTable,
  id: number,
  kind: ParamsKind,
  stored: StoredParams,
): Params | null {
  if (!stored.params) return null
  const { set: _, ...plain } = stored.params
  return { ...plain, ...openSecrets(table, id, kind, stored) } as Params
}

function openSecrets(table: DeviceTable, id: number, kind: ParamsKind, { secrets }: StoredParams): Plain {
  if (secrets === null) return {}
  return JSON.parse(unseal(secrets, { table, id, column: column(kind) })) as Plain
}

/** SQL of stored parameters as answers carry them: secrets empty, nothing of ours. Simulated agents have ports of their own, which the API does not know. */
export const paramsJson = (kind: ParamsKind) => {
  const empty = JSON.stringify(Object.fromEntries(secretFields[kind].map((field) => [field, ''])))
  return `coalesce(jsonb_strip_nulls(d.${kind}_params - 'set'${kind === 'snmp' ? " - 'port'" : ''}) || '${empty}', '{}')`
}

/** SQL of the names of the secrets that are known: `snmp_params.community`. The device's table has the alias d. */
export const secretsSet = (kinds: readonly ParamsKind[]) =>
  `(select coalesce(json_agg(x.kind || '.' || f order by x.kind, f), '[]') from (values ${kinds
    .map((kind) => `('${kind}_params', d.${kind}_params)`)
    .join(', ')}) as x(kind, params), jsonb_array_elements_text(coalesce(x.params->'set', '[]')) f)`
