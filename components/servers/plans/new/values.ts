import { MOST_SERVERS, type PlanType, planDefaults, planTypes } from '../../../../server/domain/operation-plan/kinds.ts'
import type { OperationPlanCreate, OperationPlanPreview } from '../../../../server/domain/operation-plan/schema.ts'
import { linesOf } from '../../install/values.ts'
import type { PlanValues } from './rules.ts'

export const defaults: PlanValues = {
  os_template_id: null,
  hdd_raid: 'no_raid',
  clear_hdd: 'none',
  load: [],
  ssh_pub_keys: null,
  pasted: '',
  password: '',
  password_made: '',
  ...planDefaults,
  typed: '',
}

/** What an address asks for; what is no number of a server is left out. */
export function askedFor(query: { get(name: string): string | null }): { type: PlanType; servers: number[] } {
  const numbers = (query.get('servers') ?? '').split(',').filter((text) => /^[1-9]\d{0,9}$/.test(text))
  return {
    type: planTypes.find((one) => one === query.get('type')) ?? 'install',
    servers: [...new Set(numbers.map(Number))].slice(0, MOST_SERVERS),
  }
}

/** What is asked of the panel before anything is done; null: something is to be chosen first. */
export function previewOf(type: PlanType, servers: readonly number[], values: PlanValues): OperationPlanPreview | null {
  const { os_template_id, hdd_raid, clear_hdd, load, limit_per_location, stagger_seconds } = values
  const pace = { servers: [...servers], limit_per_location, stagger_seconds }
  if (servers.length === 0 || !isPace(values)) return null
  if (type === 'clear_hdd')
    return { ...pace, type, hdd_raid: 'no_raid', clear_hdd: clear_hdd === 'none' ? 'simple' : clear_hdd, load: [] }
  if (!os_template_id) return null
  const template = { os_template_id: Number(os_template_id.value) }
  if (type === 'diag') return { ...pace, ...template, type, hdd_raid: 'no_raid', clear_hdd: 'none', load }
  return { ...pace, ...template, type, hdd_raid, clear_hdd, load: [] }
}

const isPace = ({ limit_per_location: limit, stagger_seconds: pause }: PlanValues) =>
  Number.isInteger(limit) && limit >= 1 && limit <= 40 && Number.isInteger(pause) && pause >= 0 && pause <= 600

/** The same with what only an installation needs. @param keys those that the panel offers @param seen what was agreed to */
export const createOf = (
  preview: OperationPlanPreview,
  values: PlanValues,
  keys: readonly string[],
  seen: string,
): OperationPlanCreate => ({
  ...preview,
  seen,
  ...(preview.type === 'install' && {
    password: values.password,
    ssh_pub_keys: [...new Set([...(values.ssh_pub_keys ?? keys), ...linesOf(values.pasted)])],
  }),
})
