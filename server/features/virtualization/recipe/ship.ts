import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { alone } from '../../../db/advisory.ts'
import { transaction } from '../../../db/transaction.ts'
import { storeOne } from './save.ts'
import { shippedRecipes } from './shipped/index.ts'

/** Stores the scripts that come with the panel; those that are as they were are left alone. */
export async function shipRecipes(root: string): Promise<void> {
  const folder = path.join(/* turbopackIgnore: true */ root, 'server/features/virtualization/recipe/shipped')
  const recipes = await Promise.all(
    shippedRecipes.map(async ({ file, ...rest }) => ({
      source: `shipped:${file}`,
      offered: { ...rest, script: await readFile(path.join(folder, `${file}.sh`), 'utf8') },
    })),
  )
  await transaction(async (work) => {
    // Two processes may start at once.
    await alone(work, 'shipped_recipes')
    for (const { source, offered } of recipes) await storeOne(work, source, offered, null)
    await work.sql('delete from recipe where source like $1 and source <> all($2::text[]) returning id', [
      'shipped:%',
      recipes.map(({ source }) => source),
    ])
  })
}
