'use client'
import type { ServerClear, ServerDiag, ServerInstall, ServerRescue } from '../../../server/domain/operation/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import type { Begun } from './types.ts'

/** Begins an operation; answers the address of its page, or that of the server when it has ended already. */
export function useBegin(server_id: number) {
  const { dci } = useTRPCClient()
  return async (type: Begun, body: object): Promise<string> => {
    const params = { server_id }
    if (type === 'install') await dci.operation.install.mutate({ params, body: body as ServerInstall })
    else if (type === 'rescue') await dci.operation.rescue.mutate({ params, body: body as ServerRescue })
    else if (type === 'diag') await dci.operation.diag.mutate({ params, body: body as ServerDiag })
    else await dci.operation.clear.mutate({ params, body: body as ServerClear })
    // The answer has the number of the task; its operation is the newest one of the server.
    const { list } = await dci.operation.ofServer.query({ params, query: { orderby: 'id desc', limit: '0,1' } })
    return list[0] ? paths.serverOperation(server_id, list[0].id) : paths.server(server_id)
  }
}
