type Kind = 'disk' | 'encrypted' | 'packed'

/** Disk images and archives by their first bytes. */
const KNOWN: readonly (readonly [magic: string, what: string, kind: Kind])[] = [
  ['QFI\xfb', 'qcow2', 'disk'],
  ['QED\0', 'QED', 'disk'],
  ['KDMV', 'VMDK', 'disk'],
  ['COWD', 'VMDK', 'disk'],
  ['# Disk DescriptorFile', 'VMDK', 'disk'],
  ['vhdxfile', 'VHDX', 'disk'],
  ['conectix', 'VHD', 'disk'],
  ['<<< ', 'VDI', 'disk'],
  ['WithoutFreeSpace', 'Parallels', 'disk'],
  ['WithouFreSpacExt', 'Parallels', 'disk'],
  ['LUKS\xba\xbe', 'LUKS', 'encrypted'],
  ['PK\x03\x04', 'ZIP', 'packed'],
  ['\x1f\x8b\x08', 'gzip', 'packed'],
  ['BZh', 'bzip2', 'packed'],
  ['\xfd7zXZ\0', 'xz', 'packed'],
  ['7z\xbc\xaf\x27\x1c', '7z', 'packed'],
  ['\x28\xb5\x2f\xfd', 'zstd', 'packed'],
  ['Rar!', 'RAR', 'packed'],
]

/** What a file is by its first bytes, or null for what is not known. Nothing is opened by this: it only says what a file is not. */
export function knownBy(head: Buffer): { what: string; kind: Kind } | null {
  const start = head.toString('latin1', 0, 32)
  const found = KNOWN.find(([magic]) => start.startsWith(magic))
  return found ? { what: found[1], kind: found[2] } : null
}
