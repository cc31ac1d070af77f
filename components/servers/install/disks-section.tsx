'use client'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import { isMember } from '../../../server/domain/operation/spared.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { FormMore, FormSection } from '../../ui/layout/form-layout.tsx'
import { type InstallControl, useChoice } from './choice-error.tsx'
import { ClearChoice } from './clear-choice.tsx'
import { DiskTable } from './disk-table.tsx'
import { RaidCards } from './raid-cards.tsx'
import type { InstallValues } from './rules.ts'
import type { Begun } from './types.ts'
import { erasedBy, templateOf } from './values.ts'

type Props = { type: Begun; plan: InstallPlan; server: Server; values: InstallValues; control: InstallControl }

/** Which disks an installation writes, or all that are cleared; what stands on them. */
export function DisksSection({ type, plan, server, values, control }: Props) {
  const t = useTranslations('installing.disks')
  const words = useTranslations('installing.sections')
  const { field, error } = useChoice(control, 'disk_serials', words('disks'))
  const { report } = plan
  const installs = type === 'install'
  const erased = erasedBy(type, plan, values) ?? []
  const left = !installs && report ? report.disks.length - erased.length : 0
  const members = erased.filter((disk) => disk.spared && isMember(disk))
  return (
    <FormSection
      title={words('disks')}
      hint={report ? t.rich('readAt', { at: () => <RelativeTime at={report.at} /> }) : undefined}
    >
      {report === null ? (
        <NoReport type={type} server={server} />
      ) : report.disks.length === 0 ? (
        <p className="text-fg-2">{t('noDisks')}</p>
      ) : (
        <DiskTable
          disks={report.disks}
          erased={erased}
          {...(installs && {
            onChoose: ({ id }, wanted) =>
              field.onChange(wanted ? [...field.value, id] : field.value.filter((one) => one !== id)),
          })}
        />
      )}
      {installs && report ? (
        <RaidCards {...{ control, values }} disks={report.disks} template={templateOf(type, plan, values)} />
      ) : null}
      {error}
      {left > 0 ? <p className="mt-2 text-12 text-warn-fg">{t('left', { count: left })}</p> : null}
      {installs && members.length > 0 ? (
        <Notice kind="warn" title={t('members', { count: members.length })}>
          {t('membersLost', { disks: members.map(({ id }) => id).join(', ') })}
        </Notice>
      ) : null}
      {installs ? (
        <div className="mt-3">
          <FormMore title={t('more')}>
            <ClearChoice type={type} control={control} />
          </FormMore>
        </div>
      ) : null}
      {type === 'clear_hdd' && report ? <p className="mt-2 text-12 text-fg-3">{t('refusedOthers')}</p> : null}
    </FormSection>
  )
}

function NoReport({ type, server }: { type: Begun; server: Server }) {
  const t = useTranslations('installing.disks')
  const { isAdmin } = useMe()
  return (
    <Notice
      kind={type === 'install' ? 'warn' : 'plain'}
      title={t('noReport')}
      {...(isAdmin && {
        actions: (
          <Button size="sm" asChild>
            <Link href={paths.serverInstall(server.id, 'diag')}>{t('run')}</Link>
          </Button>
        ),
      })}
    >
      {t(type === 'install' ? 'noReportInstall' : 'noReportWipe')}
    </Notice>
  )
}
