'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MachineDetail } from '../../server/domain/machine/schema.ts'
import { paths } from '../paths.ts'
import { StateMark } from '../ui/display/state-mark.tsx'
import { Mono, TextLink } from '../ui/display/text.tsx'

/** Within a sentence a link is told from its words by more than its colour. */
const LINK = 'underline underline-offset-2'

const unitWords = (units: readonly number[]) => units.map((unit) => `U${unit}`).join(', ')

type Kind = 'ok' | 'on' | 'warn' | 'unknown'

/** Why a machine is thought to be where it is, the surest first, and what does not help. */
export function MachineEvidence({ machine }: { machine: MachineDetail }) {
  const t = useTranslations('machines')
  const { place, evidence, units, report, location, known, macs } = machine
  const silent = report?.nics.filter(({ mac, link }) => !link && !evidence.some((one) => one.mac === mac.toLowerCase()))
  return (
    <>
      <p className="mb-1.5">
        {place?.rack ? (
          <>
            {location.name},{' '}
            <TextLink className={LINK} href={paths.rack(place.rack.id)}>
              {place.rack.name}
            </TextLink>
            {units.length > 0 ? `, ${unitWords(units)}` : null}
          </>
        ) : (
          t('place.unknown', { location: location.name })
        )}
      </p>
      <ul className="flex flex-col gap-1">
        {evidence.map((one) => (
          <Why
            key={`${one.by} ${one.mac} ${one.port.id}`}
            kind={one.by === 'lldp' ? 'ok' : 'on'}
            sure={t(one.by === 'lldp' ? 'sure.certain' : 'sure.likely')}
          >
            {t(`why.${one.by}`, { nic: one.nic || one.mac })}{' '}
            <TextLink className={LINK} href={paths.switch(one.switch.id)}>
              {one.switch.name}
            </TextLink>{' '}
            <Mono>{one.port.name}</Mono>
            {one.connected ? `, ${t('why.taken', { name: one.connected.name })}` : null}
          </Why>
        ))}
        {units.length > 0 ? (
          <Why kind="on" sure={t('sure.likely')}>
            {t('why.units', { units: unitWords(units) })}
          </Why>
        ) : null}
        {silent?.map(({ name, mac }) => (
          <Why key={mac} kind="unknown" sure={t('sure.none')}>
            {t('why.noLink', { nic: name })}
          </Why>
        ))}
        {known ? (
          <Why kind="warn" sure={known.by_serial ? t('sure.certain') : t('sure.likely')}>
            {known.by_serial ? t('why.serial') : t('why.cards')}{' '}
            <TextLink className={LINK} href={paths.server(known.id)}>
              {known.name}
            </TextLink>
            {`, ${t('newCards', { count: macs.length - known.macs, all: macs.length })}`}
          </Why>
        ) : null}
      </ul>
    </>
  )
}

function Why({ kind, sure, children }: { kind: Kind; sure: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-2 text-12">
      <span className="relative top-0.5">
        <StateMark kind={kind} />
      </span>
      <span className="min-w-0 flex-1 break-words">{children}</span>
      <span className="flex-none text-fg-3">{sure}</span>
    </li>
  )
}
