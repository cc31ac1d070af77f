import type { Kept } from '../../server/shared/kept.ts'

// Files of tests that run in one process share its modules. Each begins as in a process of its own: with nothing kept.
const { datahall } = globalThis as typeof globalThis & { datahall?: Map<string, Kept<unknown>> }
for (const place of datahall?.values() ?? []) place.value = undefined
