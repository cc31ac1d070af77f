import pino from 'pino'

const secrets = ['password', 'token', 'secret', 'key', 'privateKey', 'authorization', 'cookie']

/** The one log of the process: JSON lines, secrets cut out wherever they turn up one or two levels deep. */
export const log = pino({
  level: process.env.DATAHALL_LOG ?? (process.env.VITEST ? 'silent' : 'info'),
  base: null,
  // Errors of drivers drag whole connections along: their words, code and stack are what a reader wants.
  serializers: {
    err: ({ name, message, code, stack, cause }: Error & { code?: unknown }) => ({
      name,
      message,
      code,
      stack,
      cause: cause instanceof Error ? cause.message : cause,
    }),
  },
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
})
