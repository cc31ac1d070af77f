'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { Switch } from '../ui/controls/switch.tsx'

/** Whether sessions to controllers may be opened at all. */
export function PluginSwitch() {
  const t = useTranslations('remote.plugin')
  const trpc = useTRPC()
  const { proxy: client } = useTRPCClient()
  const queries = useQueryClient()
  const { data } = useQuery(trpc.proxy.plugin.status.queryOptions())
  const change = useMutation({
    mutationFn: (on: boolean) =>
      on ? client.plugin.enable.mutate({ body: {} }) : client.plugin.disable.mutate({ body: {} }),
    // What was answered before it would show the old for a moment.
    onSuccess: (_, is_enabled) => queries.setQueryData(trpc.proxy.plugin.status.queryKey(), { is_enabled }),
    onError: faultToast(t('notChanged')),
  })
  const on = change.isPending ? change.variables : data?.is_enabled
  return (
    <div className="mx-6 mb-3 flex flex-none flex-col gap-1 rounded-md border border-line px-3 py-2.5 phone:mx-4">
      <Switch
        checked={on ?? false}
        disabled={on === undefined || change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      >
        <span className="font-semibold">{t('title')}</span>
      </Switch>
      <p className="text-12 text-fg-2">{t(on === false ? 'off' : 'on')}</p>
    </div>
  )
}
