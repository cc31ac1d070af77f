import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { ImagesPage } from '../../../components/images/images-page.tsx'

export const generateMetadata = () => pageTitle('images')

export default page(ImagesPage)
