'use client'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../ui/controls/link.tsx'
import { BrandMark } from '../ui/display/brand-mark.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { Breadcrumb } from '../ui/layout/breadcrumb.tsx'
import { useCrumbs } from './crumbs.tsx'

export type TopBarProps = {
  onSearch: () => void
  /** `RunningTasks`, with the tasks that the caller has read. */
  tasks?: ReactNode
  /** `Problems`, likewise. */
  problems?: ReactNode
  user: ReactNode
}

/** Where am I, search, what runs, what is wrong, who am I. On a telephone: back, title, marks, search. */
export function TopBar({ onSearch, tasks, problems, user }: TopBarProps) {
  const t = useTranslations('frame')
  const crumbs = useCrumbs()
  const key = useModifierKey()
  const title = crumbs.at(-1)?.label
  const back = crumbs.length > 1 ? crumbs.slice(0, -1).findLast((crumb) => crumb.href)?.href : undefined
  return (
    <header className="flex h-(--bar-h) min-w-0 items-center gap-2 border-b border-line bg-app pr-4 pl-6 print:hidden phone:h-13 phone:gap-2.5 phone:px-4">
      <span className="flex min-w-0 items-center gap-2.5 wide:hidden">
        {back ? (
          <Link href={back} aria-label={t('back')} className="-m-2 flex p-2 text-fg">
            <ChevronLeft />
          </Link>
        ) : (
          <BrandMark />
        )}
        <span className="truncate text-14 font-semibold">{title}</span>
      </span>
      <span className="min-w-0 flex-1 phone:hidden">
        <Breadcrumb crumbs={crumbs} />
      </span>
      <span className="flex-1 wide:hidden" />
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-7 w-72 min-w-40 items-center gap-2 wide:max-[1100px]:w-40 rounded-md border border-line-strong bg-bg pr-1.5 pl-2 text-fg-3 hover:bg-hover phone:order-last phone:size-9 phone:min-w-0 phone:justify-center phone:border-0 phone:bg-transparent phone:p-0 phone:text-fg-2"
      >
        <Search className="size-3.5 phone:size-4" />
        <span className="min-w-0 flex-1 truncate text-left phone:sr-only">{t('searchOrRun')}</span>
        <Kbd>{key} K</Kbd>
      </button>
      {/* Holds its place: counts come after the page, and the search must not move then. */}
      <span className="flex flex-none items-center gap-2 wide:min-w-48 wide:justify-end phone:gap-2.5">
        {tasks}
        {problems}
      </span>
      <span className="phone:hidden">{user}</span>
    </header>
  )
}

const noChange = () => () => {}

/** Name of the command key on this platform. */
const useModifierKey = (): string =>
  useSyncExternalStore(
    noChange,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )
