import type { Access } from '../../endpoint.ts'

/** Scripts, what they read, and presets of VMs. */
export const vmRecipes: Record<string, Access> = {
  'GET /vm/v3/preset': 'user',
  'POST /vm/v3/preset': 'admin',
  'DELETE /vm/v3/preset/{preset_id}': 'admin',
  'GET /vm/v3/preset/{preset_id}': 'user',
  'POST /vm/v3/preset/{preset_id}': 'admin',
  'POST /vm/v3/host/{host_id}/runrecipe': 'user',
  'GET /vm/v3/recipe': 'user',
  'POST /vm/v3/recipe': 'user',
  'POST /vm/v3/recipe/check': 'user',
  'POST /vm/v3/recipe/save': 'admin',
  'DELETE /vm/v3/recipe/{recipe_id}': 'user',
  'GET /vm/v3/recipe/{recipe_id}': 'user',
  'POST /vm/v3/recipe/{recipe_id}': 'user',
  'GET /vm/v3/recipe/{recipe_id}/params': 'user',
  'GET /vm/v3/script_variable': 'user',
  'POST /vm/v3/script_variable': 'user',
  'DELETE /vm/v3/script_variable/{variable_id}': 'user',
  'GET /vm/v3/script_variable/{variable_id}': 'user',
  'POST /vm/v3/script_variable/{variable_id}': 'user',
  'POST /vm/v3/script_variable/{variable_id}/disable': 'user',
  'POST /vm/v3/script_variable/{variable_id}/enable': 'user',
}
