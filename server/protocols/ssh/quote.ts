const plain = /^[A-Za-z0-9_/.:@+,-]+$/

/**
 * One word for a POSIX shell: whatever it holds, the shell hands it on unchanged as one argument.
 * SSH carries a command line, not an argument vector (RFC 4254, 6.5), so this is the only place where one is made.
 *
 * @throws RangeError for a NUL character, which no argument can carry
 */
export function quoteWord(word: string): string {
  if (word.includes('\0')) throw new RangeError('An argument cannot hold a NUL character')
  if (plain.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** A command line that runs `argv[0]` with the rest as its arguments, and nothing else. */
export function quoteCommand(argv: readonly string[]): string {
  if (argv.length === 0 || argv[0] === '') throw new RangeError('A command needs a name')
  return argv.map(quoteWord).join(' ')
}
