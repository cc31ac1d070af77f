'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { SwitchPort } from '../../../server/domain/switch/record.ts'
import { apiFault } from '../../api/fault.ts'
import { paths } from '../../paths.ts'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { useSwitchPorts } from '../use-switch-ports.ts'
import type { PortRates } from './face-plan.ts'
import { PortFace } from './port-face.tsx'

const noLegend: ReadonlyMap<number, string> = new Map()
const noRates: ReadonlyMap<number, PortRates> = new Map()
const noneDiffers: ReadonlySet<number> = new Set()
const none: readonly SwitchPort[] = []

/** The face of a switch in the side panel of its rack; a port leads to the page of the switch. */
export default function SwitchFace({ id, name }: { id: number; name: string }) {
  const t = useTranslations('device')
  const router = useRouter()
  const { data, error } = useSwitchPorts(id)
  const ports = data?.list ?? none
  if (data && ports.length === 0) return null
  return (
    <SidePanelSection title={t('port.many')}>
      {error && !data ? (
        <p className="text-12 text-fg-2">
          {t('port.unread')}: {apiFault(error).msg}
        </p>
      ) : (
        <PortFace
          small
          label={t('face.portsOf', { name })}
          ports={ports}
          colour="status"
          legend={noLegend}
          rates={noRates}
          differs={noneDiffers}
          picked={null}
          onPick={(port) => router.push(paths.switchPort(id, port))}
        />
      )}
    </SidePanelSection>
  )
}
