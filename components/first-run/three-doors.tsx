'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { CommandLine } from '../ui/controls/copy.tsx'
import { Link } from '../ui/controls/link.tsx'
import type { IconComponent } from '../ui/display/icons.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'

export type DoorStep = { label: string; state: 'todo' | 'running' | 'done' | 'failed'; note?: ReactNode }

export type Door = {
  id: string
  icon: IconComponent
  title: string
  text: string
  /** Ticks itself off as things happen, also when someone else does them. */
  steps: readonly DoorStep[]
  action: { label: string; primary?: boolean; busy?: boolean; disabledReason?: string } & (
    | { href: string; onSelect?: never }
    | { onSelect: () => void; href?: never }
  )
  /** Beside the button: how long it takes, "2 of 5 done". */
  aside: ReactNode
}

export type NextThing = { icon: IconComponent; title: string; text: string; href: string }

export type ThreeDoorsProps = {
  doors: readonly Door[]
  title: string
  skipLabel: string
  onSkip: () => void
  /** To be run on the node itself. */
  command?: { text: ReactNode; line: string }
  next?: readonly NextThing[]
}

/** The first page of an empty panel: where to begin. */
export function ThreeDoors({ doors, title, skipLabel, onSkip, command, next = [] }: ThreeDoorsProps) {
  const t = useTranslations('firstRun')
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button kind="quiet" onClick={onSkip}>
            {skipLabel}
          </Button>
        }
      />
      <div className="max-w-305 px-6 pb-6 phone:px-4">
        <p className="-mt-2 max-w-160 text-fg-2">{t('text')}</p>
        <div className="mt-4 grid grid-cols-3 grid-rows-[auto_1fr_auto] gap-4 max-[1000px]:grid-cols-1">
          {doors.map((door) => (
            <DoorCard key={door.id} door={door} />
          ))}
        </div>
        {command ? (
          <section>
            <h2 className="mt-3 flex h-10 items-center font-semibold">{t('command')}</h2>
            <p className="-mt-1.5 mb-2 text-fg-2">{command.text}</p>
            <CommandLine command={command.line} />
          </section>
        ) : null}
        {next.length > 0 ? (
          <section>
            <h2 className="mt-3 flex h-10 items-center font-semibold">{t('next')}</h2>
            <div className="mt-2 grid grid-cols-3 gap-4 max-[1000px]:grid-cols-1">
              {next.map((thing) => (
                <Link
                  key={thing.href}
                  href={thing.href}
                  className="flex items-center gap-3 rounded-md border border-line px-3 py-2.5 hover:bg-hover [&>svg]:text-fg-3"
                >
                  <thing.icon />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{thing.title}</span>
                    <span className="block text-12 text-fg-3">{thing.text}</span>
                  </span>
                  <ChevronRight />
                </Link>
              ))}
            </div>
          </section>
        ) : null}
      </div>
    </>
  )
}

const marks = { todo: 'off', running: 'run', done: 'ok', failed: 'fault' } as const
const words = { todo: 'text-fg-2', running: 'text-run-fg', done: '', failed: 'text-fault-fg' } satisfies Record<
  DoorStep['state'],
  string
>

function DoorCard({ door }: { door: Door }) {
  const t = useTranslations('firstRun')
  const { action } = door
  const look = {
    kind: action.primary ? ('primary' as const) : ('default' as const),
    disabledReason: action.disabledReason,
  }
  return (
    <section
      className="row-span-3 grid min-h-85 grid-rows-subgrid gap-y-0 rounded-lg border border-line-strong max-[1000px]:min-h-0"
      aria-label={door.title}
    >
      <div className="grid min-h-22 grid-cols-[32px_1fr] gap-3 px-4 pt-4 pb-3.5">
        <span className="grid size-8 place-items-center rounded-md border border-line-strong text-fg-2">
          <door.icon />
        </span>
        <div>
          <h2 className="mb-0.5 text-14 font-semibold">{door.title}</h2>
          <p className="text-fg-2">{door.text}</p>
        </div>
      </div>
      <ul className="border-t border-line px-4 pt-1 pb-3">
        {door.steps.map((step) => (
          <li
            key={step.label}
            className={cn('flex min-h-8 items-center gap-2.5 border-b border-line last:border-b-0', words[step.state])}
          >
            <StateMark kind={marks[step.state]} label={t(`states.${step.state}`)} />
            <span className="min-w-0 flex-1">{step.label}</span>
            <span className="num text-12 text-fg-3">{step.note}</span>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2 border-t border-line px-4 py-3">
        {action.href ? (
          <Button asChild {...look}>
            <Link href={action.href}>{action.label}</Link>
          </Button>
        ) : (
          <Button {...look} busy={action.busy ?? false} onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
        <span className="num ml-auto text-12 text-fg-3">{door.aside}</span>
      </div>
    </section>
  )
}
