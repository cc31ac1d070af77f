import { stripVTControlCharacters } from 'node:util'

/** Text of a log for a page: escape sequences and control characters go, line ends and tabs stay. */
export const cleanLog = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\r+\n|\r/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}]/gu, '')
