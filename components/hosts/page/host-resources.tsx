'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import {
  afterwards,
  hasSetting,
  isContainer,
  isWaiting,
  type Setting,
  settingGroups,
  settings,
  whenOf,
} from '../resources/settings.ts'
import { useSettingText } from '../resources/use-setting-text.ts'
import type { HostActions } from '../use-host-actions.tsx'

type Props = { host: Host; actions: HostActions }

/** Size, weights and limits of a VM: what it has now, what it gets at its next start, and when a change would take effect. */
export function HostResources({ host, actions }: Props) {
  const t = useTranslations('hosts.resources')
  return (
    <div className="flex flex-col gap-3 px-6 py-3 phone:px-4">
      <Waiting host={host} actions={actions} />
      <div className="flex items-start justify-between gap-4">
        <p className="max-w-prose text-12 text-fg-3">
          {t(isContainer(host) ? 'hintContainer' : host.hot_plug ? 'hintHotPlug' : 'hint')}
        </p>
        <Button disabledReason={actions.disabled('resources', host)} onClick={() => actions.run('resources', host)}>
          {actions.label('resources', host)}
        </Button>
      </div>
      {settingGroups.map((group) => {
        const fields = settings[group].filter((field) => hasSetting(host, field))
        return fields.length === 0 ? null : (
          <Section key={group} title={t(`groups.${group}`)}>
            <SettingRows host={host} label={t(`groups.${group}`)} fields={fields} />
          </Section>
        )
      })}
    </div>
  )
}

function SettingRows({ host, label, fields }: { host: Host; label: string; fields: readonly Setting[] }) {
  const t = useTranslations('hosts.resources')
  const words = useTranslations('hosts.fields')
  const text = useSettingText()
  return (
    <Rows
      label={label}
      rows={fields}
      rowKey={(field) => field}
      columns={[
        { head: t('setting'), name: true, cell: (field) => words(field), className: 'w-1/4' },
        { head: t('now'), cell: (field) => text(host, field), className: 'w-1/4' },
        { head: t('afterwards'), cell: (field) => <Next host={host} field={field} />, className: 'w-1/4' },
        {
          head: t('applies'),
          quiet: true,
          wide: true,
          cell: (field) => t(`when.${whenOf(host, field)}`),
        },
      ]}
    />
  )
}

/** What comes with the next start; where the node is not asked what it has now, that something comes. */
function Next({ host, field }: { host: Host; field: Setting }) {
  const t = useTranslations('hosts.resources')
  const text = useSettingText()
  const next = afterwards(host, field)
  if (!isWaiting(host, field)) return <span className="text-fg-3">{t('same')}</span>
  return <strong>{next === undefined ? t('atNextStart') : t('becomes', { value: text(host, field, next) })}</strong>
}

function Waiting({ host, actions }: Props) {
  const t = useTranslations('hosts.resources')
  const waiting = Object.values(settings)
    .flat()
    .filter((field) => isWaiting(host, field))
  if (waiting.length === 0 || host.state !== 'active') return null
  return (
    <Notice
      kind="run"
      title={t('waiting', { count: waiting.length })}
      action={
        <Button disabledReason={actions.disabled('restart', host)} onClick={() => actions.run('restart', host)}>
          {actions.label('restart', host)}
        </Button>
      }
    >
      {t('waitingHint')}
    </Notice>
  )
}
