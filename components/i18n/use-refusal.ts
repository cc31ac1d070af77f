'use client'
import { useCallback } from 'react'
import { type Capability, refusalMessage } from '../../server/domain/node/capabilities.ts'
import { capitalised } from './capitalised.ts'
import { useSaid } from './said.tsx'

/** Why a hypervisor, its nodes or a kind of VM cannot do something, as a sentence for a screen. */
export function useRefusal(): (capability: Capability) => string {
  const said = useSaid()
  return useCallback((capability) => capitalised(said(refusalMessage(capability))), [said])
}
