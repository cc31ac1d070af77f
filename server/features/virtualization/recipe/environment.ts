import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { namesIn } from '../../../domain/recipe/names.ts'
import { secretsOf } from '../../../domain/recipe/values.ts'
import { variableValue } from '../script-variable/service.ts'
import { type SealedRun, typeOf } from './plan.ts'

/** What a script finds in its environment, and what of it must not be seen in its output. */
export type Environment = { values: Record<string, string>; secrets: string[] }

/**
 * The environment of a run: facts of its VM, global variables, those of the VM's owner, and the values that were given, where
 * the later win. Of variables only those that the script reads.
 */
export async function environmentOf(row: host, run: SealedRun): Promise<Environment> {
  const { prisma, pool } = db()
  const type = typeOf(run)
  const names = namesIn(run.script, type)
  const variables = await prisma.script_variable.findMany({
    where: {
      enabled: true,
      name: { in: [...names], ...(type === 'power_shell' && { mode: 'insensitive' }) },
      OR: [{ account_id: row.account_id }, { account_id: null, ...(!run.trusted && { hidden: false }) }],
    },
  })
  const { rows } = await pool.query<{ ip: string | null }>(
    'select host(ip_addr) as ip from ip where host_id = $1 order by family(ip_addr), id limit 1',
    [row.id],
  )
  const facts = {
    VM_ID: String(row.id),
    VM_NAME: row.name,
    VM_DOMAIN: row.domain ?? '',
    VM_IP: rows[0]?.ip ?? '',
    VM_CPU: String(row.cpu_number),
    VM_RAM_MIB: String(row.ram_mib),
    VM_USER: row.login_user,
  }
  const ofScope = (isGlobal: boolean) =>
    Object.fromEntries(
      variables.filter((one) => (one.account_id === null) === isGlobal).map((one) => [one.name, variableValue(one)]),
    )
  const hidden = variables.filter((one) => one.hidden).map(variableValue)
  return {
    values: { ...facts, ...ofScope(true), ...ofScope(false), ...run.values },
    secrets: [...hidden, ...secretsOf(run.values)],
  }
}
