import { randomBytes, randomUUID } from 'node:crypto'
import type { cluster } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { seal } from '../../../db/secrets.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import type { HostCreate } from '../../../domain/host/schema.ts'
import { disksError, sizeError } from '../../../domain/host/size.ts'
import { tuningNumbers } from '../../../domain/host/tuning.ts'
import { tuningError } from '../../../domain/host/tuning-rules.ts'
import { allNeedsOf, needsOf, possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { laidOver } from '../../../domain/preset/apply.ts'
import { alreadyExists, forbidden, inUse, invalidField } from '../../../domain/shared/errors.ts'
import { snapshotSettingsOf } from '../../../domain/snapshot/limits.ts'
import { type StorageKind, storageKind } from '../../../domain/storage/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { takeQuota } from '../../access/user-limit/quota.ts'
import { nodesWithout, type System } from '../image/system.ts'
import { ensureSystem, systemAsked } from '../image/use.ts'
import { givesOf } from '../preset/gives.ts'
import { presetFor } from '../preset/service.ts'
import { queueScripts } from '../recipe/after.ts'
import { plannedFor } from '../recipe/run.ts'
import { storagesFor } from '../storage/choose.ts'
import { addressCount, askedAddresses } from './asked-addresses.ts'
import { hostChanged, noteHistory } from './claim.ts'
import { hostCreateTask } from './create-task.ts'
import { domainOf } from './domains.ts'
import { askedInterfaces, makeInterfaces } from './network/of-new.ts'
import { rejectWhatIsMissing } from './not-yet.ts'
import { place, rejectNeeds } from './placement.ts'
import { nameLast } from './queue.ts'
import { rejectSnapshotSettings } from './snapshot/settings.ts'
import { newSpice, requireSpice } from './spice/record.ts'

/** A VNC password: 8 characters are all the protocol uses (RFC 6143, 7.2.2). */
export const vncPassword = () => randomBytes(6).toString('base64url')

/**
 * Accepts a new VM: checks, chooses its node, and queues the work. Known obstacles are reported at once; what shows
 * only on the node ends as a crashed VM with the reason.
 */
export async function createHost(
  ctx: Context,
  asked: HostCreate,
  also?: (work: Work, made: { host_id: number; task: number }) => Promise<void>,
) {
  rejectWhatIsMissing(asked)
  try {
    return await ctx.mutate(async (work) => {
      const account_id = await ownerOf(work, ctx, asked)
      const home = await clusterOf(work, ctx, asked)
      const preset = asked.preset == null ? null : await presetFor(work, asked.preset, home)
      const gives = preset === null ? {} : givesOf(preset)
      const body = preset === null ? asked : laidOver(asked, gives)
      rejectSnapshotSettings(ctx.actor, snapshotSettingsOf(body), snapshotSettingsOf(gives))
      const error = tuningError(body)
      if (error) throw invalidField(error.field, error.words)
      rejectNeeds(possibleCapabilities(home.virtualization_type), allNeedsOf(body))
      requireSpice(home, body)
      const domain = domainOf(ctx.actor, home, body)
      const system = await systemOf(work, ctx, body, home, also !== undefined)
      if (body.secure_boot && !(body.efi_boot ?? system?.efi_boot))
        throw invalidField('secure_boot', msg`only UEFI has Secure Boot: ask for efi_boot too`)
      const disks = await onStorages(work, home.id, body, disksOf(body, system))
      const planned = system
        ? await plannedFor(work, ctx, body, { os: system.name, os_group: system.os_group, tags: system.tags })
        : []
      if (body.linked_clone) await requireLinked(work, system, disks[0]?.storage_id ?? 0)
      const interfaces = await askedInterfaces(work, ctx, home.id, body)
      const addresses = await askedAddresses(work, ctx.actor, home.id, body, interfaces)
      const cpu_number = body.cpu_number ?? 1
      const ram_mib = body.ram_mib ?? Math.max(512, system?.min_ram_mib ?? 0)
      if ((body.net_bandwidth_mbitps ?? 0) < 0) throw invalidField('net_bandwidth_mbitps', msg`from 0`)
      const wrong = sizeError({ cpu_number, ram_mib }, system) ?? disksError(disks, body.disks ? 'disks' : 'hdd_mib')
      if (wrong) throw invalidField(wrong.field, wrong.words)
      const hdd_mib = disks.reduce((sum, disk) => sum + disk.size_mib, 0)
      await takeQuota(work, account_id, { cpu_number, ram_mib, hdd_mib, ipv4_number: addressCount(addresses) })
      const { id: node_id, bridge } = await place(
        work,
        {
          cluster_id: home.id,
          node_id: body.node,
          cpu_number,
          ram_mib,
          disks,
          needs: needsOf(body),
          os_tag: system?.tags ?? [],
          os: system?.image ? null : (system?.os_id ?? null),
          without: system?.image ? await nodesWithout(work, system.image.id) : [],
          preset: preset?.id ?? null,
          explain: ctx.actor.isAdmin,
        },
        home.host_distribution_policy,
      )

      const [{ id } = { id: 0 }] = await work.sql<{ id: number }>("select nextval('host_id_seq')::int as id")
      const row = await work.tx.host.create({
        data: {
          id,
          name: body.name,
          internal_name: `dh-${id}-${randomBytes(3).toString('hex')}`,
          uuid: randomUUID(),
          account_id,
          cluster_id: home.id,
          node_id,
          ...(system && {
            os_id: system.os_id,
            image_id: system.image?.id ?? null,
            image_name: system.image?.name ?? null,
            os_name: system.name,
            os_group: system.os_group,
            login_user: system.login_user,
          }),
          preset_id: preset?.id ?? null,
          queue: [{ action: 'host_create', leaves: system ? 'active' : 'stopped' }],
          domain,
          comment: body.comment || null,
          expand_part: body.expand_part || null,
          mail_mode: body.send_email_mode ?? 'default',
          cpu_number,
          ram_mib,
          net_bandwidth_mbitps: body.net_bandwidth_mbitps ?? null,
          cpu_mode: body.cpu_mode ?? 'default',
          cpu_custom_model: body.cpu_custom_model ?? null,
          nesting: body.nesting ?? false,
          anti_spoofing: body.anti_spoofing ?? false,
          tuning: Object.fromEntries(tuningNumbers.flatMap((name) => (body[name] == null ? [] : [[name, body[name]]]))),
          firewall_rules: body.firewall_rules ?? [],
          efi_boot: body.efi_boot ?? system?.efi_boot ?? false,
          secure_boot: body.secure_boot ?? false,
          hot_plug: body.hot_plug ?? false,
          live_resize: body.live_resize ?? true,
          ...snapshotSettingsOf(body),
          ...newSpice(id, body),
          vnc_password: seal(vncPassword(), { table: 'host', id, column: 'vnc_password' }),
          guest_password: body.password ? seal(body.password, { table: 'host', id, column: 'guest_password' }) : null,
        },
      })
      addresses.more = await makeInterfaces(work, ctx, { host_id: id, node_id, bridge }, interfaces)
      await work.tx.disk.createMany({
        data: disks.map((disk, n) => ({
          ...disk,
          name: disk.name ?? `${row.internal_name}-${n + 1}`,
          host_id: id,
          account_id,
          cluster_id: home.id,
          node_id,
          is_main: n === 0,
          image_id: n === 0 && body.linked_clone ? (system?.image?.id ?? null) : null,
          target_dev: `vd${String.fromCharCode(97 + n)}`,
        })),
      })
      const copy =
        system && (await ensureSystem(work, system, node_id, ctx.actor.isAdmin ? ctx.actor.account_id : null))
      const task = await enqueue(
        work,
        hostCreateTask,
        { host_id: id, image_id: system?.image?.id ?? null, addresses, copy },
        { registry_id: id, entity: 'host', account_id, ...(copy !== null && { after: copy, afterAny: true }) },
      )
      await nameLast(work, id, task.id)
      await noteHistory(work, {
        host_id: id,
        name: 'host_create',
        user: ctx.actor.email,
        task: task.id,
        params: {
          ...(system && { os: system.name }),
          ...(system?.image && { image: system.image.name }),
          cpu_number,
          ram_mib,
          ...(preset && { preset: preset.name }),
        },
      })
      hostChanged(work, row, { name: row.name, state: 'creating' }, 'create')
      const scripts = await queueScripts(work, ctx, row, task.id, planned)
      await also?.(work, { host_id: id, task: task.id })
      return {
        id,
        task: task.consul_id,
        recipe_task_list: scripts,
        recipe_task: scripts[0] ?? null,
        spice_task: null,
      }
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'name')) throw alreadyExists(msg`You already have a VM named ${asked.name}`, 'name')
    if (isUniqueViolation(fault, 'mac')) throw inUse(msg`Another interface has this MAC address`, 'custom_interfaces')
    throw fault
  }
}

async function ownerOf(work: Work, ctx: Context, body: HostCreate): Promise<number> {
  const id = body.account ?? ctx.actor.account_id
  if (id !== ctx.actor.account_id && !ctx.actor.isAdmin)
    throw forbidden(msg`Only administrators can create VMs for other accounts`, 'account')
  const owner = await work.tx.account.findUnique({ where: { id }, select: { state: true } })
  if (owner?.state !== 'active') throw invalidField('account', msg`account ${id} does not exist or is suspended`)
  return id
}

async function clusterOf(work: Work, ctx: Context, body: HostCreate): Promise<cluster> {
  if (body.node !== undefined && !ctx.actor.isAdmin)
    throw forbidden(msg`Only administrators can choose the node`, 'node')
  let id = body.cluster
  if (id === undefined && body.node !== undefined)
    id = (await work.tx.node.findUnique({ where: { id: body.node } }))?.cluster_id
  if (id === undefined) {
    const all = await work.tx.cluster.findMany({ where: { state: 'active' }, take: 2 })
    if (all.length !== 1)
      throw invalidField(
        'cluster',
        all.length ? msg`there are several clusters: choose one` : msg`there are no clusters yet: create one first`,
      )
    return all[0] as cluster
  }
  const found = await work.tx.cluster.findFirst({ where: { id, state: 'active' } })
  if (!found) throw invalidField('cluster', msg`cluster ${id} does not exist`)
  return found
}

/**
 * Null for a VM whose disks are empty, until a system is installed on them.
 * @param filled whether what makes it brings its content
 */
async function systemOf(
  work: Work,
  ctx: Context,
  body: HostCreate,
  home: cluster,
  filled: boolean,
): Promise<System | null> {
  const found = await systemAsked(work, ctx.actor, home, body)
  if (found) return found
  if (home.virtualization_type === 'lxd' && !filled)
    throw invalidField('os', msg`required: a container is made of an image`)
  rejectWithoutSystem(body)
  return null
}

/** A disk that stands on an image needs one, and a storage that can do it. */
async function requireLinked(work: Work, system: System | null, storage_id: number): Promise<void> {
  if (!system?.image) throw invalidField('linked_clone', msg`only a VM that is made of an image can stand on it`)
  const { type } = await work.tx.storage.findUniqueOrThrow({ where: { id: storage_id }, select: { type: true } })
  const kind = storageKind[type as StorageKind]
  if (!kind.can.includes('linked_clone'))
    throw invalidField('linked_clone', msg`storages of the kind ${kind.label} have no linked clones`)
}

/** What only a system could use. */
function rejectWithoutSystem(body: HostCreate) {
  const field = (['password', 'recipe', 'recipe_list'] as const).find((one) => {
    const value = body[one]
    return value != null && (!Array.isArray(value) || value.length > 0)
  })
  if (field)
    throw invalidField(field, msg`a VM without a system has no use for it: choose a system (os), or leave it out`)
  if (body.hdd_mib === undefined && !body.disks)
    throw invalidField('hdd_mib', msg`required for a VM without a system: choose a size, or a system (os)`)
}

type NewDisk = NonNullable<HostCreate['disks']>[number]

/** The disks with the storage that each is to be in: its own wish, else that of the whole VM. */
async function onStorages(work: Work, cluster_id: number, { storage }: HostCreate, disks: readonly NewDisk[]) {
  const asked = disks.map((disk) => ({
    storage: disk.storage ?? storage,
    tags: disk.tags,
    field: disk.storage === undefined ? ('storage' as const) : ('disks' as const),
  }))
  const ids = await storagesFor(work, cluster_id, asked)
  return disks.map(({ storage: _, ...disk }, n) => ({ ...disk, storage_id: ids[n] as number }))
}

function disksOf(body: HostCreate, system: System | null): NewDisk[] {
  const disks: NewDisk[] = body.disks ?? [
    {
      size_mib: body.hdd_mib ?? system?.hdd_mib_required ?? 0,
      boot_order: 1,
      ...(body.expand_part && { expand_part: body.expand_part }),
    },
  ]
  const sorted = disks.toSorted((a, b) => a.boot_order - b.boot_order)
  const field = body.disks ? 'disks' : 'hdd_mib'
  if (system && (sorted[0]?.size_mib ?? 0) < system.hdd_mib_required)
    throw invalidField(field, msg`${system.name} needs at least ${system.hdd_mib_required} MiB`)
  return sorted
}
