import type { preset } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { orNone, rejectStale, uniqueName } from '../../../api/edit.ts'
import { requireLinks } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import { disksError, sizeError } from '../../../domain/host/size.ts'
import { tuningError } from '../../../domain/host/tuning-rules.ts'
import { allNeedsOf, possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { changedBy, type PresetGives } from '../../../domain/preset/apply.ts'
import { suitsCluster } from '../../../domain/preset/kinds.ts'
import type { PresetCreate, PresetEdit } from '../../../domain/preset/schema.ts'
import { invalidInput, missingLink, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { rejectWhatIsMissing } from '../host/not-yet.ts'
import { rejectNeeds } from '../host/placement.ts'
import { requireTags } from '../storage/choose.ts'
import { columnsOf, givesOf } from './gives.ts'

const naming = (event: 'create' | 'update' | 'delete', id: number) =>
  ({ entity: 'preset', entity_id: id, event, everyone: true }) as const

/** Makes a preset. Its values are held to the rules of VMs. */
export async function createPreset(ctx: Context, body: PresetCreate) {
  const { name, virtualization_type, comment, anti_spoofing_settings: _, ...gives } = body
  rejectWrong(body, gives, virtualization_type)
  return uniqueName(msg`A preset`, name, () =>
    ctx.mutate(async (work) => {
      await checkStorages(work, gives)
      const data = { name, virtualization_type, comment: comment || null, ...columnsOf(gives) }
      const { id } = await work.tx.preset.create({ data })
      changed(work, { ...naming('create', id), data: { name } })
      return { id }
    }),
  )
}

/** Changes a preset. VMs that were made with it stay as they are. */
export async function editPreset(ctx: Context, id: number, body: PresetEdit) {
  const { name, virtualization_type, comment, anti_spoofing_settings: _, ...change } = body
  await uniqueName(msg`A preset`, name, () =>
    ctx.mutate(async (work) => {
      const [row] = await work.sql<preset>('select * from preset where id = $1::int for update', [id])
      if (!row) throw notFound(msg`Preset`, id)
      rejectStale(ctx, row, msg`Preset`, id)
      const gives = changedBy(change, givesOf(row))
      rejectWrong(body, gives, virtualization_type ?? row.virtualization_type)
      await checkStorages(work, change)
      await work.tx.preset.update({
        where: { id },
        data: {
          ...columnsOf(gives),
          name,
          virtualization_type,
          comment: orNone(comment),
          version: { increment: 1 },
        },
      })
      changed(work, { ...naming('update', id), data: { name: name ?? row.name } })
    }),
  )
  return { id }
}

/** Deletes a preset. VMs that were made with it keep what they have and forget where it came from. */
export async function deletePreset(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.preset.deleteMany({ where: { id } })
    if (count === 0) throw notFound(msg`Preset`, id)
    changed(work, naming('delete', id))
  })
  return { id }
}

/**
 * The preset that a new VM is made with; it cannot go away before the VM is there.
 * @throws PanelError `invalid_input` when there is none, or when it is not for clusters of this type
 */
export async function presetFor(work: Work, id: number, home: { name: string; virtualization_type: string }) {
  const [row] = await work.sql<preset>('select * from preset where id = $1::int for key share', [id])
  if (!row) throw missingLink('preset', msg`Preset`, id)
  if (!suitsCluster(row.virtualization_type, home.virtualization_type))
    throw invalidInput(
      row.virtualization_type === 'lxd'
        ? msg`The preset ${row.name} is for containers, and the cluster ${home.name} runs VMs: choose another preset`
        : msg`The preset ${row.name} is for VMs, and the cluster ${home.name} runs containers: choose another preset`,
      'preset',
    )
  return row
}

function rejectWrong(body: PresetEdit, gives: PresetGives, virtualization_type: string) {
  rejectWhatIsMissing(body)
  const { cpu_number = 1, ram_mib = 1, hdd_mib = 1, disks } = gives
  const error =
    sizeError({ cpu_number, ram_mib }, null) ??
    disksError(disks ?? [{ size_mib: hdd_mib }], disks ? 'disks' : 'hdd_mib') ??
    tuningError(gives)
  if (error) throw invalidInput(msg`${error.field}: ${error.words}`, error.field)
  rejectNeeds(possibleCapabilities(virtualization_type), allNeedsOf(gives))
}

async function checkStorages(work: Work, { disks }: PresetGives) {
  const storages = (disks ?? []).flatMap(({ storage }) => (storage === undefined ? [] : [storage]))
  await requireLinks(work, 'storage', msg`Storage`, 'disks', storages)
  await requireTags(work, [...new Set((disks ?? []).flatMap(({ tags }) => tags ?? []))])
}
