import type { preset } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import { disksError, sizeError } from '../../../domain/host/size.ts'
import { tuningError } from '../../../domain/host/tuning-rules.ts'
import { allNeedsOf, possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { changedBy, type PresetGives } from '../../../domain/preset/apply.ts'
import { suitsCluster } from '../../../domain/preset/kinds.ts'
import type { PresetCreate, PresetEdit } from '../../../domain/preset/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
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
  try {
    return await ctx.mutate(async (work, note) => {
      await checkStorages(work, gives)
      const data = { name, virtualization_type, comment: comment || null, ...columnsOf(gives) }
      const { id } = await work.tx.preset.create({ data })
      note.entity_id = id
      changed(work, { ...naming('create', id), data: { name } })
      return { id }
    })
  } catch (fault) {
    throw taken(fault, name)
  }
}

/** Changes a preset. VMs that were made with it stay as they are. */
export async function editPreset(ctx: Context, id: number, body: PresetEdit) {
  const { name, virtualization_type, comment, anti_spoofing_settings: _, ...change } = body
  const version = ctx.expectedVersion
  try {
    await ctx.mutate(async (work) => {
      const [row] = await work.sql<preset>('select * from preset where id = $1::int for update', [id])
      if (!row) throw notFound(msg`Preset`, id)
      if (version !== null && row.version !== version)
        throw new PanelError('stale', msg`The preset was changed meanwhile: read it again`)
      const gives = changedBy(change, givesOf(row))
      rejectWrong(body, gives, virtualization_type ?? row.virtualization_type)
      await checkStorages(work, change)
      await work.tx.preset.update({
        where: { id },
        data: {
          ...columnsOf(gives),
          ...(name !== undefined && { name }),
          ...(virtualization_type !== undefined && { virtualization_type }),
          ...(comment !== undefined && { comment: comment || null }),
          version: { increment: 1 },
        },
      })
      changed(work, { ...naming('update', id), data: { name: name ?? row.name } })
    })
  } catch (fault) {
    throw taken(fault, name ?? '')
  }
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
  if (!row) throw new PanelError('invalid_input', msg`Preset ${id} does not exist`, { value: 'preset' })
  if (!suitsCluster(row.virtualization_type, home.virtualization_type))
    throw new PanelError(
      'invalid_input',
      row.virtualization_type === 'lxd'
        ? msg`The preset ${row.name} is for containers, and the cluster ${home.name} runs VMs: choose another preset`
        : msg`The preset ${row.name} is for VMs, and the cluster ${home.name} runs containers: choose another preset`,
      { value: 'preset' },
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
  if (error) throw new PanelError('invalid_input', msg`${error.field}: ${error.words}`, { value: error.field })
  rejectNeeds(possibleCapabilities(virtualization_type), allNeedsOf(gives))
}

async function checkStorages(work: Work, { disks }: PresetGives) {
  const named = [...new Set((disks ?? []).flatMap(({ storage }) => (storage === undefined ? [] : [storage])))]
  const known = await work.tx.storage.findMany({ where: { id: { in: named } }, select: { id: true } })
  const absent = named.find((id) => !known.some((one) => one.id === id))
  if (absent !== undefined)
    throw new PanelError('invalid_input', msg`Storage ${absent} does not exist`, { value: 'disks' })
  await requireTags(work, [...new Set((disks ?? []).flatMap(({ tags }) => tags ?? []))])
}

const taken = (fault: unknown, name: string) =>
  isUniqueViolation(fault, 'name')
    ? new PanelError('already_exists', msg`A preset named ${name} already exists`, { value: 'name' })
    : fault
