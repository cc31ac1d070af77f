'use client'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { saveText } from '../../import/save-text.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Saves what answers the servers of a location in containers, for hosts on which the panel installs nothing. Nothing before interfaces were chosen. */
export function ComposeFile({ location: { id, name, params_dhcp } }: { location: Location }) {
  const t = useTranslations('locations.services')
  const { dci } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  if (!params_dhcp.interfaces_4?.length) return null
  const save = () => {
    setBusy(true)
    void dci.bootServices.compose
      .query({ params: { location_id: id } })
      .then(({ container_compose }) => saveText('compose.yaml', container_compose, 'application/yaml'))
      .catch(faultToast(t('composeUnread', { name })))
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-col items-start gap-1.5 py-2">
      <Button size="sm" icon={<Download />} busy={busy} onClick={save}>
        {t('compose')}
      </Button>
      <p className="text-12 text-fg-2">{t('composeHint')}</p>
    </div>
  )
}
