'use client'
import { useTranslations } from 'use-intl'
import { mainSensors } from '../../server/domain/ipmi/main-sensors.ts'
import { MainSensorsWait } from './main-sensors-wait.tsx'
import { SensorChart } from './sensor-graph.tsx'
import { useSensors } from './use-sensors.ts'

/** What a server has drawn and the air it has taken in, for a day; nothing where its controller measures neither. */
export default function MainSensors({ ipmi_id }: { ipmi_id: number }) {
  const t = useTranslations('controllers.main')
  const { data, isPending } = useSensors(ipmi_id)
  const { draw, inlet } = mainSensors(data?.list ?? [])
  if (isPending) return <MainSensorsWait />
  if (!draw && !inlet) return null
  return (
    <div className="grid grid-cols-2 items-end gap-6 @max-[880px]:grid-cols-1">
      {draw ? <SensorChart ipmi_id={ipmi_id} sensor={draw} span="day" title={t('draw')} /> : null}
      {inlet ? <SensorChart ipmi_id={ipmi_id} sensor={inlet} span="day" title={t('inlet')} /> : null}
    </div>
  )
}
