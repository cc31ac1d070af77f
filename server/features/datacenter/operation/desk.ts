import { type operation, Prisma } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { type OperationResult, operationResult } from '../../../domain/operation/result.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { Asking, BootDesk, Next, Refusal } from '../../../protocols/netboot/desk.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { keepReport } from '../hardware-report/store.ts'
import { bootable, bootScriptFor, type Installer } from '../os-template/boot.ts'
import { answerDesk } from './answer-desk.ts'
import { isAskedBy, type Leases, noLeases } from './asked-by.ts'
import { controllerJob, noController } from './controller-job.ts'
import { handInstaller } from './installer.ts'
import { answerJob, jobOf } from './job.ts'
import { mismatch } from './known-hardware.ts'
import { liveTemplate } from './live-template.ts'
import { holdsPorts } from './ports/rows.ts'
import { endOperation, noteResult, noteStep } from './record.ts'
import { ownDisks, whyNoTarget } from './targets.ts'
import { hashOf, newKey } from './tickets.ts'

const OVER: Refusal = { over: 'The operation is over' }

/**
 * What servers of one location get that boot from its network for an operation.
 * @param web address of its web server, as they reach it
 * @param leases of its DHCP server; without them its clients are told apart by their reservations alone
 */
export function deskOf(location_id: number, web: string, leases: Leases = noLeases) {
  /** By its ticket, as long as that is good, and its server asks. */
  const byTicket = async (ticket: string, from: Asking) => {
    const where = { location_id, ticket_hash: hashOf(ticket), ticket_used_at: null, ended_at: null }
    const row = await db().prisma.operation.findFirst({ where: { ...where, deadline_at: { gt: new Date() } } })
    return row && (await isAskedBy(row, from, leases)) ? row : null
  }
  /** By the key of its session; an operation that has ended is told apart from a key that nobody has. */
  const byKey = async (key: string): Promise<operation | Refusal> => {
    const where = { location_id, session_hash: hashOf(key) }
    const [row] = await db().prisma.operation.updateManyAndReturn({
      where: { ...where, ended_at: null, result: { equals: Prisma.DbNull } },
      data: { seen_at: new Date() },
    })
    if (!row) return (await db().prisma.operation.count({ where })) > 0 ? OVER : 'unknown'
    return row
  }
  return {
    address: web,
    async script(ticket, from) {
      const row = await byTicket(ticket, from)
      if (!row) return null
      const template = await liveTemplate(location_id, row.type as OperationType, row.os_template_id, row.server_id)
      const script = bootScriptFor(template, ticket, await answerJob(row, web))
      await transaction(async (work) => {
        await noteStep(work, row.id, 'loader', msg`The boot program has asked for its script`, null)
        await work.tx.operation.update({
          where: { id: row.id },
          data: { live_system: `${template.name} ${template.content.version}` },
        })
      })
      return script
    },
    async openSession(ticket, from) {
      if (!(await byTicket(ticket, from))) return null
      const key = newKey()
      return transaction(async (work) => {
        const [row] = await work.sql<{ id: number }>(
          `update operation set ticket = null, ticket_used_at = now(), session_hash = $3
            where location_id = $1::int and ticket_hash = $2 and ticket_used_at is null and ended_at is null and deadline_at > now() returning id`,
          [location_id, hashOf(ticket), hashOf(key)],
        )
        if (!row) return null
        await noteStep(work, row.id, 'system', msg`The live system was fetched`, null)
        return key
      })
    },
    async hello(key, sent, from) {
      const row = await byKey(key)
      if (row === 'unknown' || 'over' in row) return row
      const read = hardwareReport.safeParse(sent)
      if (!read.success) return { over: 'The report is not one of this version' }
      const report = read.data
      const job = await answerJob(row, web)
      const differs = (await mismatch(row, report)) ?? noController(row, report) ?? (await whyNoTarget(row, report))
      const given = await transaction(async (work) => {
        const installer = differs ?? (await installerOrWhyNot(work, row, { report, job, address: from.address }))
        if (isText(installer)) {
          await endOperation(work, row.id, 'fail', installer)
          return installer
        }
        await noteStep(work, row.id, 'report', msg`The live system runs and has reported its hardware`, null)
        await keepReport(work, { server_id: row.server_id, operation_id: row.id, report })
        return installer
      })
      if (isText(given)) return { over: String(given) }
      const image = given ?? (await imageOf(row, web))
      const [controller, moves, own] = [controllerJob(row), holdsPorts(row.id), ownDisks(row.server_id)]
      const more = { controller: await controller, moves: await moves, own: await own }
      return { job: jobOf(row, job, report, image, more) }
    },
    async progress(key, { step, percent, words }) {
      const row = await byKey(key)
      if (row === 'unknown' || 'over' in row) return row
      await transaction((work) => noteStep(work, row.id, step, words, percent))
      return null
    },
    async result(key, sent) {
      const row = await byKey(key)
      if (row === 'unknown' || 'over' in row) return row
      const read = operationResult.safeParse(sent)
      const result = read.success ? read.data : { ok: false, reason: 'The result is not one of this version' }
      await keepResult(row, result)
      return { next: nextOf(row, result.ok) }
    },
    ...answerDesk(location_id),
  } satisfies Omit<BootDesk, 'searchScript' | 'openSearch'>
}

/**
 * Keeps what the live system says of its work. Diagnostics bring a second report, for which neighbours have had their time; of another machine it is left out, as at
 * the beginning.
 */
async function keepResult(row: operation, { report, load, ...result }: OperationResult) {
  const found = report && (await mismatch(row, report)) === null ? report : null
  await transaction(async (work) => {
    const noted = await noteResult(work, row.id, result)
    if (noted && result.ok && row.answer_hash !== null)
      await noteStep(work, row.id, 'installer', msg`The live system starts the installer`, 35)
    if (noted && found) await keepReport(work, { server_id: row.server_id, operation_id: row.id, report: found, load })
  })
}

/** The image that is installed, as the location has it. */
async function imageOf(row: operation, web: string) {
  if (row.type !== 'install' || row.os_template_id === null) return null
  const { content } = await bootable(row.location_id, row.os_template_id)
  const { image } = content
  if (!image) return null
  const { sha256, format, image_bytes: bytes } = image
  const unpacked = format === 'raw' ? sha256 : image.image_sha256
  return { url: `${web}/a/${sha256}`, sha256, format, bytes, unpacked }
}

/** What does not fit into an answer file ends the operation, while nothing is written yet. */
async function installerOrWhyNot(work: Work, ...about: [operation, Parameters<typeof handInstaller>[2]]) {
  try {
    return await handInstaller(work, ...about)
  } catch (fault) {
    if (!(fault instanceof PanelError)) throw fault
    return fault.text
  }
}
const isText = (value: Text | Installer | null): value is Text => value !== null && !('kernel' in value)

const nextOf = ({ type, answer_hash }: operation, ok: boolean): Next => {
  if (!ok) return 'poweroff'
  if (answer_hash !== null) return 'kexec'
  return type === 'install' ? 'reboot' : type === 'rescue' ? 'stay' : 'poweroff'
}
