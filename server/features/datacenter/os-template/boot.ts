import { db } from '../../../db/pool.ts'
import { bootScript, installerArguments } from '../../../domain/os-template/boot-script.ts'
import { type TemplateContent, templateContent } from '../../../domain/os-template/index.ts'
import { type Job, jobValues } from '../../../domain/os-template/job.ts'
import { macroValues } from '../../../domain/os-template/macros.ts'
import { render } from '../../../domain/os-template/render.ts'
import { refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { openRedefined } from './redefined.ts'

/** A template as a location has it, with the values of its macros, secret ones among them: it is neither stored nor logged. */
export type Bootable = { name: string; type: string; content: TemplateContent; macros: Record<string, string> }

type Row = { name: string; type: string; content: unknown; macro: Record<string, string>; macro_secrets: string | null }

/**
 * What a server of a location boots of a template. It is what the location has, also while a newer one is on its way.
 * @throws PanelError `wrong_state` when nothing of it is there
 */
export async function bootable(location_id: number, template_id: number): Promise<Bootable> {
  const { rows } = await db().pool.query<Row>(
    `select t.name, t.type, x.content, t.macro, t.macro_secrets from os_template t join os_template_location x on x.template_id = t.id
      where t.id = $1::int and x.location_id = $2::int and x.content is not null and x.status <> 'deleting'`,
    [template_id, location_id],
  )
  const [row] = rows
  if (!row) throw wrongState(msg`The location does not have the OS template: put it there first`, 'os_template_id')
  const content = templateContent.parse(row.content)
  return {
    name: row.name,
    type: row.type,
    content,
    macros: macroValues(content.macros, openRedefined(template_id, row)),
  }
}

/** The answer file for one server, filled in; null: the template has none. @throws PanelError `refused` */
export const answerFile = ({ content, macros }: Bootable, job: Job): string | null =>
  content.answer ? render(content.answer.kind, content.answer.text, { ...macros, ...jobValues(job) }) : null

/** Whether it is an installer, which is told by its answer file what to write: an image is written by a live system. */
export const isInstaller = ({ content: { kernel, initrd, answer, image } }: Pick<Bootable, 'content'>): boolean =>
  Boolean(kernel && initrd && answer && !image)

/** What an installer is started with: its files, the arguments of its kernel, and its answer file. @throws PanelError `refused` */
export function installerFor(template: Bootable, job: Job) {
  const { kernel, initrd, kernel_args, answer } = template.content
  const text = answerFile(template, job)
  if (!kernel || !initrd || !answer || text === null)
    throw refused(msg`The OS template ${template.name} is no installer with an answer file`)
  return {
    kernel: { url: `${job.web}/a/${kernel.sha256}`, sha256: kernel.sha256 },
    initrd: { url: `${job.web}/a/${initrd.sha256}`, sha256: initrd.sha256 },
    args: installerArguments(kernel_args, { ...template.macros, ...jobValues(job), mac: job.mac }),
    answer: { kind: answer.kind, text },
  }
}
export type Installer = ReturnType<typeof installerFor>

/**
 * The script with which one server boots.
 * @param ticket that fetches its session, 43 characters of base64url; null: the script is for machines that nobody knows
 * @throws PanelError `refused`, also for a template that is only an image: that is written by a live system
 */
export function bootScriptFor({ name, content, macros }: Bootable, ticket: string | null, job: Job): string {
  const { kernel, initrd, kernel_args } = content
  if (!kernel || !initrd) throw refused(msg`The OS template ${name} has no kernel to boot`)
  const values = { ...macros, ...jobValues(job) }
  return bootScript({ web: job.web, ticket, kernel: kernel.sha256, initrd: initrd.sha256, kernel_args, values })
}
