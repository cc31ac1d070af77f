import { walkForms } from './walk.tsx'

walkForms(1)
