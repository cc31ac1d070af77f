'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Segmented } from '../ui/controls/segmented.tsx'
import { SerialConsole } from './serial-console.tsx'
import type { ConsoleKind, ConsoleProps } from './types.ts'
import { VncConsole } from './vnc-console.tsx'

type HostConsoleKind = Exclude<ConsoleKind, 'sol'>

export type HostConsoleProps = Omit<ConsoleProps, 'lead' | 'popOutHref'> & {
  /** Set by the page when the address holds the choice; otherwise the console keeps it. */
  kind?: HostConsoleKind
  onKindChange?: (kind: HostConsoleKind) => void
  popOutHref?: (kind: HostConsoleKind) => string
  /** False for a container, which has a terminal only. */
  hasScreen?: boolean
  /** Opens the screen in a program instead. */
  program?: ReactNode
}

/** Both consoles of a virtual machine under one switch. Fills its parent, which must be a flex column of known height. */
export function HostConsole(props: HostConsoleProps): ReactNode {
  const { kind: given, onKindChange, popOutHref, hasScreen = true, program, ...rest } = props
  const t = useTranslations('console')
  const [own, setOwn] = useState<HostConsoleKind>('vnc')
  const kind = hasScreen ? (given ?? own) : 'serial'
  const lead = (
    <>
      <Segmented
        size="sm"
        label={t('which')}
        value={kind}
        onValueChange={(next) => {
          setOwn(next)
          onKindChange?.(next)
        }}
        options={[
          { value: 'vnc', label: t('screen') },
          { value: 'serial', label: t('serial.title') },
        ]}
      />
      {program}
    </>
  )
  const all = { ...rest, ...(hasScreen && { lead }), ...(popOutHref && { popOutHref: popOutHref(kind) }) }
  return kind === 'vnc' ? <VncConsole {...all} /> : <SerialConsole kind="serial" {...all} />
}
