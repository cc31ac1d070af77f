'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { type RangeName, rangeNames, SHORTEST_S, type WindowState, zoomed } from './span.ts'

type Toggle = { on: boolean; set: (on: boolean) => void }

/** Range, zoom, and what is drawn besides. Comparison is absent where nothing so old is kept. */
export function Controls(props: { state: WindowState; step: number | undefined; events: Toggle; compare?: Toggle }) {
  const { state, step, events, compare } = props
  const t = useTranslations('figures')
  const intl = useFormatter()
  const { from, to } = state.window
  const moment = (seconds: number) =>
    intl.dateTime(new Date(seconds * 1000), {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
  const now = () => Math.floor(Date.now() / 1000)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Segmented<RangeName | 'part'>
        size="sm"
        label={t('range')}
        value={state.isPart ? 'part' : state.range}
        onValueChange={(range) => range !== 'part' && state.choose(range)}
        options={rangeNames.map((value) => ({ value, label: t(`ranges.${value}`) }))}
      />
      <span className="flex gap-1.5">
        <Button
          size="sm"
          disabledReason={to - from <= SHORTEST_S ? t('closest') : undefined}
          onClick={() => state.show(zoomed(state.window, 0.5, now()))}
        >
          {t('zoomIn')}
        </Button>
        {state.isPart ? (
          <>
            <Button size="sm" onClick={() => state.show(zoomed(state.window, 2, now()))}>
              {t('zoomOut')}
            </Button>
            <Button size="sm" onClick={state.leave}>
              {t('leave')}
            </Button>
          </>
        ) : null}
      </span>
      <span className="num text-12 text-fg-2">
        {state.isPart ? t('part', { from: moment(from), to: moment(to) }) : null}
        {step === undefined ? null : ` ${t('mean', { length: lengthOf(t, step) })}`}
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-12">
        <Switch checked={events.on} onChange={(event) => events.set(event.target.checked)}>
          {t('events')}
        </Switch>
        {compare ? (
          <Switch checked={compare.on} onChange={(event) => compare.set(event.target.checked)}>
            {t('compare')}
          </Switch>
        ) : null}
      </span>
    </div>
  )
}

type Words = ReturnType<typeof useTranslations<'figures'>>

/** `30 s`, `5 min`, `2 h`, `1 d`. */
function lengthOf(t: Words, seconds: number): string {
  if (seconds < 60) return t('lengths.s', { count: seconds })
  if (seconds < 3600) return t('lengths.min', { count: seconds / 60 })
  return seconds < 86_400 ? t('lengths.h', { count: seconds / 3600 }) : t('lengths.d', { count: seconds / 86_400 })
}
