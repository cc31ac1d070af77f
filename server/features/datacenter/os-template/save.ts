import type { Work } from '../../../db/transaction.ts'
import { type ReadTemplate, type TemplateContent, templateContent } from '../../../domain/os-template/index.ts'
import { hideSecrets } from '../../../domain/os-template/macros.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { templateChanged } from './changes.ts'
import { redefinedOf, setRedefined } from './redefined.ts'

type Row = { id: number; name: string }

/**
 * Brings the templates of a repository in line with its index. Locations that have another one than it offers now `need_update`; what it
 * offers no more stays for as long as locations have it.
 */
export async function storeTemplates(
  work: Work,
  repository_id: number,
  offered: readonly ReadTemplate[],
): Promise<void> {
  // Held, so that a location which gets one now is seen, or sees what is written here.
  const known = await work.sql<Row>(
    'select id, name from os_template where repository_id = $1::int order by id for update',
    [repository_id],
  )
  for (const template of offered)
    await storeOne(work, repository_id, template, known.find(({ name }) => name === template.name)?.id)
  for (const { id, name } of known) if (!offered.some((one) => one.name === name)) await withdraw(work, id)
}

const COLUMNS = 'filename, type, version, arch, firmware, ram_mib, disk_mib, tags, content'
const GIVEN = '$2, $3, $4, $5, $6::text[], $7::int, $8::int, $9::text[], $10::jsonb'

async function storeOne(work: Work, repository_id: number, template: ReadTemplate, id: number | undefined) {
  const { name, type, version, arch, firmware, ram_mib, disk_mib, tags, image, kernel } = template
  const content: TemplateContent = templateContent.parse(template)
  const filename = (image ?? kernel)?.file ?? ''
  const values = [filename, type, version, arch, firmware, ram_mib, disk_mib, tags, JSON.stringify(content)]
  if (id === undefined) {
    const [made] = await work.sql<{ id: number }>(
      `insert into os_template (repository_id, name, ${COLUMNS}) values ($1::int, $11, ${GIVEN}) returning id`,
      [repository_id, ...values, name],
    )
    if (made) templateChanged(work, made.id, 'create')
    return
  }
  const [other] = await work.sql(
    `update os_template set (${COLUMNS}) = (${GIVEN}), offered = true, revision = revision + 1,
            updated_at = case when content is distinct from $10::jsonb then now() else updated_at end
      where id = $1::int and (not offered or (${COLUMNS}) is distinct from (${GIVEN})) returning id`,
    [id, ...values],
  )
  if (!other) return
  const before = await redefinedOf(work, id)
  await setRedefined(work, id, hideSecrets(content.macros, before))
  await work.sql(
    `update os_template_location set updated_at = now(), status = case when content = $2::jsonb then 'ok' else 'need_update' end
      where template_id = $1::int and status in ('ok', 'need_update') and (status = 'ok') <> (content = $2::jsonb)`,
    [id, JSON.stringify(content)],
  )
  templateChanged(work, id)
}

/** A template that its repository has no more goes, unless a location has it. */
async function withdraw(work: Work, id: number): Promise<void> {
  const gone = await work.sql(
    `delete from os_template t where id = $1::int and not exists (select from os_template_location x where x.template_id = t.id)
      returning id`,
    [id],
  )
  if (gone.length > 0) return templateChanged(work, id, 'delete')
  const left = await work.sql(
    'update os_template set offered = false, revision = revision + 1 where id = $1::int and offered returning id',
    [id],
  )
  if (left.length > 0) templateChanged(work, id)
}

/** The templates of a repository that is removed go with it. @throws PanelError `in_use` while locations have some of them */
export async function deleteTemplates(work: Work, repository_id: number): Promise<void> {
  const all = await work.sql<Row>(
    'select id, name from os_template where repository_id = $1::int order by id for update',
    [repository_id],
  )
  const [used] = await work.sql<{ name: string; count: number }>(
    `select min(t.name) as name, count(*)::int as count from os_template t
      where t.repository_id = $1::int and exists (select from os_template_location x where x.template_id = t.id)`,
    [repository_id],
  )
  if (used && used.count > 0)
    throw inUse(
      msg`Locations have ${used.count} OS templates of this repository, of them ${used.name}: remove them there first`,
    )
  await work.tx.os_template.deleteMany({ where: { repository_id } })
  for (const { id } of all) templateChanged(work, id, 'delete')
}
