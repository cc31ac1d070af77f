'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type OperationHindrance, whyNoOperation } from '../../server/domain/operation/hindrances.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'

/** Where a hindrance is mended; what only administrators may open is left out for others. */
const placeOf: Record<OperationHindrance, (server: Server, isAdmin: boolean) => string | undefined> = {
  operation: ({ id, operation_running }) =>
    operation_running ? paths.serverOperation(id, operation_running.id) : undefined,
  power: ({ id }) => paths.server(id, 'power'),
  protected: ({ id }, isAdmin) => (isAdmin ? paths.server(id) : undefined),
  hosts: ({ node }) => (node ? paths.node(node.id, 'hosts') : undefined),
  mac: ({ id }, isAdmin) => (isAdmin ? paths.server(id) : undefined),
  location: ({ location_id }, isAdmin) => (isAdmin ? paths.location(location_id, 'services') : undefined),
  controller: ({ id }, isAdmin) => (isAdmin ? paths.server(id, 'controller') : undefined),
  port: ({ id }, isAdmin) => (isAdmin ? paths.server(id) : undefined),
  port_driver: ({ id }, isAdmin) => (isAdmin ? paths.server(id) : undefined),
}

/** Why no operation can begin on a server now, in the words of the server, and where that is mended. */
export function useWhyNoOperation() {
  const t = useTranslations('installing.fix')
  const said = useSaid()
  const { isAdmin } = useMe()
  return useCallback(
    (server: Server): { disabledReason: string; fix?: { label: string; href: string } } | undefined => {
      const why = whyNoOperation(server, { isAdmin })
      if (!why) return undefined
      const disabledReason = said(why.words)
      if (why.hindrance === 'suspended') return { disabledReason }
      const href = placeOf[why.hindrance](server, isAdmin)
      return { disabledReason, ...(href && { fix: { label: t(why.hindrance), href } }) }
    },
    [t, said, isAdmin],
  )
}
