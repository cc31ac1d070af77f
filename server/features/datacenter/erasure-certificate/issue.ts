import { createHash } from 'node:crypto'
import { recordAudit } from '../../../audit/seal.ts'
import type { Work } from '../../../db/transaction.ts'
import { type CertificateContent, canonical } from '../../../domain/erasure/certificate.ts'
import { drivesOf, resultOf } from '../../../domain/erasure/drives.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { operationResult } from '../../../domain/operation/result.ts'
import { changed } from '../../../events/changes.ts'
import { toJson } from '../../../tasks/json.ts'

/** What the audit chain calls it. */
export const SEALED_AS = 'ERASURE CERTIFICATE'

export const sha256Of = (content: unknown): string => createHash('sha256').update(canonical(content)).digest('hex')

type Facts = {
  id: number
  type: CertificateContent['operation']['type']
  clear_hdd: CertificateContent['operation']['clear_hdd']
  status: string
  fault: string | null
  account_id: number | null
  auth_id: string
  live_system: string | null
  disks: string[]
  result: unknown
  report: unknown
  began: Date
  ended: Date
  server_id: number
  server_name: string
  platform: string
  location: string
  rack: string | null
  unit: number | null
  owner: string | null
}

/** What was to be cleared, and was begun: a machine that never got its work has lost nothing. */
const FACTS = `
  select o.id, o.type, o.clear_hdd, o.status, o.fault, o.account_id, o.auth_id, o.live_system, o.disks, o.result, r.report,
         coalesce(o.started_at, o.created_at) as began, coalesce(o.ended_at, now()) as ended,
         s.id as server_id, s.name as server_name, f.name as platform, l.name as location, k.name as rack, s.unit, a.email as owner
    from operation o join server s on s.id = o.server_id join platform f on f.id = s.platform_id join location l on l.id = s.location_id
    join lateral (select report from hardware_report where operation_id = o.id order by id desc limit 1) r on true
    left join rack k on k.id = s.rack_id left join account a on a.id = s.owner_id
   where o.id = $1::int and o.clear_hdd <> 'none' and o.ended_at is not null`

/**
 * Makes the certificate of an operation that has just ended and that cleared disks, or the record that they were not; seals it into the audit chain. Nothing
 * for operations that clear none.
 */
export async function issueCertificate(work: Work, operation_id: number): Promise<void> {
  const [facts] = await work.sql<Facts>(FACTS, [operation_id])
  const report = hardwareReport.safeParse(facts?.report)
  if (!facts || !report.success) return
  const [next] = await work.sql<{ id: number }>("select nextval('erasure_certificate_id_seq')::int as id")
  if (!next) throw new Error('The database gave no number')
  const number = `${facts.ended.getUTCFullYear()}-${String(next.id).padStart(5, '0')}`
  // As it is stored, so that what is read is what was sealed.
  const content = JSON.parse(toJson(contentOf(number, facts, report.data))) as CertificateContent
  const { server_id, server_name } = facts
  const serials = content.drives.map(({ serial, wwn }) => serial || wwn).filter(Boolean)
  const sha256 = sha256Of(content)
  const row = { id: next.id, number, operation_id, server_id, server_name, serials, sha256, result: content.result }
  await work.tx.erasure_certificate.create({ data: { ...row, content } })
  await recordAudit(work, [
    {
      account_id: facts.account_id,
      operation: SEALED_AS,
      entity: 'erasure_certificate',
      entity_id: next.id,
      input: { number, sha256 },
      request_id: `operation-${operation_id}`,
    },
  ])
  changed(work, {
    entity: 'erasure_certificate',
    entity_id: next.id,
    event: 'create',
    data: { result: content.result },
    relations: { server: server_id },
  })
}

function contentOf(number: string, facts: Facts, report: ReturnType<typeof hardwareReport.parse>): CertificateContent {
  const { id, type, clear_hdd, server_name, platform, location, rack, unit, owner } = facts
  const said = operationResult.safeParse(facts.result)
  const drives = drivesOf(report, (said.success && said.data.disks) || [], facts.disks)
  const result = resultOf(drives, facts.status === 'ok')
  return {
    version: 1,
    number,
    operation: { id, type, clear_hdd },
    result,
    reason: result === 'erased' ? null : facts.fault,
    server: {
      ...{ id: facts.server_id, name: server_name, platform },
      ...{ vendor: report.vendor, product: report.product, serial: report.serial },
    },
    place: { location, rack, unit },
    owner,
    started_by: facts.auth_id,
    began: facts.began.toISOString(),
    ended: facts.ended.toISOString(),
    live_system: facts.live_system,
    drives,
  }
}
