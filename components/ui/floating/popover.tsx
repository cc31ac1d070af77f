'use client'
import { lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react'
import { cn } from '../class-names.ts'
import { floatClass } from './float-class.ts'
import { LayerTrigger } from './layer-trigger.tsx'

const load = () => import('./popover-layer.tsx')
const PopoverLayer = lazy(load)

export type PopoverProps = {
  trigger: ReactElement
  children: ReactNode
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
}

/** Something small to set or read beside its trigger; the focus moves in and comes back. */
export function Popover(props: PopoverProps) {
  const { trigger, children, label, side, align, className } = props
  const anchor = useRef<HTMLElement>(null)
  const [own, setOwn] = useState(false)
  const open = props.open ?? own
  const change = (next: boolean) => {
    setOwn(next)
    props.onOpenChange?.(next)
  }
  return (
    <>
      <LayerTrigger anchor={anchor} open={open} onOpenChange={change} popup="dialog" preload={load}>
        {trigger}
      </LayerTrigger>
      {open ? (
        <Suspense>
          <PopoverLayer
            focus
            anchor={anchor}
            onClose={() => change(false)}
            label={label}
            side={side}
            align={align}
            className={cn(
              floatClass,
              'z-40 max-h-(--radix-popover-content-available-height) animate-pop overflow-y-auto',
              className,
            )}
          >
            {children}
          </PopoverLayer>
        </Suspense>
      ) : null}
    </>
  )
}
