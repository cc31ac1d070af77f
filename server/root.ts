import path from 'node:path'

/** Root of the installation: the folder with package.json, from source and from the bundle alike. */
export const installationRoot = () => path.resolve(import.meta.dirname, '..')
