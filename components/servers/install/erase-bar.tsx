'use client'
import { useTranslations } from 'use-intl'
import { Input } from '../../ui/controls/input.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'

type Erased = { disks: number | null; erases: boolean; unknown: boolean }

/** How much is erased, at the foot of the form. @param disks null: it is not known which that will be @param unknown they have to be known, and are not */
export function Erases({ disks, erases, unknown }: Erased) {
  const t = useTranslations('installing.bar')
  if (unknown) return <span className="text-fg-2">{t('unknown')}</span>
  if (disks === 0) return <span className="text-fg-2">{t(erases ? 'chooses' : 'keeps')}</span>
  return (
    <span className="flex items-center gap-1.5 font-semibold text-fault-fg">
      <StateMark kind="fault" />
      {disks === null ? t('erasesFirst') : t('erases', { count: disks })}
    </span>
  )
}

type Props = {
  name: string
  expected: { text: string; isSerial: boolean }
  typed: string
  onType: (text: string) => void
}

/** The serial number of the machine is typed, so that none is erased by mistake. */
export function TypedName({ name, expected: { text, isSerial }, typed, onType }: Props) {
  const t = useTranslations('installing.bar')
  const label = t('type', { what: t(isSerial ? 'serial' : 'byName'), name })
  return <TypedText label={label} expected={text} typed={typed} onType={onType} mono={isSerial} />
}

/** What has to be typed before something is erased, and how much of it is left. */
export function TypedText(props: {
  label: string
  expected: string
  typed: string
  onType: (text: string) => void
  mono: boolean
}) {
  const t = useTranslations('installing.bar')
  const { label, expected: text, typed, onType, mono } = props
  const left = text.length - typed.length
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2 text-12 text-fg-2">
      <label htmlFor="typed-name">{label}</label>
      <Input
        id="typed-name"
        mono={mono}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        boxClassName="w-40"
        aria-describedby="typed-left"
      />
      <span id="typed-left" aria-live="polite" className="num min-w-20 text-fg-3">
        {typed === '' || left === 0
          ? typed === text
            ? null
            : typed && t('differs')
          : text.startsWith(typed)
            ? t('left', { count: left })
            : t('differs')}
      </span>
    </span>
  )
}
