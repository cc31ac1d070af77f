import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { type AnswerKind, answerNames } from '../../../domain/os-template/kinds.ts'
import type { Asking, BootDesk, InstallerReport } from '../../../protocols/netboot/desk.ts'
import { msg } from '../../../shared/text.ts'
import { endOperation, noteStep } from './record.ts'
import { hashOf } from './tickets.ts'

/** How often one ticket is good: installers ask again after faults of the network, and report a few times. */
export const MOST_USES = 100

/** Takes one use of a ticket, by who may use it, from the end of the live system's work to that of the installer's. */
const USE = `
  update operation o set answer_count = answer_count + 1, seen_at = now()
   where o.location_id = $1::int and o.answer_hash = $2 and o.answer_file is not null and (o.result->>'ok')::boolean
     and o.ended_at is null and o.installed_at is null and o.deadline_at > now() and o.answer_count < ${MOST_USES}
     and (o.answer_address is not distinct from $3 or exists (select from ip i where i.server_id = o.server_id and host(i.ip_addr) = $3))
  returning o.id, o.answer_file, o.answer_count`

/** What installers of one location get that live systems have started, and what they tell. */
export function answerDesk(location_id: number): Pick<BootDesk, 'answer' | 'installer'> {
  const use = async (work: Work, ticket: string, { address }: Asking) => {
    const [row] = await work.sql<{ id: number; answer_file: string; answer_count: number }>(USE, [
      location_id,
      hashOf(ticket),
      address,
    ])
    return row
  }
  /** Guesses cost no more than a look. */
  const exists = async (ticket: string) =>
    (await db().prisma.operation.count({ where: { location_id, answer_hash: hashOf(ticket), ended_at: null } })) > 0
  return {
    answer: async (ticket, name, from) => {
      if (!(await exists(ticket))) return null
      return transaction(async (work) => {
        const row = await use(work, ticket, from)
        if (!row) return null
        const { id } = row
        const file = JSON.parse(unseal(row.answer_file, { table: 'operation', id, column: 'answer_file' })) as {
          kind: AnswerKind
          text: string
        }
        const content = fileOf(file, name, id)
        if (content !== null && row.answer_count === 1)
          await noteStep(work, id, 'installer', msg`The installer has fetched its answer file`, null)
        return content
      })
    },
    installer: async (ticket, report, from) => {
      if (!(await exists(ticket))) return false
      return transaction(async (work) => {
        const row = await use(work, ticket, from)
        if (!row) return false
        await reports[report](work, row.id)
        return true
      })
    },
  }
}

/** By the names that the installer of this kind asks for; null for others. */
function fileOf({ kind, text }: { kind: AnswerKind; text: string }, name: string, id: number): string | null {
  if (name === answerNames[kind]) return text
  if (kind !== 'autoinstall') return null
  if (name === 'meta-data') return `instance-id: operation-${id}\n`
  return name === 'vendor-data' ? '' : null
}

const reports: Record<InstallerReport, (work: Work, id: number) => Promise<unknown>> = {
  partition: (work, id) => noteStep(work, id, 'partition', msg`The installer arranges the disks`, 40),
  packages: (work, id) => noteStep(work, id, 'packages', msg`The installer installs packages`, 55),
  async done(work, id) {
    await noteStep(work, id, 'packages', msg`The installer is done`, 90)
    await work.tx.operation.updateMany({
      where: { id, ended_at: null },
      data: { installed_at: new Date(), answer_file: null },
    })
  },
  failed: (work, id) => endOperation(work, id, 'fail', msg`The installer reported that it failed`),
}
