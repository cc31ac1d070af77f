import { createTRPCContext } from '@trpc/tanstack-react-query'
import type { AppRouter } from '../../server/api/catalogue.ts'

/** The panel's own door to the operations: typed queries and mutations for TanStack Query. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

export type { AppRouter }
