'use client'
import { useTranslations } from 'use-intl'
import { isMember } from '../../../server/domain/operation/spared.ts'
import { isNamed } from '../../../server/domain/operation-plan/disks.ts'
import { cn } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { useHolds } from './holds.ts'
import type { PlanDisk } from './values.ts'

const MIB = 1_048_576

type Props = {
  disks: readonly PlanDisk[]
  /** Those that are written or cleared. */
  erased: readonly PlanDisk[]
  /** Without it there is nothing to choose. */
  onChoose?: (disk: PlanDisk, wanted: boolean) => void
}

/** The disks of the last report, and what is lost on those that are chosen. */
export function DiskTable({ disks, erased, onChoose }: Props) {
  const t = useTranslations('installing.disks')
  const sizes = useSizes()
  return (
    <Table label={t('label')}>
      <TableHead>
        {onChoose ? (
          <Th className="w-8">
            <span className="sr-only">{t('label')}</span>
          </Th>
        ) : null}
        <Th className={cn(!onChoose && 'pl-2')}>{t('model')}</Th>
        <Th>{t('serial')}</Th>
        <Th right>{t('size')}</Th>
        <Th>{t('on')}</Th>
      </TableHead>
      <tbody>
        {disks.map((disk, at) => {
          const chosen = erased.includes(disk)
          const named = isNamed(disk, disks)
          const serial = disk.serial || disk.wwn
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, and disks may lack a name
            <Tr key={at} selected={chosen}>
              {onChoose ? (
                <Td className="w-8 pl-1">
                  {named ? (
                    <Checkbox
                      aria-label={t('choose', { disk: `${disk.model} ${serial}` })}
                      checked={chosen}
                      onChange={(event) => onChoose(disk, event.target.checked)}
                    />
                  ) : (
                    <span title={t('unnamed')}>
                      <StateMark kind="locked" label={t('unnamed')} />
                    </span>
                  )}
                </Td>
              ) : null}
              <Td className={cn('max-w-56', !onChoose && 'pl-2')} title={disk.model}>
                {disk.model} <span className="text-fg-3">{t(`kind.${kindOf(disk)}`)}</span>
              </Td>
              <Td className="mono max-w-48 text-12" title={serial}>
                {serial || <span className="text-fg-3">—</span>}
              </Td>
              <Td right>{sizes(disk.bytes / MIB)}</Td>
              <Td className={cn('max-w-80', chosen && 'text-fault-fg')}>
                <What disk={disk} chosen={chosen} />
                {disk.spared && onChoose ? (
                  <div className="text-12 text-warn-fg">{t(isMember(disk) ? 'spared.member' : 'spared.usb')}</div>
                ) : null}
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

const kindOf = ({ transport, rotational }: PlanDisk) => (transport === 'nvme' ? 'nvme' : rotational ? 'hdd' : 'ssd')

function What({ disk, chosen }: { disk: PlanDisk; chosen: boolean }) {
  const t = useTranslations('installing.disks')
  const what = useHolds()(disk)
  if (what === '') return <span className="text-fg-3">{t('nothing')}</span>
  const words = what ?? t('unknown')
  if (chosen) return <span title={words}>{t('lost', { what: words })}</span>
  return what === null ? <span className="text-fg-3">{words}</span> : <span title={words}>{t('stays', { what })}</span>
}
