/** A name of a file as it is shown: what is no text, or would change the text around it, is replaced. */
export const shownName = (name: Buffer): string =>
  name.toString('utf8').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')

export const encodePath = (path: Buffer): string => path.toString('base64url')
export const decodePath = (path: string): Buffer => Buffer.from(path, 'base64url')

/** The path of something in a folder. */
export const pathIn = (folder: Buffer, name: Buffer): Buffer =>
  folder.length === 0 ? name : Buffer.concat([folder, Buffer.from('/'), name])

/** The last name of a path. */
export const lastName = (path: Buffer): Buffer => path.subarray(path.lastIndexOf(0x2f) + 1)
