import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long (for dead devices, processes that come back, many hashes) begin first, or the others have long ended when they do. */
const waiting =
  /((block|crash|boundary|races|sign-in|backup|rehearsal|killed|power|ports|ends|at-once|bring-back|leave)\.db|every-form(-second|-third)?|vendor-b)\.test\.tsx?$/
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const waits = ({ moduleId }: TestSpecification) => waiting.test(moduleId)
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))]
  }
}

// What is awaited may take its time on a busy machine: only what never comes runs into this.
const shared = {
  pool: 'forks' as const,
  expect: { poll: { timeout: 240_000 } },
  setupFiles: ['e2e/support/equal-bytes.ts'],
}

/** The files of a process load modules once for all of them, which takes longer than most of their tests. */
const sharedModules = { isolate: false, setupFiles: [...shared.setupFiles, 'e2e/support/own-process.ts'] }

/** Tests that take minutes a file: `npm run long` has them, `npm test` does not. */
const LONG = '{server,e2e}/**/*.long.*.test.ts'

/** Tests in a lab of servers that boot and of what is around them: half of the time of all; the others are of nodes and drivers. */
const BARE_METAL = 'server/{features/datacenter,live-system}/**/*.lab.test.ts'

const oneByOne = {
  globalSetup: ['e2e/support/database.ts'],
  fileParallelism: false,
  // Only what hangs runs into these: emulated guests share the processors with whatever else runs.
  testTimeout: 600_000,
  hookTimeout: 600_000,
}

const besideWaits = {
  // Some of them wait for simulated devices.
  maxWorkers: Math.max(3, availableParallelism()),
  // Only what hangs runs into it: a busy machine may take its time.
  testTimeout: 60_000,
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Projects of a round, and the next run of a file, take what was made of a module before: half of the time until a test begins.
    experimental: { fsModuleCache: true },
    // What takes its time is run by `npm run long`, or by its file with DATAHALL_LONG=1.
    tags: [
      { name: 'long', skip: !process.env.DATAHALL_LONG },
      // A part of what such a test proves, chosen by itself; `npm run long` has all of it.
      { name: 'sampled' },
    ],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['server/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.lab.test.ts', LONG],
          ...sharedModules,
          ...besideWaits,
        },
      },
      {
        test: {
          ...shared,
          // Each file has a window of its own, and modules that were loaded in it.
          name: 'unit of screens',
          include: ['components/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...shared.setupFiles, 'components/checks/window.ts'],
          ...besideWaits,
        },
      },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['server/**/*.db.test.ts'],
          exclude: [LONG],
          globalSetup: ['e2e/support/database.ts'],
          ...sharedModules,
          // Many of them wait for processes that die and come back: more files at once than there are cores.
          maxWorkers: Math.max(3, Math.ceil(availableParallelism() * 0.75)),
          sequence: { groupOrder: 1 },
          // Only what hangs runs into these: no test waits for a duration, and a busy machine may take its time.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'lab',
          include: ['server/**/*.lab.test.ts', 'e2e/**/*.lab.test.ts'],
          exclude: [LONG, BARE_METAL],
          ...sharedModules,
          ...oneByOne,
        },
      },
      {
        test: {
          ...shared,
          name: 'bare-metal',
          include: [BARE_METAL],
          exclude: [LONG],
          ...sharedModules,
          ...oneByOne,
        },
      },
      { test: { ...shared, name: 'long', include: [LONG], ...oneByOne } },
    ],
  },
})
