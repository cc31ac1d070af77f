'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { SwitchPort } from '../../../server/domain/switch/record.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import type { FaceColour, vlanLegend } from './face-plan.ts'

type Key = { key: string; ground: string; word: string; quiet?: string }

/** What the colours of the face mean; `names` are those of the VLANs. */
export function FaceLegend(props: {
  ports: readonly SwitchPort[]
  colour: FaceColour
  legend: ReturnType<typeof vlanLegend>
  names: ReadonlyMap<number, string>
  differs: boolean
}) {
  const { ports, colour, legend, names } = props
  const t = useTranslations('device.face')
  const states = useTranslations('dc.port')
  const format = useFormatter()
  const percent = (value: number) => format.number(value / 100, { style: 'percent' })
  const keys: Key[] = (() => {
    switch (colour) {
      case 'status':
        return [{ key: 'up', ground: 'led-ok', word: states('up') }]
      case 'vlan': {
        const others = ports.some((one) => !one.gone && !one.is_trunk && one.vlan_id && !legend.has(one.vlan_id))
        return [
          ...[...legend].map(([id, ground]) => ({
            key: String(id),
            ground,
            word: String(id),
            quiet: names.get(id) ?? '',
          })),
          ...(ports.some((one) => one.is_trunk) ? [{ key: 'trunk', ground: 'cat-3', word: t('trunkKey') }] : []),
          ...(others ? [{ key: 'other', ground: 'cat-1', word: t('otherVlans') }] : []),
        ]
      }
      case 'speed':
        return [
          { key: '100M', ground: 'ramp-1', word: t('upTo', { speed: '100M' }) },
          { key: '1G', ground: 'ramp-2', word: '1G' },
          { key: '10G', ground: 'ramp-4', word: '10G' },
          { key: '40G', ground: 'ramp-5', word: '40G' },
        ]
      case 'load':
        return [
          { key: '1', ground: 'ramp-1', word: t('below', { percent: percent(5) }) },
          { key: '2', ground: 'ramp-2', word: t('from', { percent: percent(5) }) },
          { key: '3', ground: 'ramp-3', word: t('from', { percent: percent(30) }) },
          { key: '4', ground: 'ramp-4', word: t('from', { percent: percent(60) }) },
          { key: '5', ground: 'ramp-5', word: t('from', { percent: percent(90) }) },
        ]
      case 'errors':
        return [{ key: '0', ground: 'ramp-0', word: t('noErrors') }]
    }
  })()
  return (
    <ul aria-label={t('legend')} className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-12 text-fg-2">
      {keys.map(({ key, ground, word, quiet }) => (
        <li key={key} className="flex items-center gap-1.5">
          <i className="size-2.5 rounded-xs border border-line" style={{ background: `var(--${ground})` }} />
          <span className="num">{word}</span>
          {quiet ? <span className="max-w-24 truncate text-fg-3">{quiet}</span> : null}
        </li>
      ))}
      {colour === 'load' || colour === 'errors' ? (
        <li className="flex items-center gap-1.5">
          <i className="size-2.5 rounded-xs border border-line-control bg-bg" />
          {t('notMeasured')}
        </li>
      ) : null}
      <li className="flex items-center gap-1.5">
        <i className="size-2.5 rounded-xs border border-dashed border-line-control bg-bg" />
        {states('down')}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="text-fg-3">
          ×
        </span>
        {states('shut')}
      </li>
      <li className="flex items-center gap-1.5">
        <StateMark kind="fault" className="size-3" />
        {t(colour === 'errors' ? 'errorsKey' : 'faultKey')}
      </li>
      {props.differs ? (
        <li className="flex items-center gap-1.5">
          <StateMark kind="warn" className="size-3" />
          {t('differsKey')}
        </li>
      ) : null}
    </ul>
  )
}
