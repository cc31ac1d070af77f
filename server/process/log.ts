import pino from 'pino'
import { terminalLine } from './log-line.ts'

const secrets = ['password', 'token', 'secret', 'key', 'privateKey', 'authorization', 'cookie']

/** On a terminal: short lines for people instead of JSON, and no everyday ones unless they are asked for. */
export const onTerminal = Boolean(process.stdout.isTTY) && !process.env.VITEST

/** A level that does not exist is refused with the other variables, in words; until then it counts as not set. */
const wanted = process.env.DATAHALL_LOG ?? ''
const usual = process.env.VITEST ? 'silent' : onTerminal ? 'warn' : 'info'

/** The one log of the process, with secrets removed one or two levels deep: JSON lines, except on a terminal. */
export const log = pino(
  {
    level: wanted === 'silent' || wanted in pino.levels.values ? wanted : usual,
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
  },
  onTerminal
    ? { write: (line: string) => void process.stdout.write(terminalLine(line, !process.env.NO_COLOR)) }
    : pino.destination(1),
)
