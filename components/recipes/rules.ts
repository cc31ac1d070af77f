import { z } from 'zod'
import { recipeFields } from '../../server/domain/recipe/fields.ts'
import { recipeCreate, scriptText } from '../../server/domain/recipe/schema.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import type { RecipeValues } from './recipe-values.ts'

/** What is typed into the form of a script, within the limits of its body. */
export const recipeRules = z.object({
  ...formShape(recipeFields, 'edit'),
  script: scriptText,
  params: recipeCreate.shape.params.unwrap(),
  tags: z.string(),
  systems: z.string(),
}) as unknown as z.ZodType<RecipeValues, RecipeValues>
