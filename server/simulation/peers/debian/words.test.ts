import { expect, it } from 'vitest'
import { quoteCommand } from '../../../protocols/ssh/quote.ts'
import { wordsOf } from './words.ts'

it.each([[['ls', '-l']], [['sh', '-c', `printf '%s' "$1"\nexit`, 'sh', '']], [["it's", "'", '\\', ' ', 'ü']]])(
  'finds the words of %j again',
  (words) => expect(wordsOf(quoteCommand(words))).toEqual(words),
)

it('knows what is no command line of the panel', () => expect(wordsOf("a 'b")).toBeNull())
