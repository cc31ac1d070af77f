'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { faultToast } from '../../api/fault-toast.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPCClient } from '../../api/trpc.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { toast } from '../../ui/floating/toast.tsx'

/** The controller is not the one that was met first: what that may mean, and for administrators the way on. */
export function TrustCertificate({ ipmi, onTrusted }: { ipmi: number; onTrusted?: () => void }) {
  const t = useTranslations('servers.web')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  const trust = () => {
    setBusy(true)
    dci.ipmi.trust
      .mutate({ params: { ipmi_id: ipmi }, body: {} })
      .then(() => (onTrusted ? onTrusted() : toast({ kind: 'ok', title: t('trusted') })), faultToast(t('notTrusted')))
      .finally(() => setBusy(false))
  }
  return (
    <Notice
      kind="fault"
      title={t('changed')}
      className="mb-2"
      actions={
        isAdmin ? (
          <Button size="sm" busy={busy} onClick={trust}>
            {t('trust')}
          </Button>
        ) : undefined
      }
    >
      {t('changedHint')} {isAdmin ? null : t('askAdmin')}
    </Notice>
  )
}
