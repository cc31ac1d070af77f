type Image = { sha256: string; format: string }

/** Path of an image on a node: named by its checksum, so that a new version never overwrites one that VMs use. */
export const imagePath = (os_storage_path: string, image: Image) =>
  `${os_storage_path.replace(/\/$/, '')}/${image.sha256}.${image.format}`

/** Key of what brings an image to a node or removes it. */
export const imageLock = (os_id: number, node_id: number) => `image:${os_id}:${node_id}`
