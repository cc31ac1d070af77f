import type { machine } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { macsOfReport } from '../../../domain/machine/identity.ts'
import { type HardwareReport, hardwareReport } from '../../../domain/operation/report.ts'
import type { Job as AnswerJob } from '../../../domain/os-template/job.ts'
import type { Asking, BootDesk, Refusal } from '../../../protocols/netboot/desk.ts'
import { liveTemplate } from '../operation/live-template.ts'
import { hashOf } from '../operation/tickets.ts'
import { bootScriptFor } from '../os-template/boot.ts'
import { MOST_BYTES, MOST_REPORTS } from './bounds.ts'
import { nextOf } from './next.ts'
import { keepMachineReport } from './report.ts'
import { openSearchSession, WANTED } from './session.ts'

type SearchDesk = Pick<BootDesk, 'searchScript' | 'openSearch' | 'hello' | 'progress' | 'result'>

const over = (words: string): Refusal => ({ over: words })
const DECIDED = over('It was decided what becomes of this machine')

/** What is known of a machine that nobody knows. */
const nobody = (web: string): AnswerJob => ({
  ...{ operation: 0, hostname: '', password_hash: '', ssh_key: [], mac: '', address: [], gateway: '', gateway6: '' },
  ...{ nameserver: [], vlan: '', bond_mac: [], disk: [], disk_path: [], raid: 'no_raid', web, answer: '' },
})

/**
 * What machines get that nobody knows: a live system that looks and reports. No job of it ever names a disk, and nothing that is sent to it is a secret
 * but the key of its session, which is good for the address that it was given to.
 */
export function searchDesk(location_id: number, web: string): SearchDesk {
  const byKey = async (key: string, { address }: Asking): Promise<machine | null> => {
    const row = await db().prisma.machine.findFirst({ where: { location_id, session_hash: hashOf(key) } })
    return row && (address === null || row.address === address) ? row : null
  }
  return {
    async searchScript() {
      if (!(await isWanted(location_id))) return null
      return bootScriptFor(await liveTemplate(location_id, 'search', null, null), null, nobody(web))
    },
    async openSearch(mac, { address }) {
      return address === null ? null : openSearchSession(location_id, mac, address)
    },
    async hello(key, sent, from) {
      const row = await byKey(key, from)
      if (!row) return 'unknown'
      if (row.state !== 'waiting' || !(await isWanted(location_id))) return DECIDED
      const report = hardwareReport.safeParse(sent)
      if (!report.success) return over('The report is not one of this version')
      const refused = whyNot(row, report.data)
      if (refused) return refused
      await transaction((work) => keepMachineReport(work, row, report.data))
      return { job: [['mode', 'search']] }
    },
    async progress(key, _progress, from) {
      const row = await byKey(key, from)
      if (!row) return 'unknown'
      await db().prisma.machine.updateMany({ where: { id: row.id }, data: { seen_at: new Date() } })
      return (await nextOf(row)) === 'wait' ? null : DECIDED
    },
    async result(key, sent, from) {
      const row = await byKey(key, from)
      if (!row) return 'unknown'
      const report = hardwareReport.safeParse((sent as { report?: unknown } | null)?.report)
      if (report.success && row.state === 'waiting' && !whyNot(row, report.data))
        await transaction((work) => keepMachineReport(work, row, report.data))
      return { next: await nextOf(row) }
    },
  }
}

const isWanted = async (location_id: number): Promise<boolean> => {
  const { rows } = await db().pool.query(`select from location l where l.id = $1::int and ${WANTED}`, [location_id])
  return rows.length > 0
}

/** Why a report is not kept. */
function whyNot(row: machine, report: HardwareReport): Refusal | null {
  if (!macsOfReport(report).includes(row.mac)) return over('The report is of another machine')
  if (row.session_reports >= MOST_REPORTS) return over('There were too many reports')
  return JSON.stringify(report).length > MOST_BYTES ? over('The report is too long') : null
}
