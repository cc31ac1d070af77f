'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Preset } from '../../server/domain/preset/record.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { gib } from '../ui/display/size.ts'
import { usePresetColumns, usePresetFilters } from './columns.tsx'
import { usePresetActions } from './use-preset-actions.tsx'

const rowHref = (preset: Preset) => paths.preset(preset.id)

/** Sizes and limits that new VMs take over. */
export function PresetsPage() {
  const t = useTranslations('presets')
  const format = useFormatter()
  const trpc = useTRPC()
  const actions = usePresetActions()
  return (
    <ResourceList<Preset>
      id="presets"
      words="presets"
      csv="vm/preset"
      list={trpc.vm.preset.list}
      filters={usePresetFilters()}
      columns={usePresetColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(preset) => ({
        detail: t('phone', {
          cpu: preset.cpu_number,
          ram: format.number(gib(preset.ram_mib)),
          disk: format.number(gib(preset.hdd_mib)),
          count: preset.host_count ?? 0,
        }),
        // It has no page of its own: pressing it opens its menu.
        href: undefined,
      })}
      notice={
        actions.openFault ? (
          <Notice kind="fault" className="mx-6 mb-3 flex-none phone:mx-4">
            {apiFault(actions.openFault).msg}
          </Notice>
        ) : undefined
      }
      create={actions.createButton()}
    />
  )
}
