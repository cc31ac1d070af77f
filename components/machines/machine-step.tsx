'use client'
import { useTranslations } from 'use-intl'
import type { Machine } from '../../server/domain/machine/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import type { MachineActions } from './use-machine-actions.tsx'

type MachineStepProps = { machine: Machine; open: string; actions: Pick<MachineActions, 'ask' | 'move' | 'why'> }

/** What becomes of a machine next. One that seems to be a server is looked at first. @param open address that shows it beside the list */
export function MachineStep({ machine, open, actions: { ask, move, why } }: MachineStepProps) {
  const t = useTranslations('machines')
  switch (machine.state) {
    case 'adopted':
      return null
    case 'ignored':
      return (
        <Button
          size="sm"
          tabIndex={-1}
          onClick={() => void move('takeBack', machine).catch(faultToast(t('takeBack.failed')))}
        >
          {t('takeBack.label')}
        </Button>
      )
    case 'waiting':
      return machine.known ? (
        <Button size="sm" tabIndex={-1} asChild>
          <Link href={open} prefetch={false}>
            {t('compare')}
          </Link>
        </Button>
      ) : (
        <Button
          size="sm"
          tabIndex={-1}
          disabledReason={why(machine)}
          onClick={() => ask({ command: 'adopt', machine })}
        >
          {t('adopt.label')}
        </Button>
      )
  }
}
