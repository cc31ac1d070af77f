import { defineConfig } from 'vitest/config'

// Many tests watch clocks and child processes; on a busy CI machine one second look tells a fault from a stall.
const shared = { pool: 'forks' as const, retry: process.env.CI ? 1 : 0 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['server/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.lab.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['server/**/*.db.test.ts'],
          globalSetup: ['e2e/support/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'lab',
          include: ['server/**/*.lab.test.ts', 'e2e/**/*.lab.test.ts'],
          // Kills the built panel again and again: minutes of their own, `DATAHALL_RESILIENCE=1` runs them.
          exclude: process.env.DATAHALL_RESILIENCE ? [] : ['e2e/resilience.lab.test.ts'],
          globalSetup: ['e2e/support/database.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
