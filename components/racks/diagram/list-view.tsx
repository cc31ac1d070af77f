'use client'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cn } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { MoreIcon } from '../../ui/display/icons.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { healthOf } from '../floor-plan/overlay.ts'
import { healthKind, useRackLabels } from '../labels.ts'
import type { Picked } from './ghost.ts'

type Line = { key: string; device: DrawnDevice; blade: NonNullable<DrawnDevice['blades']>[number] | null }

/** What goes without saying beside the light of the power. */
const saidByPower: ReadonlySet<string> = new Set(['ok', 'off', 'unknown'])

/** The menu key comes without a place of its own: below what has the focus. */
function placeOf({ clientX, clientY, target }: MouseEvent): { x: number; y: number } {
  if (clientX > 0 || clientY > 0 || !(target instanceof Element)) return { x: clientX, y: clientY }
  const { left, bottom } = target.getBoundingClientRect()
  return { x: left, y: bottom }
}

/** Everything in a rack as a table, blades below their chassis. */
export function ListView(props: {
  label: string
  devices: readonly DrawnDevice[]
  picked: Picked | null
  onPick: (picked: Picked) => void
  /** The menu of a device is asked for, at a place in the window: by its button, the right button or the menu key. */
  onMenu: (picked: Picked, at: { x: number; y: number }) => void
}) {
  const t = useTranslations('racks')
  const { units, cause, detail, state } = useRackLabels()
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
        <Th className="phone:hidden">{t('list.kind')}</Th>
        <Th>{t('list.state')}</Th>
        <Th className="phone:hidden">{t('list.model')}</Th>
        <Th className="phone:hidden">{t('list.owner')}</Th>
        <Th className="sticky right-0 w-8 bg-bg">
          <span className="sr-only">{t('list.menu')}</span>
        </Th>
      </TableHead>
      <tbody>
        {lines.map(({ key, device, blade }) => {
          const one = blade ?? device
          const target: Picked = blade ? { kind: 'server', id: blade.id } : device
          const health = blade ? blade.health : healthOf(device)
          const hasMenu = target.kind !== 'reserved'
          const isWorth = health && (one.operation || one.maintenance || !one.power || !saidByPower.has(health))
          return (
            <Tr
              key={key}
              selected={props.picked?.kind === target.kind && props.picked.id === target.id}
              onContextMenu={(event) => {
                if (!hasMenu) return
                event.preventDefault()
                props.onMenu(target, placeOf(event))
              }}
            >
              <Td quiet className="phone:max-w-20">
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
              <Td quiet className="phone:hidden">
                {blade ? t('kinds.blade') : t(`kinds.${device.kind}`)}
              </Td>
              <Td className="max-w-56 phone:max-w-28">
                <span className="flex min-w-0 items-center gap-3">
                  {one.power ? (
                    <span className={cn('flex-none', isWorth && 'phone:hidden')}>
                      <State kind={one.power}>{t(`power.${one.power}`)}</State>
                    </span>
                  ) : null}
                  {isWorth ? (
                    <State kind={healthKind[health]} {...(one.cause && { detail: cause(one) })}>
                      {one.operation || one.maintenance ? state(one) : t(`health.${health}`)}
                    </State>
                  ) : null}
                </span>
              </Td>
              <Td quiet className="max-w-40 phone:hidden">
                {blade ? blade.model : detail(device)}
              </Td>
              <Td quiet className="max-w-36 phone:hidden">
                {one.owner}
              </Td>
              <Td className="sticky right-0 bg-bg text-right">
                {hasMenu ? (
                  <IconButton
                    size="sm"
                    label={t('list.menuOf', { name: one.name })}
                    aria-haspopup="menu"
                    onClick={(event) => {
                      const { left, bottom } = event.currentTarget.getBoundingClientRect()
                      props.onMenu(target, { x: left, y: bottom })
                    }}
                  >
                    <MoreIcon />
                  </IconButton>
                ) : null}
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
