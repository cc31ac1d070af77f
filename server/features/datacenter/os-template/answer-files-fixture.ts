import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Values that would change what they stand in, if they could. */
export const HOSTILE = [
  '$(touch /tmp/none)',
  '`id`',
  "it's",
  "'; reboot; '",
  '" || true #',
  '\\',
  "\\'",
  `$${'{HOME}'}`,
  '{{password}}',
  '{{#ssh_key}}',
  ': - [a, b] # no comment',
  '%end',
  '-n',
  '*',
  '~root',
  'yes',
  '012',
  '  spaces  ',
  '',
  'ключ и 🗝',
  '&& shutdown',
  '!reboot',
]
/** The same with more than one line. */
export const HOSTILE_LINES = [
  'a\nb',
  'a\n%end\n%post\nreboot\n%end\n',
  'x\n  late-commands: [reboot]\n',
  'a\r\nd-i x/y string z',
  '\n',
  '\u2028',
  'tab\there',
]

/** Words of each line by Python's shlex, with comments: what Anaconda itself reads the commands of a kickstart file by. @throws when a line has none */
function shlexWords(lines: readonly string[]): string[][] {
  const program =
    'import json,shlex,sys;print(json.dumps([shlex.split(l, comments=True) for l in json.load(sys.stdin)]))'
  return JSON.parse(execFileSync('python3', ['-c', program], { input: JSON.stringify(lines), encoding: 'utf8' }))
}

type Kickstart = { commands: string[][]; sections: { head: string; lines: string[] }[] }
/** A kickstart file as Anaconda reads it: line by line, sections up to their %end. */
export function readKickstart(text: string): Kickstart {
  const read: Kickstart = { commands: [], sections: [] }
  const commands: string[] = []
  let section: Kickstart['sections'][number] | null = null
  for (const line of text.split('\n')) {
    if (section) {
      if (/^%end(\s|$)/.test(line)) section = null
      else section.lines.push(line)
    } else if (line.startsWith('%')) {
      section = { head: line, lines: [] }
      read.sections.push(section)
    } else commands.push(line)
  }
  if (section) throw new Error('A section does not end')
  read.commands = shlexWords(commands).filter((words) => words.length > 0)
  return read
}

/** Answers by their questions, as debconf itself has them in a database of its own once it has read the file. @throws when it does not take the file */
export function readPreseed(text: string): Map<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'debconf-'))
  const base = (name: string) => `Name: ${name}\nDriver: File\nFilename: ${folder}/${name}\n`
  try {
    writeFileSync(
      `${folder}/settings`,
      `Config: answers\nTemplates: questions\n\n${base('answers')}\n${base('questions')}`,
    )
    const env = { ...process.env, DEBCONF_SYSTEMRC: `${folder}/settings`, LC_ALL: 'C.UTF-8' }
    execFileSync('debconf-set-selections', { input: text, env, stdio: ['pipe', 'ignore', 'pipe'] })
    const records = readFileSync(`${folder}/answers`, 'utf8').trimEnd().split('\n\n')
    return new Map(
      records.map((record) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(record)?.[1] ?? ''
        return [field('Name'), field('Value')]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
