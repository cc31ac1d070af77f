'use client'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { State } from '../../ui/state-mark.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/table.tsx'
import { healthOf } from '../hall/overlay.ts'
import { healthKind, useRackWords } from '../words.ts'
import type { Picked } from './ghost.ts'

type Line = { key: string; device: DrawnDevice; blade: NonNullable<DrawnDevice['blades']>[number] | null }

/** Everything in a rack as a table, blades below their chassis. */
export function ListView(props: {
  label: string
  devices: readonly DrawnDevice[]
  picked: Picked | null
  onPick: (picked: Picked) => void
}) {
  const t = useTranslations('racks')
  const { units, state, detail } = useRackWords()
  const lines = [...props.devices]
    .sort((a, b) => b.unit - a.unit || a.half - b.half)
    .flatMap((device): Line[] => [
      { key: `${device.kind}${device.id}`, device, blade: null },
      ...(device.blades ?? []).map((blade) => ({ key: `blade${blade.id}`, device, blade })),
    ])
  return (
    <Table label={props.label}>
      <TableHead>
        <Th>{t('list.place')}</Th>
        <Th>{t('fields.name')}</Th>
        <Th>{t('list.kind')}</Th>
        <Th>{t('list.state')}</Th>
        <Th>{t('list.model')}</Th>
        <Th>{t('list.owner')}</Th>
      </TableHead>
      <tbody>
        {lines.map(({ key, device, blade }) => {
          const one = blade ?? device
          const target: Picked = blade ? { kind: 'server', id: blade.id } : device
          const health = blade ? blade.health : healthOf(device)
          const word = state(one)
          return (
            <Tr key={key} selected={props.picked?.kind === target.kind && props.picked.id === target.id}>
              <Td quiet>
                <span className="num">
                  {blade ? t('list.slot', { slot: blade.slot }) : units(device)}
                  {blade || device.face === 'front' ? '' : `, ${t(`faces.${device.face}`)}`}
                </span>
              </Td>
              <Td name>
                <button type="button" className="hover:underline" onClick={() => props.onPick(target)}>
                  {one.name || t('kinds.reserved')}
                </button>
              </Td>
              <Td quiet>{blade ? t('kinds.blade') : t(`kinds.${device.kind}`)}</Td>
              <Td className="max-w-56">
                {health ? (
                  <State kind={healthKind[health]} {...(one.cause && { detail: one.cause })}>
                    {word ?? t(`health.${health}`)}
                  </State>
                ) : null}
              </Td>
              <Td quiet>{blade ? blade.model : detail(device)}</Td>
              <Td quiet>{one.owner}</Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
