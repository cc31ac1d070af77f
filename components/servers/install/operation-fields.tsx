'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import type { useWhyNoOperation } from '../use-why-no-operation.ts'
import type { InstallControl } from './choice-error.tsx'
import { ClearChoice } from './clear-choice.tsx'
import type { InstallValues } from './rules.ts'
import { TemplateCards } from './template-cards.tsx'
import type { Begun } from './types.ts'
import type { OfferedKey } from './use-keys.ts'
import { erasesAny, templatesFor } from './values.ts'

// Parts of some kinds of operation only.
const AccessSection = lazy(() => import('./access-section.tsx').then((all) => ({ default: all.AccessSection })))
const RescueAccess = lazy(() => import('./access-section.tsx').then((all) => ({ default: all.RescueAccess })))
const ControllerChoice = lazy(() =>
  import('./controller-choice.tsx').then((all) => ({ default: all.ControllerChoice })),
)
const DisksSection = lazy(() => import('./disks-section.tsx').then((all) => ({ default: all.DisksSection })))
const LoadChoice = lazy(() => import('./load-choice.tsx').then((all) => ({ default: all.LoadChoice })))
const NetworkPreview = lazy(() => import('./network-preview.tsx').then((all) => ({ default: all.NetworkPreview })))

type Props = {
  type: Begun
  types: readonly Begun[]
  plan: InstallPlan
  server: Server
  values: InstallValues
  control: InstallControl
  keys: readonly OfferedKey[]
}

/** What is asked for an operation of each type. */
export function OperationFields({ type, types, plan, server, values, control, keys }: Props) {
  const t = useTranslations('installing')
  const router = useRouter()
  const count = type === 'clear_hdd' ? undefined : t('templates.count', { count: templatesFor(type, plan).length })
  const tabs = (
    <Segmented
      label={t('tabsLabel')}
      value={type}
      onValueChange={(next) => router.replace(paths.serverInstall(server.id, next))}
      options={types.map((value) => ({ value, label: t(`tabs.${value}`) }))}
    />
  )
  return (
    <>
      <FormSection title={t(`sections.${type}`)} hint={count}>
        {type === 'clear_hdd' ? (
          <div className="flex flex-col gap-2.5">
            <div>{tabs}</div>
            <ClearChoice type={type} control={control} />
          </div>
        ) : (
          <TemplateCards {...{ type, plan, server, control }} head={tabs} />
        )}
      </FormSection>
      {type === 'diag' ? (
        <Suspense>
          <LoadChoice control={control} memory_mib={plan.report?.memory_mib ?? null} />
        </Suspense>
      ) : null}
      {type === 'diag' ? (
        <FormSection title={t('sections.clear_hdd')}>
          <ClearChoice type={type} control={control} />
        </FormSection>
      ) : null}
      {type === 'diag' ? (
        <Suspense>
          <ControllerChoice {...{ server, control }} />
        </Suspense>
      ) : null}
      {erasesAny(type, values) ? (
        <Suspense>
          <DisksSection {...{ type, plan, server, values, control }} />
        </Suspense>
      ) : null}
      {type === 'install' ? (
        <Suspense>
          <NetworkPreview plan={plan} server={server} />
          <AccessSection {...{ plan, server, control, keys }} />
        </Suspense>
      ) : null}
      {type === 'rescue' ? (
        <Suspense>
          <RescueAccess {...{ control, keys }} />
        </Suspense>
      ) : null}
    </>
  )
}

type Why = NonNullable<ReturnType<ReturnType<typeof useWhyNoOperation>>>

/** Nothing can begin now: why, and where it is mended. */
export const Hindered = ({ why }: { why: Why }) => (
  <Notice
    kind="warn"
    className="my-4"
    {...(why.fix && {
      action: (
        <Button size="sm" asChild>
          <Link href={why.fix.href}>{why.fix.label}</Link>
        </Button>
      ),
    })}
  >
    {why.disabledReason}
  </Notice>
)
