'use client'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '../../api/me.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'

const HostLog = lazy(() => import('./host-log.tsx'))
const kinds = ['console', 'hypervisor'] as const

/** What the guest wrote to its serial console and, for administrators, what its hypervisor has logged; read when asked for. */
export function HostLogs({ hostId }: { hostId: number }) {
  const t = useTranslations('hosts.log')
  const { isAdmin } = useMe()
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<(typeof kinds)[number]>('console')
  const title = t(isAdmin ? 'title' : 'kinds.console')
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} width="lg" title={title}>
        {isAdmin ? (
          <div className="mb-2.5">
            <Segmented
              size="sm"
              label={title}
              value={kind}
              onValueChange={setKind}
              options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
          </div>
        ) : null}
        <Suspense>
          <HostLog key={kind} hostId={hostId} kind={kind} />
        </Suspense>
      </Dialog>
    </>
  )
}
