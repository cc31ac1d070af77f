'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { download } from '../../console/download.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Hands the person a file that opens the screen in a SPICE program; nothing for a VM without SPICE. */
export function SpiceButton({ host, off }: { host: Host; off: string | undefined }) {
  const t = useTranslations('hosts.spice')
  const { vm } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  if (!host.spice_enabled) return null
  const waits = host.waits_for_start.includes('spice_enabled') ? t('waits') : undefined
  const reason = off ?? waits
  const ask = async () => {
    setBusy(true)
    try {
      const body = { panel: window.location.origin }
      const { name, content } = await vm.host.spice.file.mutate({ params: { host_id: host.id }, body })
      download(new Blob([content], { type: 'application/x-virt-viewer' }), name)
    } catch (fault) {
      faultToast(t('noFile'))(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void ask()} {...(reason && { disabledReason: { text: reason } })}>
      {t('open')}
    </Button>
  )
}
