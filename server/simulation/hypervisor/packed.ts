import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Images of VMs are an empty one and a fingerprint of what is on the disk: they are no larger, and little of them is no zeros. */
export const KEPT_BYTES = 512 * 1024

/** All of an image as the state of a node keeps it. */
export const packed = (bytes: Buffer): string => deflateRawSync(bytes).toString('base64')

/** The image again. */
export const unpacked = (content: string): Buffer =>
  inflateRawSync(Buffer.from(content, 'base64'), { maxOutputLength: KEPT_BYTES })
