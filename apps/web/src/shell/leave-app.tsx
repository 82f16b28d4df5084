import { useEffect } from 'react'
import { PageSpinner } from '../components/page-spinner.tsx'

/** A public page is not part of the app: the browser loads it from the server. */
export function LeaveApp() {
  useEffect(() => window.location.reload(), [])
  return <PageSpinner />
}
