import { describe, expect, it } from 'vitest'
import { isPlain } from './boot-script.ts'
import { artefactsOf, offeredTemplate } from './index.ts'

const file = (name: string, sum: string) => ({ file: name, sha256: sum.repeat(64), bytes: 5 })
const template = (over: object = {}) => ({
  ...{ name: 'diag', type: 'diag', version: '1', arch: 'x86_64', firmware: ['bios'] },
  ...{ kernel: file('kernel', 'a'), initrd: file('initrd', 'b'), ...over },
})
const faultOf = (over: object) => {
  const { error } = offeredTemplate.safeParse(template(over))
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

describe('a template of an index', () => {
  it('has what it needs, and fields that are not known yet', () => {
    expect(faultOf({ later: 1 })).toBeUndefined()
    expect(offeredTemplate.parse(template())).toMatchObject({ macros: [], tags: [], kernel_args: '', ram_mib: 0 })
    const image = { ...file('image', 'c'), format: 'zst', image_bytes: 9 }
    expect(faultOf({ type: 'ostemplate', kernel: undefined, initrd: undefined, image })).toBeUndefined()
  })

  it.each([
    ['no kernel', { kernel: undefined, initrd: undefined }, /^kernel: a kernel with initrd or an image/],
    [
      'an image to be booted',
      { kernel: undefined, initrd: undefined, image: { ...file('i', 'c'), format: 'raw', image_bytes: 9 } },
      /^kernel: what is booted/,
    ],
    ['half of what is booted', { initrd: undefined }, /^kernel: kernel and initrd belong together/],
    ['a file outside', { kernel: file('../kernel', 'a') }, /^kernel.file: a path below/],
    ['an address for a file', { kernel: file('http://192.0.2.1/kernel', 'a') }, /^kernel.file: a path below/],
    ['no sum', { kernel: file('kernel', 'x') }, /^kernel.sha256/],
    ['an empty file', { kernel: { ...file('kernel', 'a'), bytes: 0 } }, /^kernel.bytes/],
    ['a large answer file', { answer: { ...file('a', 'c'), kind: 'preseed', bytes: 2 ** 20 } }, /^answer.bytes/],
    ['another kind of answer file', { answer: { ...file('a', 'c'), kind: 'shell' } }, /^answer.kind/],
    ['a macro that all have', { macros: [{ name: 'hostname' }] }, /^macros.0.name: a name that every template/],
    ['a macro twice', { macros: [{ name: 'a' }, { name: 'a' }] }, /^macros: two macros have the same name/],
    ['a macro for a prototype', { macros: [{ name: '__proto__' }] }, /^macros.0.name/],
    ['a firmware twice', { firmware: ['bios', 'bios'] }, /^firmware: one value is there twice/],
    ['no firmware', { firmware: [] }, /^firmware/],
    ['two lines as a name', { name: 'a\nb' }, /^name: one line/],
    ['too many tags', { tags: Array.from({ length: 51 }, () => 't') }, /^tags/],
    ['arguments that iPXE acts on', { kernel_args: 'a || shell {{ip}}' }, /^kernel_args: arguments without signs/],
  ])('is refused with %s', (_, over, words) => expect(faultOf(over)).toMatch(words))
})

it('arguments of a kernel are words that iPXE does nothing with', () => {
  for (const plain of ['', 'a=b c', 'ds=nocloud-net;s=http://192.0.2.1/x/', 'a&b|c', 'ip=[2001:db8::1]:x'])
    expect([plain, isPlain(plain)]).toEqual([plain, true])
  for (const bad of [`$${'{mac}'}`, 'a ; b', 'a && b', '|| b', '# b', 'a\nb', 'a\\', '"a"', "'a'", 'ю', '`a`'])
    expect([bad, isPlain(bad)]).toEqual([bad, false])
})

it('a file that is there twice is brought once', () => {
  const one = offeredTemplate.parse(template({ initrd: file('other', 'a') }))
  expect(artefactsOf(one)).toEqual([file('kernel', 'a')])
})
