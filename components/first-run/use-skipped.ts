'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../api/trpc.ts'

const NAME = 'first_run_skipped'

/**
 *
 * Whether the user chose the empty overview instead of the first steps; kept with the account. `undefined` while
 * unknown.
 * @param wanted asks the server only when the answer matters
 */
export function useSkipped(wanted: boolean): [boolean | undefined, (skip: boolean) => void] {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const options = trpc.auth.preferences.get.queryOptions()
  const { data, error } = useQuery({ ...options, enabled: wanted })
  const save = useMutation(
    trpc.auth.preferences.edit.mutationOptions({
      onSuccess: (all) => queries.setQueryData(options.queryKey, all),
    }),
  )
  // Unreadable preferences must not hide the page.
  const skipped = data ? data[NAME] === true : error ? false : undefined
  return [skipped, (skip) => save.mutate({ body: { [NAME]: skip ? true : null } })]
}
