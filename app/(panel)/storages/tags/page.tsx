import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { TagsPage } from '../../../../components/tags/tags-page.tsx'

export const generateMetadata = () => pageTitle('storageTags')

export default page(TagsPage, 'admin')
