'use client'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Misfit } from '../../../server/domain/operation/fitting.ts'
import type { InstallPlan, PlanTemplate } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { useSaid } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { Input } from '../../ui/controls/input.tsx'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { type InstallControl, useChoice } from './choice-error.tsx'
import type { Begun } from './types.ts'
import { templateOf, templatesFor } from './values.ts'

/** Cards that are drawn at most; the rest are found by their names. */
const SHOWN = 24

type Props = { type: Begun; plan: InstallPlan; server: Server; control: InstallControl; head: ReactNode }

/** Below `head`, which template: those that fit, then those that are kept from it, with the reason. */
export function TemplateCards({ type, plan, server, control, head }: Props) {
  const t = useTranslations('installing.templates')
  const { isAdmin } = useMe()
  const [text, setText] = useState('')
  const { field, error } = useChoice(control, 'os_template_id', t('label'))
  const chosen = templateOf(type, plan, { os_template_id: field.value })
  // What is not there can be brought by administrators only.
  const all = templatesFor(type, plan).filter(({ misfit }) => isAdmin || misfit?.why !== 'here')
  if (all.length === 0)
    return (
      <>
        <div>{head}</div>
        <EmptyState
          title={t('none')}
          {...(isAdmin && { actions: <TextLink href={paths.osTemplates()}>{t('open')}</TextLink> })}
        >
          {t('noneHint')}
        </EmptyState>
      </>
    )
  const wanted = text.trim().toLocaleLowerCase()
  const found = all.filter(({ template: { name, version } }) =>
    `${name} ${version}`.toLocaleLowerCase().includes(wanted),
  )
  const sorted = found.toSorted((a, b) => Number(Boolean(a.misfit)) - Number(Boolean(b.misfit)))
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {head}
        {all.length > 4 ? (
          <Input
            icon={<Search />}
            aria-label={t('find')}
            placeholder={t('find')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            boxClassName="w-52 phone:w-full"
          />
        ) : null}
      </div>
      {sorted.length === 0 ? <p className="text-fg-2">{t('noneLike')}</p> : null}
      <RadioGroup label={t('label')} hideLabel className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-2">
        {sorted.slice(0, SHOWN).map(({ template, misfit }, at) => (
          <Card
            key={template.id}
            {...{ template, misfit, server }}
            checked={chosen?.id === template.id}
            onChoose={() => field.onChange(template.id)}
            {...(at === 0 && { inputRef: field.ref })}
          />
        ))}
      </RadioGroup>
      {sorted.length > SHOWN ? (
        <p className="text-12 text-fg-3">{t('more', { count: sorted.length - SHOWN })}</p>
      ) : null}
      {error}
    </div>
  )
}

type CardProps = {
  template: PlanTemplate
  misfit: Misfit | undefined
  server: Server
  checked: boolean
  onChoose: () => void
  inputRef?: (element: HTMLInputElement | null) => void
}

function Card({ template, misfit, server, checked, onChoose, inputRef }: CardProps) {
  const t = useTranslations('installing.templates')
  const said = useSaid()
  const { name, version, update, installer, ram_mib, disk_mib } = template
  const sizes = useSizes()
  const location = server.location.name
  const needs = t('needs', { version, ram: sizes(ram_mib), disk: sizes(disk_mib) })
  return (
    <span title={misfit ? said(misfit.words) : `${name} ${installer ? needs : version}`} className="contents">
      <ChoiceCard
        ref={inputRef}
        name="os_template_id"
        disabled={misfit !== undefined}
        checked={checked}
        onChange={onChoose}
        mark={name.slice(0, 1).toLocaleUpperCase()}
        hint={
          misfit ? (
            <Why misfit={misfit} template={template} location={location} />
          ) : installer ? (
            needs
          ) : (
            t(update ? 'update' : 'version', { version, location })
          )
        }
      >
        {name}
      </ChoiceCard>
    </span>
  )
}

/** In a few words; the whole sentence shows on hover. */
function Why({ misfit, template, location }: { misfit: Misfit; template: PlanTemplate; location: string }) {
  const t = useTranslations('installing.templates')
  switch (misfit.why) {
    case 'here':
      return (
        <>
          {t('notHere', { location })}:{' '}
          <TextLink href={paths.osTemplates()} className="underline underline-offset-2">
            {t('bring')}
          </TextLink>
        </>
      )
    case 'image':
      return t('why.image')
    case 'arch':
      return t('why.arch', { arch: template.arch })
    default:
      return t('why.firmware', { firmware: template.firmware.join(', ').toUpperCase() })
  }
}
