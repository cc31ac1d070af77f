'use client'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import { type ReactNode, useEffect, useState } from 'react'
import { CHANGED_HEADER, readChanged } from '../../server/domain/shared/changed-header.ts'
import { setFinder } from '../i18n/sentences.ts'
import { paths } from '../paths.ts'
import { errorTextLink } from './error-text-link.ts'
import { apiFault } from './fault.ts'
import { LiveUpdates } from './live.tsx'
import { makeRefresh } from './refresh.ts'
import { XsrfContext } from './send-file.ts'
import { setSettled, settled } from './settled.ts'
import type { AppRouter } from './trpc.ts'
import { TRPCProvider } from './trpc.ts'

/** What a page needs to call the panel: queries, mutations with the session's proof, and live updates. */
export function ApiProvider({ xsrf, children }: { xsrf: string; children: ReactNode }) {
  const [queries] = useState(makeQueryClient)
  const [refresh] = useState(() => makeRefresh(queries))
  const [client] = useState(() => {
    const door = {
      url: '/api/trpc',
      headers: { 'x-xsrf-token': xsrf },
      async fetch(url: RequestInfo | URL | string, init?: unknown) {
        const answer = await fetch(url, init as RequestInit)
        const changed = answer.headers.get(CHANGED_HEADER)
        if (changed) refresh.called(readChanged(changed))
        return answer
      },
    }
    return createTRPCClient<AppRouter>({
      links: [
        errorTextLink,
        splitLink({
          // A batch is answered with its slowest part.
          condition: ({ context }) => context.alone === true,
          true: httpLink(door),
          false: httpBatchLink({ ...door, maxURLLength: 8000 }),
        }),
      ],
    })
  })
  useEffect(
    () => setFinder(async (words) => (await client.vm.sentence.read.mutate({ body: { words } })).list),
    [client],
  )
  useEffect(() => setSettled(refresh.settled), [refresh])
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider trpcClient={client} queryClient={queries}>
        <XsrfContext value={xsrf}>
          <LiveUpdates refresh={refresh}>{children}</LiveUpdates>
        </XsrfContext>
      </TRPCProvider>
    </QueryClientProvider>
  )
}

function makeQueryClient() {
  // Signed out meanwhile: back to the sign-in page, and from there to this one.
  const onError = (fault: unknown) => {
    if (apiFault(fault).http === 401)
      window.location.assign(paths.signIn(window.location.pathname + window.location.search))
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onSuccess: settled }),
    defaultOptions: {
      queries: {
        // Changes are pushed, so nothing is asked for again merely because time has passed.
        staleTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (count, fault) => count < 2 && [0, 502, 503].includes(apiFault(fault).http),
      },
    },
  })
}
