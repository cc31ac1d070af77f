'use client'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/controls/button.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import type { ConsoleProps } from '../types.ts'
import type { LinkState } from './console-link.ts'
import { linkMark, useLinkLabels } from './link-labels.tsx'

const panel = 'm-auto flex max-w-100 flex-col items-start gap-2 rounded-lg border border-line bg-raised p-4 shadow-pop'

/** Lies over the picture when there is none: why, and what can be done. Nothing while all is well. */
export function LinkNotice(props: {
  state: LinkState
  running: boolean
  stopped: ConsoleProps['stopped']
  onReconnect: () => void
  onTakeOver?: (() => void) | undefined
  help?: ConsoleProps['help']
}) {
  const { state, running, stopped, onReconnect, onTakeOver, help } = props
  const t = useTranslations('console')
  const { short, cause } = useLinkLabels(state)
  if (!running) {
    const { title, hint, action } = stopped
    return (
      <Cover>
        <div role="status" className={panel}>
          <div className="flex items-center gap-2 font-semibold">
            <StateMark kind="off" />
            {title}
          </div>
          <p className="text-fg-2">{hint ?? t('connectsItself')}</p>
          {action ? (
            <Button
              kind="primary"
              onClick={action.run}
              busy={action.busy ?? false}
              disabledReason={action.disabledReason}
            >
              {action.label}
            </Button>
          ) : null}
        </div>
      </Cover>
    )
  }
  if (state.at === 'open' || state.at === 'idle') return null
  if (state.at === 'connecting' && !state.after) {
    return (
      <Cover>
        {/* Words only when it takes longer than a moment. */}
        <div role="status" className="m-auto flex animate-late items-center gap-2 text-screen-text">
          <StateMark kind="run" />
          {short}
        </div>
      </Cover>
    )
  }
  const isElsewhere = state.at === 'closed' && (state.reason === 'busy' || state.reason === 'taken')
  return (
    <Cover>
      <div role="alert" className={panel}>
        <div className="flex items-start gap-2 font-semibold">
          <StateMark kind={state.at === 'closed' ? linkMark.closed : linkMark.waiting} className="mt-[3px]" />
          {cause ?? short}
        </div>
        {state.at !== 'closed' ? <p className="num text-fg-2">{short}</p> : null}
        {isElsewhere && onTakeOver ? <p className="text-fg-2">{t('line.takeOverHint')}</p> : null}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" onClick={onReconnect}>
            {t('connectNow')}
          </Button>
          {isElsewhere && onTakeOver ? (
            <Button kind="danger" onClick={onTakeOver}>
              {t('line.takeOver')}
            </Button>
          ) : help && state.at !== 'closed' ? (
            <Button onClick={help.run} busy={help.busy ?? false}>
              {help.label}
            </Button>
          ) : null}
        </div>
      </div>
    </Cover>
  )
}

const Cover = ({ children }: { children: React.ReactNode }) => (
  <div className="absolute inset-0 z-10 flex p-4">{children}</div>
)
