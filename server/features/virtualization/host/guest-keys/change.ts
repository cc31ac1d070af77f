import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { plainKey } from '../../../../domain/host/guest-keys.ts'
import { missingLink, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import type { KeyChange } from '../../../../drivers/hypervisor/guest-types.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { judge } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { fingerprintOf } from './read.ts'

const PATIENCE_MS = 30_000

/** Adds keys of the owner to those that the guest of a running VM lets in, as its login user. */
export async function addGuestKeys(ctx: Context, host_id: number, ids: readonly number[]) {
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) })
    if (!own) throw notFound(msg`VM`, host_id)
    const found = await work.tx.ssh_key.findMany({ where: { account_id: own.account_id, id: { in: [...ids] } } })
    const missing = ids.find((id) => !found.some((key) => key.id === id))
    if (missing !== undefined) throw missingLink('ssh_keys', msg`SSH key`, missing)
    const { row } = await claimHost(work, ctx, host_id, 'ssh_keys')
    const task = await queueHostTask(work, ctx, row, {
      definition: hostKeysTask,
      // Public, and as they are now.
      input: { host_id, add: found.map(({ ssh_pub_key }) => ssh_pub_key), remove: [] },
      params: { added: found.map(({ name }) => name) },
    })
    return { id: host_id, task: task.consul_id }
  })
}

/** Removes keys from there, whosever they are. */
export async function removeGuestKeys(ctx: Context, host_id: number, fingerprints: readonly string[]) {
  return ctx.mutate(async (work) => {
    const { row } = await claimHost(work, ctx, host_id, 'ssh_keys')
    const task = await queueHostTask(work, ctx, row, {
      definition: hostKeysTask,
      input: { host_id, add: [], remove: [...fingerprints] },
      params: { removed: fingerprints },
    })
    return { id: host_id, task: task.consul_id }
  })
}

export const hostKeysTask = defineTask({
  name: 'host_change_ssh_keys',
  title: 'Change the SSH keys of a guest',
  /** `add`: keys; `remove`: fingerprints. */
  input: z.object({ host_id: z.int(), add: z.array(z.string()), remove: z.array(z.string()) }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { host_id, add, remove }) {
    const { row } = await judge(host_id, 'ssh_keys')
    const { node_id, internal_name, login_user } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    t.progress(30, msg`Asking the guest agent`)
    await t.step(
      'keys',
      async (signal) => {
        const node = await nodeConnection(node_id, signal)
        const change = await changeOf(node, { internal_name, login_user, add, remove }, signal)
        await node.changeGuestSshKeys(internal_name, login_user, change, signal)
      },
      { retries: 1, timeoutMs: PATIENCE_MS },
    )
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'host_change_ssh_keys', outcome }),
})

type Wanted = { internal_name: string; login_user: string; add: string[]; remove: string[] }

/** Lines of the guest that are to go, and keys that it does not have under any comment. */
async function changeOf(node: NodeConnection, wanted: Wanted, signal: AbortSignal): Promise<KeyChange> {
  const lines = await node.guestSshKeys(wanted.internal_name, wanted.login_user, signal)
  const there = lines.flatMap((line) => {
    const key = plainKey(line)
    return key ? [{ line, blob: key.blob }] : []
  })
  return {
    add: wanted.add.filter((line) => !there.some(({ blob }) => blob === line.split(' ')[1])),
    remove: there.flatMap(({ line, blob }) => (wanted.remove.includes(fingerprintOf(blob)) ? [line] : [])),
  }
}
