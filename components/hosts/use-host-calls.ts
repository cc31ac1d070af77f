'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BackupFate } from '../../server/domain/backup/fate.ts'
import { conditionAhead } from '../../server/domain/host/allowed.ts'
import type { Host } from '../../server/domain/host/record.ts'
import type { HostResources } from '../../server/domain/host/resources.ts'
import type { ImageCreate } from '../../server/domain/image/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { type HostCommand, queuedBy } from './host-rules.ts'

type Patch = Partial<
  Pick<
    Host,
    'action' | 'disabled' | 'queue' | 'state' | 'is_protected' | 'extended_protection' | 'name' | 'comment' | 'fault'
  >
>
type Change = Patch | ((row: Host) => Patch)
const changed = (row: Host, change: Change): Host => ({
  ...row,
  ...(typeof change === 'function' ? change(row) : change),
})
/** A command joins the queue; what runs already stays in front. */
const moving =
  (command: HostCommand) =>
  (row: Host): Patch => {
    const queue = queuedBy(command, row)
    const state = row.queue.length === 0 && command === 'delete' ? { state: 'deleting' } : {}
    return { queue, action: queue[0]?.action ?? null, disabled: queue.length > 0, ...state }
  }

export type Protection = { is_protected?: boolean; extended_protection?: boolean }

/** Power and deletion: actions without further input. */
export type SimpleCommand = 'start' | 'stop' | 'restart' | 'reset' | 'powerOff' | 'delete'

/**
 * Calls on VMs. The effect of a call shows at once in every list and page that is open; if the server rejects it, they
 * are read anew and the error is thrown on.
 */
export function useHostCalls() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queries = useQueryClient()
  return useMemo(() => {
    const patch = (id: number, change: Change) => {
      queries.setQueriesData<{ list: Host[]; size: number; last_notify: number }>(
        trpc.vm.host.list.pathFilter(),
        (old) =>
          old?.list.some((row) => row.id === id)
            ? { ...old, list: old.list.map((row) => (row.id === id ? changed(row, change) : row)) }
            : old,
      )
      queries.setQueriesData<Host>(trpc.vm.host.get.queryFilter({ params: { host_id: id } }), (old) =>
        old ? changed(old, change) : old,
      )
    }
    const readAnew = () => queries.invalidateQueries(trpc.vm.host.pathFilter())
    const attempt = async <T>(id: number, change: Change, call: () => Promise<T>): Promise<T> => {
      patch(id, change)
      try {
        return await call()
      } catch (fault) {
        void readAnew()
        throw fault
      }
    }
    const { host } = client.vm
    return {
      /** Answers the number of the task. `backups`: what becomes of them when the VM is deleted. */
      simple(command: SimpleCommand, row: Host, backups: BackupFate = 'keep'): Promise<number> {
        const params = { host_id: row.id }
        const call = {
          start: () => host.start.mutate({ params }),
          stop: () => host.stop.mutate({ params, body: {} }),
          restart: () => host.restart.mutate({ params, body: {} }),
          reset: () => host.restart.mutate({ params, body: { force: true } }),
          powerOff: () => host.stop.mutate({ params, body: { force: true } }),
          delete: () =>
            host.delete.mutate({
              params,
              query: { ...(conditionAhead(row) === 'unknown' && { force: 'true' as const }), backups },
            }),
        }[command]
        return attempt(row.id, moving(command), async () => (await call()).task)
      },
      protect: (id: number, body: Protection) =>
        attempt(id, body, () => host.edit.mutate({ params: { host_id: id }, body })),
      /** Creates a VM whose creation failed once more; its guest has the password only when one is given again. */
      retry: (id: number, password?: string) =>
        attempt(
          id,
          (row) => ({ ...moving('retry')(row), state: 'creating', fault: null }),
          () => host.retry.mutate({ params: { host_id: id }, body: password === undefined ? {} : { password } }),
        ),
      /** Answers the clone and its task. */
      clone: (id: number, body: { name?: string; password?: string }) =>
        attempt(id, moving('clone'), () => host.clone.mutate({ params: { host_id: id }, body })),
      /** Answers the image and its task. */
      makeImage: (id: number, body: ImageCreate) =>
        attempt(id, moving('image'), () => host.createImage.mutate({ params: { host_id: id }, body })),
      /** Starts the rescue system with a password, or goes back to the VM's own system. */
      rescue: (id: number, body: { rescue_mode: boolean; password?: string }) =>
        attempt(id, moving(body.rescue_mode ? 'rescue' : 'rescueOff'), () =>
          host.rescue.mutate({ params: { host_id: id }, body }),
        ),
      /** What comes of it is read anew: an image may be on its way first. */
      mountIso: (id: number, body: { image: number; reboot: boolean }) =>
        attempt(id, {}, () => host.iso.mount.mutate({ params: { host_id: id }, body })),
      /** `installed`: the VM has the system now that the image has installed. */
      ejectIso: (id: number, installed: boolean) =>
        attempt(id, {}, () =>
          installed
            ? host.iso.finish.mutate({ params: { host_id: id } })
            : host.iso.cancel.mutate({ params: { host_id: id } }),
        ),
      edit: (row: Host, body: { name?: string; comment?: string } & Protection) =>
        attempt(row.id, body, () => host.edit.mutate({ params: { host_id: row.id }, body, if_match: row.version })),
      resources: (id: number, body: HostResources) =>
        attempt(id, moving('resources'), () => host.resources.mutate({ params: { host_id: id }, body })),
      password: (id: number, password: string) =>
        attempt(id, moving('password'), () => host.password.mutate({ params: { host_id: id }, body: { password } })),
      vncPassword: (id: number, password: string) =>
        attempt(id, moving('vncPassword'), () =>
          host.changeVncPassword.mutate({ params: { host_id: id }, body: { password } }),
        ),
      spice: (row: Host, body: { spice_enabled: boolean; spice_additional_enabled: boolean }) =>
        attempt(row.id, moving('spice'), () => host.edit.mutate({ params: { host_id: row.id }, body })),
      /** Answers the number of the task. */
      repairAgent: (id: number) =>
        attempt(
          id,
          moving('repairAgent'),
          async () => (await host.guestAgent.mutate({ params: { host_id: id } })).task,
        ),
      /** Answers the number of the task. */
      reinstall: (
        id: number,
        body: {
          os?: number
          image?: number
          password?: string
          recipe_list?: { recipe: number; recipe_params: { name: string; value: string }[] }[]
        },
      ) =>
        attempt(
          id,
          (row) => ({ ...moving('reinstall')(row), ...(row.queue.length === 0 && { state: 'creating' }) }),
          async () => (await host.reinstall.mutate({ params: { host_id: id }, body })).task,
        ),
      growDisk: (
        id: number,
        disk_id: number,
        body: { size_mib: number; expand_part?: string; defer?: { action: 'host_stop' } },
      ) => attempt(id, {}, () => client.vm.disk.edit.mutate({ params: { disk_id }, body })),
      /** Answers the number of the task. */
      script: (
        id: number,
        body: { recipe?: number; body?: string; recipe_params: { name: string; value: string }[] },
      ) =>
        attempt(
          id,
          moving('script'),
          async () => (await client.vm.recipe.run.mutate({ params: { host_id: id }, body })).task,
        ),
      owner: (id: number, account: number) =>
        attempt(id, moving('owner'), () => host.account.mutate({ params: { host_id: id }, body: { account } })),
    }
  }, [trpc, client, queries])
}

export type HostCalls = ReturnType<typeof useHostCalls>
