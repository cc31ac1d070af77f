import { NotFoundPage } from '../components/frame/fault-page.tsx'

export default function NotFound() {
  return <NotFoundPage box="main" />
}
