import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { MeProvider } from '../../api/me.tsx'
import { type AppRouter, TRPCProvider } from '../../api/trpc.ts'
import messages from '../../i18n/en.json' with { type: 'json' }
import { LanguageProvider } from '../../i18n/provider.tsx'

// Dialogs are loaded when they are wanted, which takes a while on a busy host.
configure({ asyncUtilTimeout: 30_000 })

/** What pickers find; what is made or changed answers with the first one's number. */
export const FIRST = { id: 71, name: 'First' }
export const SECOND = { id: 72, name: 'Second' }

export type Sent = { path: string; input: { params?: object; body?: object } }
/**
 * Answers of queries by the end of their path, or what makes one of the input; lists of two rows are what the others get. Previews only
 * ask, and are no changes.
 */
export type Answers = Record<string, unknown>

const fail = (fault: Error) => {
  throw fault
}
const row = (one: typeof FIRST) => ({
  ...one,
  email: `${one.name.toLowerCase()}@demo.example`,
  location: FIRST,
  location_id: 71,
  rack: FIRST,
  rack_name: 'R1',
  geolocation: '',
  cpu_socket_name: 'LGA',
  server_size: 1,
  width: 'full',
  type: 'server',
  size: 48,
  members_count: 0,
  clusters: [],
  identity: one.id,
  if_index: String(one.id),
  description: '',
})
const given = (path: string, answers: Answers) => Object.entries(answers).find(([end]) => path.endsWith(end))?.[1]
const answer = (path: string, input: unknown, answers: Answers) => {
  const own = given(path, answers)
  if (typeof own === 'function') return own(input) as unknown
  return own ?? { list: [row(FIRST), row(SECOND)], size: 2, last_notify: 0 }
}

/** Notes what a form hands to its page, as if it had been sent. */
export type Note = (body: object) => Promise<void>

/** Puts a form on a page of its own, with a server that takes everything and notes what it was sent. */
export function stage(draw: (note: Note) => ReactNode, answers: Answers = {}) {
  const sent: Sent[] = []
  const note: Note = async (body) => void sent.push({ path: 'note', input: { body } })
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const changes = op.type === 'mutation' && !op.path.endsWith('.preview')
        if (changes) sent.push({ path: op.path, input: (op.input ?? {}) as Sent['input'] })
        const data = changes ? { ...FIRST, task: 1, version: 2 } : answer(op.path, op.input, answers)
        observer.next({ result: { type: 'data', data } })
        observer.complete()
      })
  const client = createTRPCClient<AppRouter>({ links: [link] })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <LanguageProvider locale="en" messages={messages} timeZone="UTC" onError={fail}>
      <NuqsTestingAdapter>
        <QueryClientProvider client={queries}>
          <TRPCProvider trpcClient={client} queryClient={queries}>
            <MeProvider me={{ account_id: 1, email: 'admin@example.com', roles: ['@admin'], isAdmin: true }}>
              {draw(note)}
            </MeProvider>
          </TRPCProvider>
        </QueryClientProvider>
      </NuqsTestingAdapter>
    </LanguageProvider>,
  )
  return { sent }
}

/** Takes the page away; what the form kept as a draft goes with it. */
export function clear() {
  cleanup()
  sessionStorage.clear()
}

/** Lets everything that is under way come to its end: queries, lazy parts, checks of the form. */
export async function settle() {
  await act(() => vi.dynamicImportSettled())
  for (let round = 0; round < 12; round++) await act(async () => new Promise((done) => setTimeout(done, 0)))
}
