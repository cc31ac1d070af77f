'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { LogView } from '../../ui/display/log-view.tsx'
import { Notice } from '../../ui/display/notice.tsx'

/** One of the logs of a VM, as it is at this moment, its end in sight. */
export default function HostLog({ hostId, kind }: { hostId: number; kind: 'console' | 'hypervisor' }) {
  const t = useTranslations('hosts.log')
  const { vm } = useTRPC()
  const asked = { params: { host_id: hostId } }
  const fresh = { staleTime: 0, gcTime: 0 }
  const guest = useQuery({ ...vm.host.consoleLog.queryOptions(asked), ...fresh, enabled: kind === 'console' })
  const node = useQuery({ ...vm.host.hypervisorLog.queryOptions(asked), ...fresh, enabled: kind === 'hypervisor' })
  const { data, error } = kind === 'console' ? guest : node
  const text = data?.log
  const lines = useMemo(() => (text ?? '').trimEnd().split('\n').map(toLine), [text])
  if (error) return <Notice kind="warn">{apiFault(error).msg}</Notice>
  if (text === undefined) return <p className="animate-late text-fg-3">{t('loading')}</p>
  if (text === null) return <p className="text-fg-2">{t('unkept')}</p>
  if (text.trim() === '') return <p className="text-fg-2">{t(`none.${kind}`)}</p>
  return (
    <LogView lines={lines} label={t(`kinds.${kind}`)} empty={null} className="h-96 rounded-md border border-line" />
  )
}

const toLine = (text: string, id: number) => ({ id, text })
