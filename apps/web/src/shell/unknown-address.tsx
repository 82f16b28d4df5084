import { Navigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepUnknownAddress } from '../lib/unknown-address.ts'

/** Leads from an address without a page to the home page, which says so. */
export function UnknownAddress() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => keepUnknownAddress(path), [path])
  return <Navigate to="/" replace />
}
