import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkTemplate, type Language, render } from '../../../domain/os-template/render.ts'
import { HOSTILE, HOSTILE_LINES, readKickstart, readPreseed } from './answer-files-fixture.ts'

const refused = (language: Language, template: string, values: Record<string, string | string[]>, words: RegExp) =>
  expect(() => render(language, template, values)).toThrow(
    expect.objectContaining({ code: 'refused', message: expect.stringMatching(words) }),
  )

/** What a shell prints; the script must be one for it. */
function ran(script: string): string {
  execFileSync('sh', ['-n'], { input: script })
  return execFileSync('sh', ['-s'], { input: script, encoding: 'utf8' })
}
const texts = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\0\p{Cs}]/u.test(text))
const lines = texts.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text) && !text.endsWith('\\'))

describe('a template', () => {
  it('repeats sections for values, and has others for what is missing', () => {
    const template = '{{#key}}add {{.}} for {{who}}\n{{/key}}{{^key}}none\n{{/key}}{{#who}}one{{/who}}'
    expect(render('ipxe', template, { key: ['a', 'b'], who: 'root' })).toBe('add a for root\nadd b for root\none')
    expect(render('ipxe', template, { key: [], who: '' })).toBe('none\n')
  })

  it.each([
    ['{{other}}', /macro other is not known/],
    ['{{#other}}{{/other}}', /macro other is not known/],
    ['{{toString}}', /macro toString is not known/],
    ['{{ name }}', /is no macro/],
    ['a }} b', /is no macro/],
    ['{{name', /is no macro/],
    ['{{name|nothing}}', /is no macro/],
    ['{{#name}}', /section name does not end/],
    ['{{#name}}{{/other}}', /section other ends where/],
    ['{{/name}}', /section name ends where/],
    ['{{.}}', /outside of a section/],
    ['{{#name}}'.repeat(9) + '{{/name}}'.repeat(9), /sections within each other/],
  ])('is refused: %s', (template, words) => refused('ipxe', template, { name: 'x' }, words))

  it('is not filled a second time', () =>
    expect(render('preseed', 'd-i a/b string {{name}}', { name: '{{password}}', password: 'x' })).toContain(
      '{{password}}',
    ))

  it('does not grow without an end', () => {
    const list = Array.from({ length: 200 }, () => 'x')
    refused('ipxe', '{{#a}}{{#a}}{{#a}}{{.}}{{/a}}{{/a}}{{/a}}', { a: list }, /too large/)
  })

  it('is looked through with and without values before it is used', () => {
    const names = new Map([
      ['name', false],
      ['keys', true],
    ])
    checkTemplate('kickstart', 'network --hostname={{name}}\n{{^keys}}lock{{/keys}}', names)
    expect(() => checkTemplate('kickstart', '{{^name}}"{{keys}}"{{/name}}', names)).toThrow(/within quotes/)
    expect(() => checkTemplate('kickstart', '{{nme}}', names)).toThrow(/nme is not known/)
  })
})

describe('in a script', () => {
  const all = [...HOSTILE, ...HOSTILE_LINES]
  it('values are words, whatever they hold', () => {
    const script = 'x={{one}}\nprintf "%s\\0" "$x" a{{one}}b {{all}} # the end\n'
    const one = "a'\n$(id)\\"
    expect(
      ran(render('shell', script, { one, all }))
        .split('\0')
        .slice(0, -1),
    ).toEqual([one, `a${one}b`, ...all])
  })

  it('so are any others', () =>
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 100 }), (some) => {
        const script = render('shell', 'for v in {{some}}; do printf "%s\\0" "$v"; done', { some })
        expect(ran(script).split('\0').slice(0, -1)).toEqual(some)
      }),
      { numRuns: 25 },
    ))

  it.each([
    ['echo "{{x}}"', /within quotes or a comment/],
    ["echo '{{x}}'", /within quotes or a comment/],
    ['echo \\{{x}}', /within quotes or a comment/],
    ['# {{x}}', /within quotes or a comment/],
    ['echo a \\\n# {{x}}', /within quotes or a comment/],
    ['a=1;# {{x}}', /within quotes or a comment/],
    ['echo "$(echo "{{x}}")"', /behind "\$\(/],
    ['cat <<EOF\n{{x}}\nEOF', /behind <</],
    ['echo `echo {{x}}`', /behind `/],
    ['echo $(( {{x}} ))', /behind \(\(/],
    ['echo $[ {{x}} ]', /behind \$\[/],
    ["echo $'a' {{x}}", /behind \$'/],
    [['echo $', '{{x}'].join(''), /no macro/],
    [['echo $', '{{x}}'].join(''), /behind \$/],
  ])('no value stands where its quotes would not hold: %s', (script, words) =>
    refused('shell', script, { x: 'v' }, words),
  )

  it.each([
    'echo a#{{x}}',
    'echo "#" {{x}}',
    "echo 'a' {{x}}",
    'echo $# {{x}}',
    "# it's\necho {{x}}",
    'y=$(echo {{x}}); echo "$y"',
  ])('it stands where they do: %s', (script) => expect(ran(render('shell', script, { x: '$(id)' }))).toContain('$(id)'))
})

describe('in an autoinstall file', () => {
  const template = `#cloud-config
# of {the} panel
autoinstall:
  version: 1
  mode: 0755
  identity: {hostname: {{name}}, "password": "{{name}}"}
  block: |
    first {{name}}
    last
  keys: {{list}}
  more:
    - plain {{name}} text
    - &anchor {{name}}
    - *anchor
  late-commands:
    - echo {{name}} > /target/x
    - [curtin, in-target, --, echo, "{{name}}"]
    - [sh, -c, "echo {{name}}"]
`
  it.each([...HOSTILE, ...HOSTILE_LINES])('a value stays part of its text: %j', (name) => {
    const made = render('autoinstall', template, { name, list: [name, 'b'] })
    expect(made.split('\n').slice(0, 2)).toEqual(['#cloud-config', '# of {the} panel'])
    expect(made).toContain('mode: 0755\n')
    for (const version of ['1.1', '1.2'] as const) {
      const { autoinstall } = parse(made, { version })
      expect(Object.keys(autoinstall)).toHaveLength(7)
      expect(autoinstall).toMatchObject({
        identity: { hostname: name, password: name },
        block: `first ${name}\nlast\n`,
        keys: [name, 'b'],
        more: [`plain ${name} text`, name, name],
      })
      const [script, argv, shell] = autoinstall['late-commands']
      expect(ran(`printf '%s' ${script.slice(5, -12)}`)).toBe(name)
      expect(argv).toEqual(['curtin', 'in-target', '--', 'echo', name])
      expect(ran(`printf '%s' ${shell[2].slice(5)}`)).toBe(name)
    }
  })

  it('any other value does as well', () =>
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 5 }), (name, list) => {
        const { autoinstall } = parse(render('autoinstall', template, { name, list }), { version: '1.1' })
        expect([autoinstall.identity.hostname, autoinstall.keys]).toEqual([name, list])
      }),
    ))

  it.each([
    ['{{x}}: a', /in a name/],
    ['a: 1 # {{x}}', /comment, a tag or an alias/],
    ['a: !{{x}} b', /comment, a tag or an alias|not valid/],
    ['a: [', /not valid YAML/],
    ['runcmd:\n  - echo "{{x}}"', /within quotes/],
    ['late-commands:\n  - [sh, -c, "echo \'{{x}}\'"]', /within quotes/],
  ])('it has no other place: %s', (text, words) => refused('autoinstall', text, { x: 'v' }, words))
})

describe('in a preseed file', () => {
  const templateOf = (n: number) => `# answers
d-i netcfg/get_hostname${n} string {{name}}
d-i passwd/root-password-crypted${n} password {{name}}
d-i preseed/late${n}_command string \\
  x={{name}}; \\
  printf '%s' {{name}}
d-i last/one${n} boolean true
`
  const template = templateOf(0)
  /** All of them in one file, because debconf takes its time to start. */
  const read = (names: readonly string[]) => {
    const answers = readPreseed(names.map((name, n) => render('preseed', templateOf(n), { name })).join(''))
    expect(answers.size).toBe(4 * names.length)
    for (const [n, name] of names.entries()) {
      for (const question of ['netcfg/get_hostname', 'passwd/root-password-crypted'])
        expect(answers.get(`${question}${n}`)).toBe(name)
      expect(ran(answers.get(`preseed/late${n}_command`) ?? '')).toBe(name)
      expect(answers.get(`last/one${n}`)).toBe('true')
    }
  }
  it('a value stays one, as debconf has it', () => read(HOSTILE.filter((name) => !name.endsWith('\\'))))
  it('any other line does as well', () =>
    fc.assert(fc.property(fc.array(lines, { minLength: 1, maxLength: 10 }), read), { numRuns: 3 }))

  it.each(HOSTILE_LINES)('it is one line: %j', (name) => refused('preseed', template, { name }, /must be one line/))
  it('it does not go on with the next line', () =>
    refused('preseed', template, { name: 'a\\' }, /end with a backslash/))

  it.each([
    ['{{x}} a/b string c', /outside of the value/],
    ['d-i {{x}} string c', /outside of the value/],
    ['d-i a/b {{x}}', /outside of the value/],
    ['# {{x}}', /outside of the value/],
    ["d-i preseed/early_command string sh -c 'echo {{x}}'", /within quotes/],
  ])('it has no other place: %s', (text, words) => refused('preseed', text, { x: 'v' }, words))
})

describe('in a kickstart file', () => {
  const template = `rootpw --iscrypted {{name}}
network --hostname={{name}} # it's {the} name
{{#key}}sshkey --username=root {{.}}
{{/key}}%packages
@core
%end
%post --log=/root/x
x={{name}}
printf '%s' "$x"
%end
reboot
`
  const read = (names: readonly string[]) => {
    const files = names.map((name) => render('kickstart', template, { name, key: [name, 'k2'] }))
    const { commands, sections } = readKickstart(files.join(''))
    expect(commands).toEqual(
      names.flatMap((name) => [
        ['rootpw', '--iscrypted', name],
        ['network', `--hostname=${name}`],
        ['sshkey', '--username=root', name],
        ['sshkey', '--username=root', 'k2'],
        ['reboot'],
      ]),
    )
    expect(sections.map(({ head }) => head)).toEqual(names.flatMap(() => ['%packages', '%post --log=/root/x']))
    for (const [n, name] of names.entries()) expect(ran(sections[2 * n + 1]?.lines.join('\n') ?? '')).toBe(name)
  }
  it("a value is one word, as Python's shlex reads it", () => read(HOSTILE.filter(Boolean)))
  it('any other line is as well', () =>
    fc.assert(fc.property(fc.array(lines.filter(Boolean), { minLength: 1, maxLength: 10 }), read), { numRuns: 3 }))
  it.each(HOSTILE_LINES)('it is one line: %j', (name) =>
    refused('kickstart', template, { name, key: [] }, /must be one line/),
  )

  it.each([
    ['rootpw "{{x}}"', /within quotes/],
    ['reboot # {{x}}', /within quotes or a comment/],
    ['%include {{x}}', /takes no values/],
    ['%packages\n{{x}}\n%end', /takes no values/],
    ['%post --interpreter=/usr/bin/python3\nx = {{x}}\n%end', /takes no values/],
    ["%post\necho '\n{{x}}\n'\n%end", /within quotes/],
    ['%post\ncat <<A\n{{x}}\nA\n%end', /behind <</],
  ])('it has no other place: %s', (text, words) => refused('kickstart', text, { x: 'v' }, words))

  it('what a script leaves open ends with it', () =>
    expect(render('kickstart', "%post\ncat <<A\nit's\nA\n%end\nrootpw {{x}}\n", { x: 'v' })).toContain("rootpw 'v'"))
})

it('in the arguments of a kernel values are plain words', () => {
  expect(render('ipxe', 'ip={{ip}} ns={{ns}}', { ip: '192.0.2.1', ns: ['a', 'b'] })).toBe('ip=192.0.2.1 ns=a,b')
  for (const x of ['a b', '$x', `$${'{net0/mac}'}`, '&&', ';', '#', 'a\nb', "'", '"', '\\', 'ю'])
    refused('ipxe', 'a={{x}}', { x }, /cannot stand in the arguments/)
})
