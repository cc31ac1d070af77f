import { cleanLog } from './clean-log.ts'

/** What runs a script: the interpreter of its first line, as the kernel reads it; `/bin/sh` when it names none. */
export function interpreterOf(script: string): string[] {
  const [, program, argument] = /^#![ \t]*(\/[^\s]+)(?:[ \t]+([^\r\n]*[^\s]))?/.exec(script) ?? []
  if (!program) return ['/bin/sh']
  return argument ? [program, argument] : [program]
}

/**
 * The text of the whole lines in what was read, and how many bytes they are: a half line may end within a character, or within a
 * word that has to be covered. All of it when nothing follows, or when no line ends.
 */
export function wholeLines(read: Buffer, isLast: boolean): { text: string; bytes: number } {
  const end = read.lastIndexOf(10) + 1
  const bytes = isLast || (end === 0 && read.length > MOST_LINE) ? read.length : end
  return { text: cleanLog(read.subarray(0, bytes).toString('utf8')), bytes }
}

/** A line without an end is taken in parts. */
const MOST_LINE = 32 * 1024
