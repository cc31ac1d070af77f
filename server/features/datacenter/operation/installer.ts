import type { operation } from '../../../../generated/prisma/client.ts'
import { seal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import { networkMacros, whyNotNetwork } from '../../../domain/operation/fitting.ts'
import { diskPath } from '../../../domain/operation/installer.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import type { Job as AnswerJob } from '../../../domain/os-template/job.ts'
import { namesIn, parseTemplate } from '../../../domain/os-template/parse.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { bootable, type Installer, installerFor, isInstaller } from '../os-template/boot.ts'
import { answerJob } from './job.ts'
import { networkOf } from './network.ts'
import { diskName, ownDisks, targetsOf } from './targets.ts'
import { hashOf, newTicket } from './tickets.ts'

/** Stands for what is known only when the server has reported, where an answer file is tried before. */
const LATER = 'x'.repeat(43)

/** The template of an operation when that is an installer, as the location has it; null: something else is done. */
async function installerOf(row: operation) {
  if (row.type !== 'install' || row.os_template_id === null) return null
  const template = await bootable(row.location_id, row.os_template_id)
  return isInstaller(template) ? template : null
}

const baseOf = (web: string, ticket: string) => `${web}/boot/answer/${ticket}/`

/** Fills the answer file of an operation before anything is touched, so that what cannot stand in it is refused then. @throws PanelError `refused` */
export async function tryInstaller(row: operation): Promise<void> {
  const template = await installerOf(row)
  if (!template) return
  const { answer, kernel_args } = template.content
  const names = namesIn(parseTemplate(`${answer?.text} ${kernel_args}`))
  const tells = networkMacros.filter((name) => names.includes(name))
  const network = await networkOf(row.server_id, row.mac)
  const why = whyNotNetwork({ name: template.name, installer: true, tells }, network)
  if (why) throw refused(why.words)
  const web = 'http://192.0.2.1:8080'
  const job = await answerJob(row, web)
  installerFor(template, {
    ...job,
    ...{ disk: [LATER], disk_path: [`/dev/disk/by-id/${LATER}`], answer: baseOf(web, LATER) },
  })
}

/**
 * Hands an installer to the live system of a machine that is the right one: its answer file names the disks of that machine, and is kept with a ticket of its own.
 * A ticket from before is useless then.
 * @param address of the live system, to which alone the answer file will be told besides the addresses of its server
 * @returns null when nothing is installed by an installer
 * @throws PanelError `refused` for a disk without a name that lasts, and for values that the answer file cannot hold
 */
export async function handInstaller(
  work: Work,
  row: operation,
  { report, job, address }: { report: HardwareReport; job: AnswerJob; address: string | null },
): Promise<Installer | null> {
  const template = await installerOf(row)
  if (!template) return null
  const targets = targetsOf(row, report, await ownDisks(row.server_id))
  const disk_path = targets.map((disk) => {
    const path = diskPath(disk)
    if (path === null)
      throw refused(
        msg`The disk ${diskName(disk) || disk.name} has neither a WWN nor a serial number by which an installer finds it`,
      )
    return path
  })
  const ticket = newTicket()
  const disk = targets.map(diskName)
  const installer = installerFor(template, { ...job, disk, disk_path, answer: baseOf(job.web, ticket) })
  const answer_file = seal(JSON.stringify(installer.answer), { table: 'operation', id: row.id, column: 'answer_file' })
  await work.tx.operation.updateMany({
    where: { id: row.id, ended_at: null },
    data: { answer_hash: hashOf(ticket), answer_file, answer_address: address, answer_count: 0 },
  })
  return installer
}
