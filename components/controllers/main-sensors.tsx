'use client'
import { useTranslations } from 'use-intl'
import { mainSensors } from '../../server/domain/ipmi/main-sensors.ts'
import { useSpanChoice } from '../traffic/spans.ts'
import { SpanChoice } from '../traffic/traffic-chart.tsx'
import { Section } from '../ui/layout/section.tsx'
import { MainSensorsWait } from './main-sensors-wait.tsx'
import { SensorChart } from './sensor-graph.tsx'
import { useSensors } from './use-sensors.ts'

/** What a server has drawn and the air it has taken in, over a span that is chosen; nothing where its controller measures neither. */
export default function MainSensors({ ipmi_id }: { ipmi_id: number }) {
  const t = useTranslations('controllers.main')
  const [span, setSpan] = useSpanChoice()
  const { data, isPending } = useSensors(ipmi_id)
  const { draw, inlet } = mainSensors(data?.list ?? [])
  if (isPending) return <MainSensorsWait />
  if (!draw && !inlet) return null
  return (
    <Section title={t('title')} action={<SpanChoice span={span} onSpan={(next) => void setSpan(next)} />}>
      <div className="grid grid-cols-2 items-end gap-6 @max-[880px]:grid-cols-1">
        {draw ? <SensorChart ipmi_id={ipmi_id} sensor={draw} span={span} title={t('draw')} /> : null}
        {inlet ? <SensorChart ipmi_id={ipmi_id} sensor={inlet} span={span} title={t('inlet')} /> : null}
      </div>
    </Section>
  )
}
