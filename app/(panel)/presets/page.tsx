import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { PresetsPage } from '../../../components/presets/presets-page.tsx'

export const generateMetadata = () => pageTitle('presets')

export default page(PresetsPage, 'admin')
