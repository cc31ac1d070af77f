import { someCard, someReport } from '../../../domain/hardware-report/report-fixture.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { deskOf } from './desk.ts'
import { operationFixture } from './operation-fixture.ts'
import { hashOf, newKey } from './tickets.ts'

const WEB = 'http://10.77.0.2:8080'
/** Where live systems ask from. */
const asking = { address: '10.77.0.201' }

/** Servers whose live systems have begun: what they report arrives at the desk as it does from the location. */
export async function bootedFixture() {
  const t = await operationFixture()
  const { prisma } = t.api.database
  const desk = deskOf(t.site, WEB)
  /** The report of a server, with its own network card. */
  const reportOf = async (server_id: number, more: Partial<HardwareReport> = {}) => {
    const { mac } = await prisma.server_mac.findFirstOrThrow({ where: { server_id }, orderBy: { position: 'asc' } })
    return someReport({ nics: [someCard(mac)], ...more })
  }
  return {
    ...t,
    desk,
    asking,
    reportOf,
    /** An operation whose session was opened. @returns its number and the key of the session */
    async booted(server_id: number, data: Record<string, unknown> = {}) {
      const { mac } = await prisma.server_mac.findFirstOrThrow({ where: { server_id }, orderBy: { position: 'asc' } })
      const key = newKey()
      const about = { server_id, location_id: t.site, auth_id: 'admin@example.com', mac, session_hash: hashOf(key) }
      const deadline_at = new Date(Date.now() + 3_600_000)
      const { id } = await prisma.operation.create({
        data: { ...about, deadline_at, type: 'diag', status: 'running', live_system: 'Live system 1', ...data },
      })
      return { id, key }
    },
    /** Diagnostics of a server, from the first report to the end. @returns the report's number */
    async diagnosed(server_id: number, report: HardwareReport, result: object = {}) {
      const { id, key } = await this.booted(server_id)
      const answer = await desk.hello(key, report, asking)
      if (answer === 'unknown' || 'over' in answer) throw new Error(JSON.stringify(answer))
      await desk.result(key, { ok: true, ...result })
      await prisma.operation.update({ where: { id }, data: { status: 'ok', ended_at: new Date() } })
      return (await prisma.hardware_report.findFirstOrThrow({ where: { operation_id: id } })).id
    },
  }
}
