'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { Notice } from '../ui/display/notice.tsx'
import { gib } from '../ui/display/size.ts'
import { ExactTime } from '../ui/display/time.tsx'
import { Consequence } from '../ui/layout/consequence.tsx'
import type { RestorePlan } from './use-restore-plan.ts'

type Props = { backup: AnyBackup; host: Host | null; plan: RestorePlan }

/** From when, what is lost, what stays, how large, where, what the VM does meanwhile, and what stands in the way. */
export function RestoreLosses({ backup, host, plan }: Props) {
  const t = useTranslations('restore')
  const format = useFormatter()
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  const larger = plan.disks.filter(({ now, backed_up }) => now > backed_up)
  const room = plan.disks.reduce((sum, { now, backed_up }) => sum + Math.max(now, backed_up), 0)
  const at = () => <ExactTime at={backup.made_at ?? backup.date_create} />
  return (
    <div className="grid gap-3">
      {plan.snapshots.length > 0 ? (
        <Notice kind="warn">
          {t('snapshots', { count: plan.snapshots.length, names: plan.snapshots.join(', ') })}
        </Notice>
      ) : null}
      {plan.missing.length > 0 ? (
        <Notice kind="warn">{t('missing', { count: plan.missing.length, names: plan.missing.join(', ') })}</Notice>
      ) : null}
      <Consequence kind="fault" title={t('willBeLost')}>
        <li>{t.rich('writes', { disks: plan.disks.map(({ name }) => name).join(', '), at })}</li>
        {host?.state === 'active' ? <li>{t('meanwhile')}</li> : null}
      </Consequence>
      <Consequence kind="ok" title={t('comesBack')}>
        {plan.disks.map(({ name, backed_up }) => (
          <li key={name}>{t('content', { name, size: size(backed_up) })}</li>
        ))}
        {larger.map(({ name, now }) => (
          <li key={`${name} now`}>{t('larger', { name, now: size(now) })}</li>
        ))}
        <li>{t(`consistency.${backup.consistency ?? 'crash'}`)}</li>
      </Consequence>
      <Consequence kind="ok" title={t('stays')}>
        {host ? <li>{t('settingsStay')}</li> : null}
        {plan.untouched.length > 0 ? (
          <li>{t('disksStay', { count: plan.untouched.length, names: plan.untouched.join(', ') })}</li>
        ) : null}
        <li>{t('backupStays')}</li>
      </Consequence>
      <p>{t(host === null ? 'thenDisk' : host.state === 'active' ? 'thenStarts' : 'thenOff')}</p>
      <p className="text-fg-2">{t('room', { place: backup.backup_location?.name ?? t('onNode'), size: size(room) })}</p>
    </div>
  )
}
