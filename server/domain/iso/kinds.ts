/**
 * States of an image of the library. `offered`: its repository has it, and it is fetched when a VM first needs it. What is `failed` is
 * tried again by deleting it and beginning anew.
 */
export const isoStates = ['offered', 'uploading', 'downloading', 'checking', 'ready', 'failed', 'deleting'] as const
export type IsoState = (typeof isoStates)[number]

/** What is in the drive of a VM: on its way to the node, there, or in the drive. */
export const isoStatuses = ['downloading', 'ready', 'mounted'] as const

const GIB = 2 ** 30
/** The largest that there are fit on a Blu-ray disc of two layers. */
export const MAX_ISO_BYTES = 50 * GIB
/** What an account may have of its own; administrators have no limit. */
export const ACCOUNT_IMAGES = 10
export const ACCOUNT_BYTES = 40 * GIB

/** Most bytes of one request of an upload: they are held in memory while they arrive. */
export const CHUNK_BYTES = 4 * 2 ** 20
/** Hours after which an upload that nothing came of is cleared away. */
export const UPLOAD_HOURS = 24

/** Where an upload is continued. */
export const uploadPath = (id: number) => `/vm/v3/iso_upload/${id}`
